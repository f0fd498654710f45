import { browserStorage } from './storage.ts';

/** The difference of a wrong device clock is kept here for the next page. */
const KEY = 'point-0-clock';
/** The event when the device's clock turns out to be wrong. */
export const SERVER_TIME_LEARNED = 'serverTimeLearned';
/** Smaller differences are ignored: a `Date` header leaves out up to a second, and an answer takes time to arrive. */
const TOLERANCE_MS = 15_000;

/** At the last look: how far the server was ahead, and the times of both device clocks. Milliseconds. */
let last: { ahead: number; device: number; steady: number } | undefined;

/**
 * How far the server's clock is ahead of `Date.now()`, in milliseconds; 0 until an answer shows a difference.
 * `performance.now()`, which cannot be set, shows when the clock was set back. A clock that was set forward looks like
 * a device that slept, and is not noticed here.
 */
export function serverAheadMs(): number {
  const device = Date.now();
  const steady = performance.now();
  last ??= { ahead: Number(browserStorage.read(KEY)) || 0, device, steady };
  const setBack = steady - last.steady - (device - last.device);
  last = { ahead: last.ahead + (setBack > TOLERANCE_MS ? setBack : 0), device, steady };
  return last.ahead;
}

/** The present by the server's clock. For every comparison with a time of the server. */
export const serverNow = (): Date => new Date(Date.now() + serverAheadMs());

/**
 * Notes the server's time (milliseconds since 1970) from the answer to a request sent at `sentAt` (`Date.now()`). A
 * slow answer is ignored: the device may have slept, and the time may be old.
 */
export function learnServerTime(serverMs: number, sentAt: number): void {
  const device = Date.now();
  const ahead = serverMs - device;
  if (Math.abs(device - sentAt) > TOLERANCE_MS || !(Math.abs(ahead - serverAheadMs()) > TOLERANCE_MS)) return;
  last = { ahead, device, steady: performance.now() };
  browserStorage.write(KEY, String(Math.abs(ahead) > TOLERANCE_MS ? ahead : 0));
  window.dispatchEvent(new Event(SERVER_TIME_LEARNED));
}

/** An answer that is not there in full by then counts as none: where a line swallows it, a page would wait for ever. */
const ANSWER_MS = 30_000;

/**
 * As `fetch`, with a limit of time, and learns the server's time from the answer; not from one to a GET that may come from a
 * cache.
 *
 * Older browsers: without "any" a call that can be given up waits until it is.
 */
export const fetchAndLearn: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const limit = AbortSignal.timeout(ANSWER_MS);
  const signal = init?.signal ? (AbortSignal.any?.([init.signal, limit]) ?? init.signal) : limit;
  const response = await fetch(input, { ...init, signal });
  const isFresh = (init?.method ?? 'GET') !== 'GET' || response.headers.get('cache-control')?.includes('no-store');
  if (isFresh) learnServerTime(Date.parse(response.headers.get('date') ?? ''), sentAt);
  return response;
};
