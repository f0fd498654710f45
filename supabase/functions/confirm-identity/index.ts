import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { accountAnswers as copy } from '#copy/people/account-mail.ts';
import { functionsCopy } from '#copy/shell/functions.ts';
import { clientAddress } from '#functions/_shared/content/submissions.ts';
import { query, queryWithSentences, serviceClient } from '#functions/_shared/database.ts';
import { readEnv, readProviderTimeout } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readBody, serviceUnavailable } from '#functions/_shared/http.ts';
import { bearerToken, keyHeaders, readSecretKey } from '#functions/_shared/keys.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { requireUser } from '#functions/_shared/people/auth.ts';
import { callProvider, ProviderUnavailable } from '#functions/_shared/provider.ts';

const bodyShape = z.object({ password: z.string() });
const checkShape = z.object({ check_id: z.guid(), email: z.string() });

/** What the database's begin_identity_check refuses with. */
const REFUSALS: Readonly<Record<string, string>> = {
  session_ended: functionsCopy.sessionInvalid,
  code_needed: functionsCopy.codeNeeded,
  no_password: copy.noPassword,
  too_many_passwords: copy.tooManyPasswords,
};

/**
 * Confirms with the present password who is in front of a session, which counts as a proof for 5 minutes
 * (docs/product/accounts.md#proof). The address is the account's own, never one from the body.
 */
export default createHandler('confirm-identity', async (request) => {
  const user = await requireUser(request);
  const { password } = await readBody(request, bodyShape);
  const session = sessionOf(bearerToken(request) ?? '');
  const { check_id, email } = await beginCheck(user.id, session);
  const tried = await tryPassword({ email, password, check: check_id, from: clientAddress(request) });
  const until = await query(
    serviceClient().rpc('finish_identity_check', {
      p_check_id: check_id,
      p_outcome: tried.outcome === 'limited' ? 'unknown' : tried.outcome,
      p_session_id: session,
      ...(tried.outcome === 'right' && { p_made_session_id: tried.session }),
    }),
  );
  if (tried.outcome === 'wrong') throw new HttpError(400, copy.wrongPassword, { fields: { code: 'wrong_password' } });
  if (tried.outcome === 'limited') throw tooMany();
  if (tried.outcome === 'unknown') throw serviceUnavailable(copy.notChecked);
  if (!until) throw new HttpError(401, functionsCopy.sessionInvalid, { fields: { code: 'session_ended' } });
  return { confirmed: true, until };
});

/** Counts the try before it is made, so that many at once are not more than the limit. */
async function beginCheck(userId: string, sessionId: string) {
  const check = serviceClient().rpc('begin_identity_check', { p_user_id: userId, p_session_id: sessionId });
  return checkShape.parse(await queryWithSentences(check, REFUSALS));
}

type Tried = { outcome: 'right'; session: string } | { outcome: 'wrong' | 'limited' | 'unknown' };

/**
 * Asks Auth's password grant. The secret key lets hosted Auth count the caller's address, and the embedded one the
 * account, not the address of this server. The name of the browser tells the database whose session this is: it is no
 * sign-in of the person, and ends at once.
 */
async function tryPassword(options: { email: string; password: string; check: string; from: string }): Promise<Tried> {
  const address = new URL('/auth/v1/token?grant_type=password', readEnv('SUPABASE_URL'));
  try {
    const { status, answer } = await callProvider(address.href, {
      name: 'The password check of Auth',
      timeoutMs: readProviderTimeout(10_000),
      method: 'POST',
      headers: {
        ...keyHeaders(readSecretKey()),
        'content-type': 'application/json',
        'user-agent': `point-0-confirm-identity/${options.check}`,
        ...(options.from && { 'sb-forwarded-for': options.from }),
      },
      body: JSON.stringify({ email: options.email, password: options.password }),
    });
    const { access_token: token, error_code: code }: Record<string, unknown> = Object(answer);
    if (status === 200 && typeof token === 'string') return { outcome: 'right', session: sessionOf(token) };
    // An empty one is refused before it is compared.
    if (status === 400 && (code === 'invalid_credentials' || code === 'validation_failed')) return { outcome: 'wrong' };
    if (status === 429) return { outcome: 'limited' };
    logProblem('warn', 'Auth did not check a password', { status, code });
    return { outcome: 'unknown' };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    logProblem('warn', 'Auth did not check a password', { error: error.message });
    return { outcome: 'unknown' };
  }
}

function tooMany(): HttpError {
  return new HttpError(429, copy.tooManyPasswords, { fields: { code: 'too_many_passwords' } });
}

/** The session that a token names; the token was verified or made by Auth. Refuses with 401 where it names none. */
function sessionOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = z.object({ session_id: z.guid() }).safeParse(JSON.parse(payload));
  if (!claims.success) throw new HttpError(401, functionsCopy.sessionInvalid);
  return claims.data.session_id;
}
