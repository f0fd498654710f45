import { type AuthCorrection, authError, isPost } from './auth-call.ts';
import { hashToken, makeToken } from './refresh-tokens.ts';

/*
 * Library behaviour (0.10.0): a mailed link carries exactly what `recovery_token`, `confirmation_token` and
 * `email_change_token_*` hold, so that whoever reads the table can open every account.
 *
 * Correction: the link carries 32 random bytes, the columns hold their SHA-256, and what a link brings is hashed before
 * it is looked for. A code beside an address (`{email, token}`) is looked for as the hash of both, which would let a
 * link be taken past these corrections; the product mails no codes, so that form does not exist here.
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
