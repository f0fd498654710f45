import { Buffer } from 'node:buffer';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readSecretKey } from '#functions/_shared/keys.ts';
import { AUTHORISATION_MINUTES } from '#rules/google-authorisation.ts';

/** OAuth's `state`, signed: proves that an administrator asked for the consent page, as a window sends no session. */
export function makeState(now: Date): string {
  const expiresAt = Math.floor(now.getTime() / 1000) + AUTHORISATION_MINUTES * 60;
  const claim = `${randomBytes(16).toString('base64url')}.${expiresAt}`;
  return `${claim}.${signatureOf(claim)}`;
}

/** Whether this is a state of ours that has not expired. */
export function isOurState(state: string, now: Date): boolean {
  const [nonce = '', expiresAt = '', signature = ''] = state.split('.');
  const expected = Buffer.from(signatureOf(`${nonce}.${expiresAt}`));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && Number(expiresAt) * 1000 > now.getTime();
}

function signatureOf(claim: string): string {
  const key = hkdfSync('sha256', readSecretKey(), 'point-0', 'google oauth state', 32);
  return createHmac('sha256', Buffer.from(key)).update(claim).digest('base64url');
}
