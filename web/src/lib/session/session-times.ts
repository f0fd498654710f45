import { authSentences } from '#copy/auth-sentences.ts';
import { fetchAndLearn, learnServerTime, serverAheadMs } from '../server-time.ts';
import { browserStorage } from '../storage.ts';
import { toast } from '../toast.ts';
import { readClaims } from './token-claims.ts';

// The auth client compares times of sessions with the device's clock. So it is handed them in the device's time of that
// moment, and they are kept in the server's (docs/decisions/055).
type Session = { access_token: string; refresh_token: string; expires_at: number };

/** When any tab of this browser asked last for a renewal, and when this one did: `Date.now()`. */
let asked = 0;
const ASKED_KEY = 'point-0-renewal-asked';
const PAUSE_MS = 5_000;
/** How often one that waits looks whether another tab has got it. */
const LOOK_MS = 250;
/** A session that is to be renewed again so soon was renewed in vain. */
const IN_VAIN_MS = 60_000;
const MOST_IN_VAIN = 3;

let renewedAt = Number.NEGATIVE_INFINITY;
let inVain = 0;
/** No renewal is asked for any more: the server decides what the session is still good for. */
let isGivenUp = false;
/** The session that the auth client read last: where, and what its renewal asks with. */
let read: { key: string; token: string } | undefined;

const isSession = (value: unknown): value is Session => Number.isFinite((value as Session | null)?.expires_at);

function inDeviceTime<T>(value: T): T {
  if (!isSession(value)) return value;
  const expiresAt = isGivenUp ? Date.now() / 1000 + 3600 : value.expires_at - serverAheadMs() / 1000;
  return { ...value, expires_at: Math.round(expiresAt) };
}

/** Where the auth client keeps its session. */
export const sessionStorage = {
  getItem(key: string): string {
    const kept = browserStorage.readJson(key);
    if (isSession(kept)) read = { key, token: kept.refresh_token };
    return JSON.stringify(inDeviceTime(kept));
  },
  setItem(key: string, text: string): void {
    const value: unknown = JSON.parse(text);
    if (isSession(value)) value.expires_at = Number(readClaims(value.access_token).exp ?? value.expires_at);
    localStorage.setItem(key, JSON.stringify(value));
  },
  removeItem: (key: string): void => localStorage.removeItem(key),
};

/**
 * As `fetch`, for clients with a session: learns the server's time. A renewal is asked for once in 5 seconds in all tabs, and
 * not again after three in a row that were in vain.
 */
export const fetchForSession: typeof fetch = async (input, init) => {
  const url = String(input instanceof Request ? input.url : input);
  const isRenewal = url.includes('grant_type=refresh_token');
  const ownAnswer = isRenewal && (await answerInstead(String(init?.body)));
  if (ownAnswer) return ownAnswer;
  const sentAt = Date.now();
  const response = await fetchAndLearn(input, init);
  if (isRenewal && response.ok) {
    inVain += 1;
    renewedAt = performance.now();
  }
  const readBody = response.json.bind(response);
  response.json = async () => {
    const body: unknown = await readBody();
    // Auth of hosted Supabase hides its `Date` from pages of other origins. A token of its answer was made just now.
    const { iat } = isSession(body) && !response.headers.has('date') ? readClaims(body.access_token) : {};
    if (iat) learnServerTime(Number(iat) * 1000, sentAt);
    return inDeviceTime(body);
  };
  return response;
};

/** What a renewal gets without being asked for; null when it is its turn. */
async function answerInstead(body: string): Promise<Response | null> {
  if (performance.now() - renewedAt > IN_VAIN_MS) inVain = 0;
  isGivenUp ||= inVain >= MOST_IN_VAIN;
  if (isGivenUp) {
    toast.error(authSentences.wrongClock, { id: 'wrong-clock', duration: Number.POSITIVE_INFINITY, closeButton: true });
    return new Response('{}', { status: 429 });
  }
  const own = read && body.includes(JSON.stringify(read.token)) ? read : null;
  for (;;) {
    const kept = own && browserStorage.readJson(own.key);
    if (isSession(kept) && kept.refresh_token !== own?.token) return new Response(JSON.stringify(inDeviceTime(kept)));
    const ago = Date.now() - Math.max(asked, Number(browserStorage.read(ASKED_KEY) ?? 0));
    if (!(ago >= 0 && ago < PAUSE_MS)) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  asked = Date.now();
  browserStorage.write(ASKED_KEY, String(asked));
  return null;
}
