import { googleSignIn } from '#copy/google-sign-in.ts';

/** What the address says with which Google's sign-in ends at the site's root. */
type GoogleAnswer = { kind: 'code' } | { kind: 'failure'; sentence: string };

const ANSWER_PARAMETERS = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'];

/**
 * The answer in an address; null where there is none. Links from e-mails end at the root as well: a recovery says so in its `type`, and
 * what has become of a link stands in the fragment or is named `otp_…`.
 */
export function readGoogleAnswer({ search, hash }: { search: string; hash: string }): GoogleAnswer | null {
  const query = new URLSearchParams(search);
  const isRecovery = [query, new URLSearchParams(hash.slice(1))].some(
    (one) => one.get('type') === 'recovery',
  );
  const error = query.get('error');
  if (isRecovery || query.get('error_code')?.startsWith('otp_')) return null;
  if (error) return { kind: 'failure', sentence: failureSentence(error, query.get('error_description')) };
  return query.has('code') ? { kind: 'code' } : null;
}

/** The query without the answer. */
export function withoutAnswer(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ANSWER_PARAMETERS) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

/** Google says only `access_denied` when somebody cancels; other answers come with a sentence. */
function failureSentence(error: string, description: string | null): string {
  const said = description?.trim();
  if (said) return googleSignIn.failed(said);
  return googleSignIn.failed(error === 'access_denied' ? googleSignIn.cancelled : error);
}
