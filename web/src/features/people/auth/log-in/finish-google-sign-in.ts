import type { NavigateFunction } from 'react-router';
import { googleSignIn } from '#copy/people/google-sign-in.ts';
import type { AuthFailure } from '#features/people/auth/auth-failures.ts';
import { paths } from '#lib/paths.ts';
import { authSentenceOfCode } from '#lib/session/auth-sentence.ts';
import { landingPath, withReturnUrl } from '#lib/session/return-url.ts';
import { toast } from '#lib/toast.ts';
import { awaitGoogleSession } from './google-sign-in.data.ts';
import { takeReturnPath, takeReturnPerson } from './return-path.ts';

const TOAST_ID = 'google-sign-in';

/** Goes on to where the person wanted to be, or says why not; the answer leaves the address either way. */
export async function finishGoogleSignIn(
  address: { search: string; hash: string },
  navigate: NavigateFunction,
): Promise<void> {
  const answer = readGoogleAnswer(address);
  if (!answer) return;
  const expected = takeReturnPerson();
  if (answer.kind === 'failure') return giveUp(answer, navigate);
  toast.loading(googleSignIn.finishing, { id: TOAST_ID });
  const arrival = await awaitGoogleSession();
  if (arrival.isSignedIn) {
    const { user } = arrival;
    const isAnother = expected !== null && expected !== user.id;
    const path = takeReturnPath();
    // What one person was about to do, such as to delete the account, is not for another one.
    const goal = isAnother ? null : path;
    const next = arrival.account?.isCodeNeeded ? loginPage(goal) : goal || landingPath(arrival.account);
    await navigate(next, { replace: true });
    if (isAnother) toast.warning(googleSignIn.anotherAccount(user.email ?? ''), { id: TOAST_ID });
    else toast.dismiss(TOAST_ID);
    return;
  }
  if (arrival.refusal === null) {
    toast.dismiss(TOAST_ID);
    return;
  }
  await giveUp({ sentence: googleSignIn.failed(arrival.refusal) }, navigate);
}

const loginPage = (goal: string | null) => (goal ? withReturnUrl(paths.login, goal) : paths.login);

/** Back to the login page, which still knows where the person wanted to go. */
async function giveUp({ sentence }: AuthFailure, navigate: NavigateFunction): Promise<void> {
  const goal = takeReturnPath();
  if (goal === null) {
    // No sign-in began in this tab: the message is from the author of the link.
    toast.dismiss(TOAST_ID);
    const { pathname, search } = window.location;
    await navigate(pathname + withoutAnswer(search), { replace: true, preventScrollReset: true });
    return;
  }
  await navigate(loginPage(goal), { replace: true });
  toast.error(sentence, { id: TOAST_ID });
}

/** What the address says with which Google's sign-in ends at the site's root. */
type GoogleAnswer = { kind: 'code' } | ({ kind: 'failure' } & AuthFailure);

const ANSWER_PARAMETERS = ['code', 'error', 'error_code', 'error_description', 'sb_flow_id'];

/** The answer in an address, else null. E-mail links end here too: a recovery's `type`, a result in the fragment. */
export function readGoogleAnswer({ search, hash }: { search: string; hash: string }): GoogleAnswer | null {
  const query = new URLSearchParams(search);
  const isRecovery = [query, new URLSearchParams(hash.slice(1))].some((one) => one.get('type') === 'recovery');
  const error = query.get('error');
  if (isRecovery || query.get('error_code')?.startsWith('otp_')) return null;
  if (error) return { kind: 'failure', ...failureOf(error, query.get('error_code'), query.get('error_description')) };
  return query.has('code') ? { kind: 'code' } : null;
}

/** The query without the answer. */
export function withoutAnswer(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ANSWER_PARAMETERS) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}

/** Google says only `access_denied` when a person cancels. Of a description only our own sentence is shown. */
function failureOf(error: string, code: string | null, description: string | null): AuthFailure {
  const said = description?.trim() ?? '';
  if (said === googleSignIn.unverifiedAddress) return { sentence: googleSignIn.failed(said) };
  if (error === 'access_denied' && !said) return { sentence: googleSignIn.failed(googleSignIn.cancelled) };
  return { sentence: googleSignIn.failed(authSentenceOfCode(code)) };
}
