import { browserStorage } from './storage.ts';

/** Where the difference of a clock that is wrong is kept for the next page. */
const KEY = 'point-0-clock';
/** Told to the page when the device's clock turns out to be wrong. */
export const SERVER_TIME_LEARNED = 'serverTimeLearned';
/** A `Date` header leaves out up to a second, and an answer travels: less than this is no difference. */
const TOLERANCE_MS = 15_000;

/** How far the server was ahead when that was asked last, and where both clocks of the device stood. Milliseconds. */
let last: { ahead: number; device: number; steady: number } | undefined;

/**
 * How far the server's clock is ahead of `Date.now()`, in milliseconds; 0 until an answer has told otherwise. A clock that
 * was set back is noticed by the one that nobody sets; one that was set forward looks like a device that slept.
 */
export function serverAheadMs(): number {
  const device = Date.now();
  const steady = performance.now();
  last ??= { ahead: Number(browserStorage.read(KEY)) || 0, device, steady };
  const setBack = steady - last.steady - (device - last.device);
  last = { ahead: last.ahead + (setBack > TOLERANCE_MS ? setBack : 0), device, steady };
  return last.ahead;
}

/** The present by the server's clock. Whatever is compared with a time of the server needs this. */
export const serverNow = (): Date => new Date(Date.now() + serverAheadMs());

/**
 * Takes note of the server's time, in milliseconds since 1970, that came with the answer to a request sent at `sentAt`
 * (`Date.now()`). One that took long, as it does while a device sleeps, tells nothing of the present.
 */
export function learnServerTime(serverMs: number, sentAt: number): void {
  const device = Date.now();
  const ahead = serverMs - device;
  if (Math.abs(device - sentAt) > TOLERANCE_MS || !(Math.abs(ahead - serverAheadMs()) > TOLERANCE_MS)) return;
  last = { ahead, device, steady: performance.now() };
  browserStorage.write(KEY, String(Math.abs(ahead) > TOLERANCE_MS ? ahead : 0));
  window.dispatchEvent(new Event(SERVER_TIME_LEARNED));
}

/** As `fetch`, and learns the server's time from the answer; one to a GET may come out of a cache, and tells none. */
export const fetchAndLearn: typeof fetch = async (input, init) => {
  const sentAt = Date.now();
  const response = await fetch(input, init);
  const isFresh = (init?.method ?? 'GET') !== 'GET' || response.headers.get('cache-control')?.includes('no-store');
  if (isFresh) learnServerTime(Date.parse(response.headers.get('date') ?? ''), sentAt);
  return response;
};
