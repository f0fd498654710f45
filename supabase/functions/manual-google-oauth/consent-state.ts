import { Buffer } from 'node:buffer';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readSecretKey } from '#functions/_shared/keys.ts';
import { AUTHORISATION_MINUTES } from '#rules/office/google-permission.ts';

/** OAuth's `state`, signed: says which administrator asked for the consent page, as a window sends no session. */
export function makeState(accountId: string, now: Date): string {
  const expiresAt = Math.floor(now.getTime() / 1000) + AUTHORISATION_MINUTES * 60;
  const claim = `${accountId}_${randomBytes(16).toString('base64url')}.${expiresAt}`;
  return `${claim}.${signatureOf(claim)}`;
}

/** What a state of ours that has not expired says; undefined for any other. That it is used once, the database sees to. */
export function readState(
  state: string,
  now: Date,
): { accountId: string | undefined; nonce: string; expiresAt: Date } | undefined {
  const [nonce = '', seconds = '', signature = ''] = state.split('.');
  const expected = Buffer.from(signatureOf(`${nonce}.${seconds}`));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  const expiresAt = new Date(Number(seconds) * 1000);
  const isOurs = isSigned && expiresAt.getTime() > now.getTime();
  return isOurs ? { accountId: nonce.split('_')[0], nonce, expiresAt } : undefined;
}

function signatureOf(claim: string): string {
  const key = hkdfSync('sha256', readSecretKey(), 'point-0', 'google oauth state', 32);
  return createHmac('sha256', Buffer.from(key)).update(claim).digest('base64url');
}
