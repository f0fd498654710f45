import { authSentences } from '#copy/auth-sentences.ts';
import { fetchAndLearn, learnServerTime, serverAheadMs } from '../server-time.ts';
import { browserStorage } from '../storage.ts';
import { toast } from '../toast.ts';
import { SESSION_STORAGE_KEY } from './stored-session.ts';
import { readClaims } from './token-claims.ts';

/*
 * The auth client compares the server's times with the device's clock. So whatever it is handed is in the device's time
 * of that moment, and what it keeps is in the server's (docs/decisions/055).
 */

interface Session {
  access_token: string;
  refresh_token: string;
  /** Unix seconds. */
  expires_at: number;
}

/** When this browser asked last for a renewal, for all of its tabs: `Date.now()`. */
const ASKED_KEY = 'point-0-renewal-asked';
const PAUSE_MS = 5_000;
/** How often a renewal that waits looks whether another tab has made it. */
const LOOK_MS = 250;

/** A session that is to be renewed again so soon was renewed in vain. */
const IN_VAIN_MS = 60_000;
const MOST_IN_VAIN = 3;
/** What a session counts for that is not renewed any more: the server decides what it is still good for. Seconds. */
const GIVEN_UP_SECONDS = 3600;

/** By the clock that nobody sets, in milliseconds. */
let lastRenewalAt = Number.NEGATIVE_INFINITY;
let renewedAt = Number.NEGATIVE_INFINITY;
let inVain = 0;
let isGivenUp = false;

/** What the auth client was handed last. */
let handedOut: string | undefined;

function isSession(value: unknown): value is Session {
  return typeof (value as Session | null)?.access_token === 'string' && Number.isFinite((value as Session).expires_at);
}

function storedSession(): Session | null {
  const kept = browserStorage.readJson(SESSION_STORAGE_KEY);
  return isSession(kept) ? kept : null;
}

function inDeviceTime<T>(value: T): T {
  if (!isSession(value)) return value;
  const expiresAt = isGivenUp ? Date.now() / 1000 + GIVEN_UP_SECONDS : value.expires_at - serverAheadMs() / 1000;
  return { ...value, expires_at: Math.round(expiresAt) };
}

function inServerTime<T>(value: T): T {
  if (!isSession(value)) return value;
  const { exp } = readClaims(value.access_token);
  const expiresAt = typeof exp === 'number' ? exp : value.expires_at + serverAheadMs() / 1000;
  return { ...value, expires_at: Math.round(expiresAt) };
}

/** Stands in where the browser's storage is closed to us or full, until the page is left. */
const unkept = new Map<string, string>();

/** Where the auth client keeps its session: in the browser's storage, in the server's time. */
export const sessionStorage = {
  getItem(key: string): string | null {
    const text = unkept.get(key) ?? browserStorage.read(key) ?? null;
    if (key !== SESSION_STORAGE_KEY || text === null) return text;
    const session = unkept.has(key) ? (JSON.parse(text) as unknown) : browserStorage.readJson(key);
    if (isSession(session)) handedOut = session.refresh_token;
    return JSON.stringify(inDeviceTime(session));
  },
  setItem(key: string, text: string): void {
    const kept = key === SESSION_STORAGE_KEY ? JSON.stringify(inServerTime(JSON.parse(text))) : text;
    if (browserStorage.write(key, kept)) unkept.delete(key);
    else unkept.set(key, kept);
  },
  removeItem(key: string): void {
    unkept.delete(key);
    browserStorage.remove(key);
  },
};

/**
 * As `fetch`, for the clients of the session: learns the server's time from each answer, and hands sessions on in the
 * device's. A renewal is asked for once in 5 seconds in all tabs, and not again after three in a row that were in vain.
 */
export const fetchForSession: typeof fetch = async (input, init) => {
  const url = String(input instanceof Request ? input.url : input);
  if (!url.includes('/auth/v1/')) return fetchAndLearn(input, init);
  const ask = async () => {
    const sentAt = Date.now();
    const response = await fetchAndLearn(input, init);
    const read = response.json.bind(response);
    response.json = async () => {
      const body: unknown = await read();
      // Auth of hosted Supabase hides its `Date` from pages of other origins. A token of its answer was made just now.
      const { iat } = isSession(body) ? readClaims(body.access_token) : {};
      if (typeof iat === 'number' && !response.headers.has('date')) learnServerTime(iat * 1000, sentAt);
      return inDeviceTime(body);
    };
    return response;
  };
  return url.includes('grant_type=refresh_token') ? renew(ask, String(init?.body)) : ask();
};

async function renew(ask: () => Promise<Response>, body: string): Promise<Response> {
  if (performance.now() - renewedAt > IN_VAIN_MS) inVain = 0;
  if (isGivenUp || inVain >= MOST_IN_VAIN) {
    isGivenUp = true;
    toast.error(authSentences.wrongClock, { id: 'wrong-clock', duration: Number.POSITIVE_INFINITY, closeButton: true });
    return answerWith({ message: authSentences.wrongClock }, 429);
  }
  const isStoredOne = (JSON.parse(body) as Partial<Session>).refresh_token === handedOut;
  for (;;) {
    const stored = isStoredOne ? storedSession() : null;
    if (stored && stored.refresh_token !== handedOut) return answerWith(inDeviceTime(stored));
    if (!isTooSoon()) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  lastRenewalAt = performance.now();
  browserStorage.write(ASKED_KEY, String(Date.now()));
  const response = await ask();
  if (response.ok) {
    inVain += 1;
    renewedAt = performance.now();
  }
  return response;
}

const answerWith = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function isTooSoon(): boolean {
  const elsewhere = Date.now() - Number(browserStorage.read(ASKED_KEY) ?? Number.NEGATIVE_INFINITY);
  return performance.now() - lastRenewalAt < PAUSE_MS || (elsewhere >= 0 && elsewhere < PAUSE_MS);
}
