import { type AuthCorrection, authError, isPost } from './auth-call.ts';
import { hashToken, makeToken } from './refresh-tokens.ts';

/*
 * Library behaviour (0.10.0): a mailed link carries exactly what `recovery_token`, `confirmation_token` and
 * `email_change_token_*` hold, so that a person who reads the table can open every account.
 *
 * Correction: the link carries 32 random bytes, the columns hold their SHA-256, and the secret of a link is hashed
 * before the lookup. The library looks up a code beside an address (`{email, token}`) as the hash of both, which would
 * let a link bypass these corrections. The product mails no codes, so that form is not accepted here.
 */

export interface MailedSecret {
  /** What the link carries. */
  secret: string;
  /** What the database holds. */
  hash: string;
}

export function makeMailedSecret(): MailedSecret {
  const secret = makeToken();
  return { secret, hash: hashToken(secret) };
}

export const hashMailedSecrets: AuthCorrection = (next) => (call) => {
  if (!isPost(call, '/verify')) return next(call);
  const { token: _, email: __, token_hash: secret, ...body } = call.body ?? {};
  if (typeof secret !== 'string' || secret === '') return Promise.resolve(linkExpired());
  return next({ ...call, body: { ...body, token_hash: hashToken(secret) } });
};

export function linkExpired(): Response {
  return authError(403, 'otp_expired', 'Email link is invalid or has expired');
}
