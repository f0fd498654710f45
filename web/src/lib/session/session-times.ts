import { authSentences } from '#copy/people/auth-sentences.ts';
import { fetchAndLearn, learnServerTime, serverAheadMs } from '../server-time.ts';
import { browserStorage } from '../storage.ts';
import { toast } from '../toast.ts';
import { readClaims } from './token-claims.ts';

// The auth client compares the times of sessions with the device's clock. So it gets them in the device's present time,
// and storage keeps them in the server's time (docs/decisions/055).
type Session = { access_token: string; refresh_token: string; expires_at: number };

/** When this tab last asked for a renewal; the key below says when any tab of this browser did (`Date.now()`). */
let asked = 0;
const ASKED_KEY = 'point-0-renewal-asked';
const PAUSE_MS = 5_000;
/** How often a waiting renewal looks whether another tab has got the new session. */
const LOOK_MS = 250;
/** A renewal was in vain when the session must be renewed again within this time. */
const IN_VAIN_MS = 60_000;
const MOST_IN_VAIN = 3;

let renewedAt = Number.NEGATIVE_INFINITY;
let inVain = 0;
/** No more renewals are sent: the server decides what the session may still do. */
let isGivenUp = false;
/** The session that the auth client read last: its storage key and its refresh token. */
let read: { key: string; token: string } | undefined;

const isSession = (value: unknown): value is Session => Number.isFinite((value as Session | null)?.expires_at);

function inDeviceTime<T>(value: T): T {
  if (!isSession(value)) return value;
  const expiresAt = isGivenUp ? Date.now() / 1000 + 3600 : value.expires_at - serverAheadMs() / 1000;
  return { ...value, expires_at: Math.round(expiresAt) };
}

/** What a full storage does not take: kept for as long as the page is open. */
const unkept = new Map<string, unknown>();

/** Where the auth client keeps its session. */
export const sessionStorage = {
  getItem(key: string): string {
    const kept = unkept.get(key) ?? browserStorage.readJson(key);
    if (isSession(kept)) read = { key, token: kept.refresh_token };
    return JSON.stringify(inDeviceTime(kept));
  },
  setItem(key: string, text: string): void {
    const value: unknown = JSON.parse(text);
    if (isSession(value)) value.expires_at = Number(readClaims(value.access_token).exp ?? value.expires_at);
    unkept.delete(key);
    if (browserStorage.write(key, JSON.stringify(value))) return;
    // What stands there is of no use any more.
    browserStorage.remove(key);
    unkept.set(key, value);
  },
  removeItem(key: string): void {
    unkept.delete(key);
    localStorage.removeItem(key);
  },
};

/**
 * As `fetch`, for clients with a session: learns the server's time. All tabs together send one renewal in 5 seconds,
 * and none after three in a row that were in vain.
 */
export const fetchForSession: typeof fetch = async (input, init) => {
  const url = String(input instanceof Request ? input.url : input);
  const isRenewal = url.includes('grant_type=refresh_token');
  const ownAnswer = isRenewal && (await answerInstead(String(init?.body)));
  if (ownAnswer) return ownAnswer;
  const sentAt = Date.now();
  const response = await fetchAndLearn(input, init);
  const readBody = response.json.bind(response);
  response.json = async () => {
    const body: unknown = await readBody();
    // The page of a Wi-Fi that waits for a log-in renews nothing.
    if (isRenewal && isSession(body)) {
      inVain += 1;
      renewedAt = performance.now();
    }
    // Auth of hosted Supabase hides its `Date` from pages of other origins. The token in its answer has the present
    // time.
    const { iat } = isSession(body) && !response.headers.has('date') ? readClaims(body.access_token) : {};
    if (iat) learnServerTime(Number(iat) * 1000, sentAt);
    return inDeviceTime(body);
  };
  return response;
};

/** The answer to a renewal that is not sent; null when it may be sent. */
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
