import { Buffer } from 'node:buffer';
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { readSecretKey } from '#functions/_shared/keys.ts';

/** An id of 16 bytes and a signature of 32: 64 characters, none of which may differ. */
const TOKEN = /^[\w-]{64}$/;
const ID_BYTES = 16;

/**
 * What a link allows. The signature covers all of it, so that a link becomes invalid when one of the facts changes. The
 * token itself contains only the id.
 */
export interface LinkClaim {
  /** Binds the signature: a link for another purpose does not open. */
  purpose: 'mentor-answer' | 'stop-mail' | 'check-in' | 'story-name';
  /** A uuid. */
  id: string;
  facts: readonly string[];
}

/** Of an address, so that a link becomes invalid when it changes. */
export function fingerprintOf(email: string): string {
  return createHash('sha256').update(email).digest('hex');
}

/** A mentor's answer to a request: invalid when the mentor, their address or the time to answer changes. */
export function answerLink(
  bookingId: string,
  { mentor_id, email, answer_by }: { mentor_id: string; email: string; answer_by: string | Date },
): LinkClaim {
  return {
    purpose: 'mentor-answer',
    id: bookingId,
    facts: [mentor_id, fingerprintOf(email), String(new Date(answer_by).getTime())],
  };
}

const DAY_MS = 86_400_000;
const STOP_LINK_DAYS = 365;
const STOP_LINK = /^([a-z_]{1,30})\.(\d{1,6})\.([\w-]{64})$/;
const ENDING_LINK = /^(\d{1,6})\.([\w-]{64})$/;

/**
 * What a link carries that is valid for so many days: its last day, which the token signs too, and the token.
 *
 * @param facts as in LinkClaim, besides the last day
 */
export function endingToken(
  purpose: LinkClaim['purpose'],
  id: string,
  { days, facts = [], now = new Date() }: { days: number; facts?: readonly string[]; now?: Date },
): string {
  const lastDay = String(Math.floor(now.getTime() / DAY_MS) + days);
  return `${lastDay}.${signLink({ purpose, id, facts: [...facts, lastDay] })}`;
}

/** The id in such a token, not checked yet; undefined when the text is none. */
export function idOfEndingToken(text: string): string | undefined {
  return idOfLink(ENDING_LINK.exec(text)?.[2] ?? '');
}

/** What such a link is about; null where it is not valid. */
export function openEndingToken(
  purpose: LinkClaim['purpose'],
  text: string,
  { facts = [], now = new Date() }: { facts?: readonly string[]; now?: Date } = {},
): { id: string; isExpired: boolean } | null {
  const [, lastDay = '', token = ''] = ENDING_LINK.exec(text) ?? [];
  const id = idOfLink(token);
  if (id === undefined || !isLinkOf(token, { purpose, id, facts: [...facts, lastDay] })) return null;
  return { id, isExpired: isOver(lastDay, now) };
}

const isOver = (lastDay: string, now: Date) => now.getTime() / DAY_MS >= Number(lastDay) + 1;

function stopClaim(userId: string, kind: string, lastDay: string): LinkClaim {
  return { purpose: 'stop-mail', id: userId, facts: [kind, lastDay] };
}

/** What a link to stop an optional e-mail carries: kind, last day, token. Valid for a year. */
export function stopToken(userId: string, kind: string, now = new Date()): string {
  const lastDay = String(Math.floor(now.getTime() / DAY_MS) + STOP_LINK_DAYS);
  return [kind, lastDay, signLink(stopClaim(userId, kind, lastDay))].join('.');
}

/** What an optional e-mail carries: `stop` for its footer, and what its job says to `claim_jobs` and the mail program. */
export function optionalMail(userId: string, kind: string) {
  const stop = stopToken(userId, kind);
  const apiUrl = findEnv('STORAGE_URL') ?? readEnv('SUPABASE_URL');
  const stopLink = new URL(`/functions/v1/stop-mail?t=${stop}`, apiUrl).href;
  return { stop, stopKind: kind, stopUser: userId, stopLink };
}

/** Whose e-mails of which kind such a link stops; null where it is not valid. */
export function openStopToken(
  text: string,
  now = new Date(),
): { userId: string; kind: string; isExpired: boolean } | null {
  const [, kind = '', lastDay = '', token = ''] = STOP_LINK.exec(text) ?? [];
  const userId = idOfLink(token);
  if (userId === undefined || !isLinkOf(token, stopClaim(userId, kind, lastDay))) return null;
  return { userId, kind, isExpired: isOver(lastDay, now) };
}

/** The token of a link, signed with `LINK_KEY`, else with the secret key (docs/product/requests.md#answer-by-link). */
export function signLink(claim: LinkClaim): string {
  return Buffer.concat([idBytes(claim.id), signatureOf(claim, currentKey())]).toString('base64url');
}

/** The id in a token, not checked yet; undefined when the text is no token. */
export function idOfLink(token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the token was signed for exactly this, with the present or the previous key. Compared in constant time. */
export function isLinkOf(token: string, claim: LinkClaim): boolean {
  if (!TOKEN.test(token)) return false;
  const given = Buffer.from(token, 'base64url');
  if (!given.subarray(0, ID_BYTES).equals(idBytes(claim.id))) return false;
  const keys = [currentKey(), findEnv('LINK_KEY_PREVIOUS')].filter((key) => key !== undefined);
  const fitting = keys.filter((key) => timingSafeEqual(given.subarray(ID_BYTES), signatureOf(claim, key)));
  return fitting.length > 0;
}

function currentKey(): string {
  return findEnv('LINK_KEY') ?? readSecretKey();
}

function signatureOf({ purpose, id, facts }: LinkClaim, secret: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'point-0', `link:${purpose}`, 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([id, ...facts]))
    .digest();
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}
