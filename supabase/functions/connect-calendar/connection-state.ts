import { Buffer } from 'node:buffer';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readSecretKey, seal, unsealWithAny } from '#functions/_shared/keys.ts';
import { CONNECTION_MINUTES } from '#rules/mentors/calendar.ts';

/** Who connects a calendar: the account that is signed in, and its mentor. */
export interface Connecting {
  accountId: string;
  mentorId: string;
}

/** OAuth's `state`, signed: good for this account and this mentor alone, for ten minutes. */
export function makeState(who: Connecting, now: Date): string {
  const expiresAt = Math.floor(now.getTime() / 1000) + CONNECTION_MINUTES * 60;
  const claim = `${randomBytes(16).toString('base64url')}.${expiresAt}`;
  return `${claim}.${signatureOf(claim, who)}`;
}

/** What a state of theirs that has not expired says; undefined for any other. That it is used once, the database sees to. */
export function readState(state: string, who: Connecting, now: Date): { nonce: string; expiresAt: Date } | undefined {
  const [nonce = '', seconds = '', signature = ''] = state.split('.');
  const expected = Buffer.from(signatureOf(`${nonce}.${seconds}`, who));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  const expiresAt = new Date(Number(seconds) * 1000);
  return isSigned && expiresAt.getTime() > now.getTime() ? { nonce, expiresAt } : undefined;
}

const LINK = 'mentor calendar consent link';

/** What leads a browser, which sends no session with an address, to Google's consent page. */
export interface ConsentLink {
  state: string;
  /** The account's e-mail address, which Google suggests. */
  loginHint: string;
}

/** Encrypted: an e-mail address does not stand in an address of ours. */
export function sealLink(link: ConsentLink, now: Date): string {
  const until = now.getTime() + CONNECTION_MINUTES * 60_000;
  return seal(JSON.stringify({ ...link, until }), { secret: readSecretKey(), purpose: LINK });
}

/** Undefined for one that is not ours, or has expired. */
export function openLink(sealed: string, now: Date): ConsentLink | undefined {
  try {
    const { text } = unsealWithAny(sealed, { secrets: [readSecretKey()], purpose: LINK });
    const { until, ...link } = JSON.parse(text) as ConsentLink & { until: number };
    return until > now.getTime() ? link : undefined;
  } catch {
    return undefined;
  }
}

function signatureOf(claim: string, { accountId, mentorId }: Connecting): string {
  const key = hkdfSync('sha256', readSecretKey(), 'point-0', 'mentor calendar state', 32);
  return createHmac('sha256', Buffer.from(key)).update(`${claim}.${accountId}.${mentorId}`).digest('base64url');
}
