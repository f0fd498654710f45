import { createHash, randomBytes } from 'node:crypto';
import { type AuthCorrection, authError } from './auth-call.ts';

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
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashMailedSecret(secret) };
}

export function hashMailedSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export const hashMailedSecrets: AuthCorrection = (next) => (call) => {
  if (call.path !== '/verify') return next(call);
  if (call.method === 'POST') {
    const { token: _, email: __, token_hash: secret, ...body } = call.body ?? {};
    if (typeof secret !== 'string' || secret === '') return Promise.resolve(linkExpired());
    return next({ ...call, body: { ...body, token_hash: hashMailedSecret(secret) } });
  }
  const secret = call.url.searchParams.get('token');
  if (!secret) return next(call);
  const url = new URL(call.url);
  url.searchParams.set('token', hashMailedSecret(secret));
  return next({ ...call, url });
};

export function linkExpired(): Response {
  return authError(403, 'otp_expired', 'Email link is invalid or has expired');
}
