import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { fakeStorage } from './testing/fake-storage.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const HOUR_MS = 3_600_000;
const KEY = 'point-0-clock';

let time: typeof import('./server-time.ts');
const heard = vi.fn();

/** As a page has it that was just opened. */
async function openPage(): Promise<void> {
  vi.resetModules();
  time = await import('./server-time.ts');
}

/** What an answer that was sent at once says: the server's clock is `aheadMs` ahead of the device's. */
function answered(
  aheadMs: number,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const date = new Date(Date.now() + aheadMs).toUTCString();
  vi.stubGlobal('fetch', async () => new Response('', { headers: { date, ...init.headers } }));
  return time.fetchAndLearn('https://data.point0.example/rest/v1/rpc/x', { method: init.method ?? 'POST' });
}

const ahead = () => time.serverNow().getTime() - Date.now();

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('localStorage', fakeStorage());
  const page = new EventTarget();
  page.addEventListener('serverTimeLearned', heard);
  vi.stubGlobal('window', page);
  heard.mockClear();
  await openPage();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the server’s time', () => {
  it('is the device’s until an answer has told otherwise', () => {
    expect(ahead()).toBe(0);
  });

  it.each([2, 56 / 60, 5.5, -2, -24])(
    'is known from the first answer where the device is %f hours fast, and by the next page',
    async (hours) => {
      await answered(-hours * HOUR_MS);
      expect(ahead()).toBe(-hours * HOUR_MS);
      expect(heard).toHaveBeenCalledOnce();
      await openPage();
      expect(ahead()).toBe(-hours * HOUR_MS);
      await answered(-hours * HOUR_MS + 1000);
      expect(heard).toHaveBeenCalledOnce();
    },
  );

  it('is the device’s where that is right but for the journey of an answer', async () => {
    await answered(-14_000);
    expect(ahead()).toBe(0);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('is the device’s again once its clock was put right', async () => {
    await answered(-2 * HOUR_MS);
    await answered(0);
    expect(ahead()).toBe(0);
    await openPage();
    expect(ahead()).toBe(0);
  });

  it('is not learned from an answer that a cache may have given', async () => {
    await answered(-HOUR_MS, { method: 'GET' });
    expect(ahead()).toBe(0);
    await answered(-HOUR_MS, { method: 'GET', headers: { 'cache-control': 'private, no-store' } });
    expect(ahead()).toBe(-HOUR_MS);
  });

  it('is not learned from an answer during which the device slept', async () => {
    const date = new Date(NOW).toUTCString();
    vi.stubGlobal('fetch', async () => {
      vi.setSystemTime(NOW + HOUR_MS);
      return new Response('', { headers: { date } });
    });
    await time.fetchAndLearn('/x', { method: 'POST' });
    expect(ahead()).toBe(0);
  });

  it('goes on where the device’s clock is set back while the page is open', async () => {
    time.serverNow();
    await vi.advanceTimersByTimeAsync(1000);
    vi.setSystemTime(NOW - 24 * HOUR_MS);
    expect(time.serverNow().getTime()).toBe(NOW + 1000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(time.serverNow().getTime()).toBe(NOW + 61_000);
  });
});

describe('a call', () => {
  /** The signal of a call that is never answered, and what ends it for lack of time. */
  function callInVain(signal?: AbortSignal) {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const asked = vi.fn((_input: unknown, _init?: RequestInit) => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', asked);
    void time.fetchAndLearn('/x', { method: 'POST', ...(signal && { signal }) });
    expect(timeout).toHaveBeenCalledWith(30_000);
    return { limit, sent: asked.mock.calls[0]?.[1]?.signal as AbortSignal };
  }

  it('that the line swallows ends after half a minute', () => {
    const { limit, sent } = callInVain();
    limit.abort();
    expect(sent.aborted).toBe(true);
  });

  it('ends after that time, or with the signal of who made it', () => {
    const late = callInVain(new AbortController().signal);
    late.limit.abort();
    expect(late.sent.aborted).toBe(true);
    const caller = new AbortController();
    const { sent } = callInVain(caller.signal);
    expect(sent.aborted).toBe(false);
    caller.abort();
    expect(sent.aborted).toBe(true);
  });

  it('ends with the signal of who made it in a browser that cannot join signals', () => {
    vi.stubGlobal('AbortSignal', Object.assign(Object.create(AbortSignal), { any: undefined }));
    const caller = new AbortController();
    const { sent } = callInVain(caller.signal);
    caller.abort();
    expect(sent.aborted).toBe(true);
  });
});

/** Who may ask the device, and why: what is compared with it is of the device too. */
const OF_THE_DEVICE: Record<string, string> = {
  'features/people/auth/auth.data.ts': 'how long ago this page asked',
  'features/mentors/availability/availability-preview.data.ts': 'how long ago this page asked',
  'features/sessions/bookings/admin/use-decisions.tsx': 'seconds that this page counts',
  'features/office/google-permission/consent-step.tsx': 'how long ago this browser began',
  'features/office/google-permission/oauth-answer.tsx': 'how long ago this browser began',
  'features/people/auth/held-choice.ts': 'runs on the server',
  'features/people/mentor-accounts/kept-invitation-link.tsx': 'how long this browser keeps a link',
  'features/people/mentor-accounts/use-invitation.ts': 'how long this browser keeps a link',
  'features/money/payments/payment.data.ts': 'compared with the query client, which asks the device',
  'features/content/video-testimonials/admin/video-testimonials.data.ts': 'a part of a file name',
  'lib/drafts.ts': 'how long this browser keeps a text',
  'lib/functions/functions.ts': 'a session of the auth client, in the device’s time (lib/session/session-times.ts)',
  'lib/functions/posted-form.ts': 'runs on the server',
  'lib/query/query-presets.ts': 'compared with the query client, which asks the device',
  'lib/server-time.ts': 'measures the difference',
  'lib/session/session-times.ts': 'hands the auth client times of the device',
  'lib/visitor-zone.ts': 'the zone alone',
  'pages/dashboard.tsx': 'how long this browser keeps a link',
  'pages/mentor-profile.tsx': 'runs on the server',
  'root.tsx': 'the year that the server wrote stays',
};

test('no part of the web app compares a time of the server with the device’s clock', () => {
  const files = globSync('web/src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'));
  const asking = files.filter(
    (file) => !/\.test\.|\/testing\//.test(file) && /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(file, 'utf8')),
  );
  expect(asking.map((file) => file.slice('web/src/'.length)).sort()).toEqual(Object.keys(OF_THE_DEVICE).sort());
});
