/** The auth client as the browser has it, beside a clock that is wrong. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStorage } from '../testing/fake-storage.ts';
import { SESSION_STORAGE_KEY } from './stored-session.ts';

const said = vi.hoisted(() => vi.fn());
vi.mock('../toast.ts', () => ({ toast: { error: said } }));

const SERVER_START = Date.parse('2026-11-21T10:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SENTENCE = "Your device's clock seems to be wrong. Please set it, and reload this page.";

const CLOCKS: [name: string, wrongByMs: number][] = [
  ['right', 0],
  ['two hours fast', 2 * HOUR_MS],
  ['56 minutes fast', 56 * MINUTE_MS],
  ['five and a half hours fast', 5.5 * HOUR_MS],
  ['two hours slow', -2 * HOUR_MS],
  ['a day slow', -24 * HOUR_MS],
];

/** Device minus server, milliseconds. */
let wrongBy: number;
/** When each renewal was asked for, in milliseconds from the start. */
let asked: number[];
let answers: 'fine' | 'down' | 'stale' | 'wifi';
/** Whether Auth lets the page read its `Date`: not that of hosted Supabase. */
let isDateReadable: boolean;
let tabs: SupabaseClient[];
let steadyStart: number;

/** The server's clock is the one that nobody sets. */
const serverMs = () => SERVER_START + performance.now() - steadyStart;

function tokenOf(issuedMs: number): string {
  const iat = Math.floor(issuedMs / 1000);
  return `h.${Buffer.from(JSON.stringify({ iat, exp: iat + 3600 })).toString('base64url')}.s`;
}

let count: number;
function sessionFrom(issuedMs: number) {
  count += 1;
  return {
    access_token: tokenOf(issuedMs),
    refresh_token: `refresh-${count}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(issuedMs / 1000) + 3600,
    user: { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
  };
}

async function answer(input: unknown): Promise<Response> {
  const headers = isDateReadable ? { date: new Date(serverMs()).toUTCString() } : undefined;
  const isRenewal = String(input).includes('grant_type=refresh_token');
  if (!isRenewal && !String(input).includes('grant_type=password')) return Response.json({}, headers && { headers });
  if (isRenewal) {
    asked.push(Math.round(serverMs() - SERVER_START));
    if (answers === 'down') return Response.json({}, { status: 503, ...(headers && { headers }) });
  }
  if (answers === 'wifi') return new Response('<html><h1>Welcome to Free WiFi</h1></html>');
  const issued = answers === 'stale' && isRenewal ? SERVER_START - 2 * HOUR_MS : serverMs();
  return Response.json(sessionFrom(issued), headers && { headers });
}

/** A tab of this browser, as it is before its client looks for a session. */
async function loadTab(): Promise<SupabaseClient> {
  // What a module remembers, it remembers for its tab.
  vi.resetModules();
  const { fetchForSession, sessionStorage } = await import('./session-times.ts');
  const client = createClient('https://data.point0.example', 'key', {
    auth: { storageKey: SESSION_STORAGE_KEY, storage: sessionStorage },
    global: { fetch: fetchForSession },
  });
  tabs.push(client);
  return client;
}

async function openTab(): Promise<SupabaseClient> {
  const tab = await loadTab();
  await tab.auth.initialize();
  return tab;
}

async function closeTabs(): Promise<void> {
  for (const tab of tabs.splice(0)) await tab.auth.stopAutoRefresh();
}

const logIn = (tab: SupabaseClient) => tab.auth.signInWithPassword({ email: 'a@b.example', password: 'correct horse' });

/** As a page does that asks for something again and again. */
async function stay(tab: SupabaseClient, ms: number, everyMs = ms > 10 * MINUTE_MS ? 5000 : 250): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    void tab.auth.getSession();
    await vi.advanceTimersByTimeAsync(everyMs);
  }
}

/** Leaves in the browser a session that Auth gave some time ago. */
function keepSession(ageMs: number): void {
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(sessionFrom(serverMs() - ageMs)));
}

function setClock(ms: number): void {
  wrongBy = ms;
  vi.setSystemTime(serverMs() + wrongBy);
}

beforeEach(() => {
  vi.useFakeTimers({ now: SERVER_START });
  steadyStart = performance.now();
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', vi.fn(answer));
  said.mockClear();
  [asked, tabs, answers, isDateReadable, count] = [[], [], 'fine', true, 0];
});
afterEach(async () => {
  await closeTabs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each([
  ['the answers have a Date', true],
  ['only the token tells the time', false],
])('where %s', (_, isReadable) => {
  beforeEach(() => {
    isDateReadable = isReadable;
  });

  it.each(CLOCKS)(
    'a clock that is %s asks for no renewal after logging in, and for one before the hour is over',
    async (_clock, ms) => {
      setClock(ms);
      const tab = await openTab();
      await logIn(tab);
      await stay(tab, 20_000);
      expect(asked).toEqual([]);
      await stay(tab, HOUR_MS - 20_000);
      expect(asked).toHaveLength(1);
      expect(asked[0]).toBeGreaterThan(57 * MINUTE_MS);
      // The session that is kept tells the server's time, as for every earlier page.
      const kept = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? '');
      expect(kept.expires_at).toBe(Math.floor((SERVER_START + (asked[0] ?? 0)) / 1000) + 3600);
    },
  );

  it.each(CLOCKS)('a page that finds a session and a clock that is %s renews it once at most', async (_clock, ms) => {
    keepSession(10 * MINUTE_MS);
    setClock(ms);
    await stay(await openTab(), 20_000);
    await stay(await openTab(), 20_000);
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});

it('a clock that is set forward while a page is open costs one renewal, one that is set back none', async () => {
  const tab = await openTab();
  await logIn(tab);
  setClock(2 * HOUR_MS);
  await stay(tab, 30_000);
  expect(asked).toHaveLength(1);
  setClock(-24 * HOUR_MS);
  await stay(tab, 30_000);
  expect(asked).toHaveLength(1);
  await stay(tab, HOUR_MS);
  expect(asked).toHaveLength(2);
});

it('a clock that was put right between two visits is learned from the first answer', async () => {
  setClock(2 * HOUR_MS);
  await logIn(await openTab());
  expect(localStorage.getItem('point-0-clock')).toBe('-7200000');
  await closeTabs();
  setClock(0);
  await vi.advanceTimersByTimeAsync(90 * MINUTE_MS);
  const tab = await openTab();
  await tab.rpc('my_account_state');
  expect(localStorage.getItem('point-0-clock')).toBe('0');
  await tab.auth.getSession();
  expect(asked).toHaveLength(1);
});

it('a renewal that fails is tried again after 5 seconds, never sooner', async () => {
  const tab = await openTab();
  await logIn(tab);
  answers = 'down';
  void tab.auth.refreshSession();
  await stay(tab, 10 * MINUTE_MS);
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(4);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5000);
  expect(said).not.toHaveBeenCalled();
});

it('after three renewals in a row that brought nothing new none is asked for, the person is told, and the session stays', async () => {
  keepSession(2 * HOUR_MS);
  answers = 'stale';
  const tab = await openTab();
  await stay(tab, 10 * MINUTE_MS);
  expect(asked).toHaveLength(3);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(5000);
  expect((asked[2] ?? 0) - (asked[1] ?? 0)).toBeGreaterThanOrEqual(5000);
  expect(said).toHaveBeenCalledWith(SENTENCE, expect.objectContaining({ duration: Number.POSITIVE_INFINITY }));
  const before = vi.mocked(fetch).mock.calls.length;
  const { data, error } = await tab.auth.getSession();
  expect(error).toBeNull();
  expect(data.session?.user.id).toBe('u');
  expect(vi.mocked(fetch).mock.calls.length).toBe(before);
});

it('the page of a Wi-Fi that waits for a log-in is no renewal: the clock is not blamed, and the session goes on afterwards', async () => {
  keepSession(2 * HOUR_MS);
  answers = 'wifi';
  const tab = await loadTab();
  void tab.auth.initialize();
  await stay(tab, 5 * MINUTE_MS);
  expect(asked.length).toBeGreaterThan(3);
  expect(said).not.toHaveBeenCalled();
  answers = 'fine';
  await stay(tab, MINUTE_MS);
  const { data } = await tab.auth.getSession();
  expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000);
});

it('a full storage keeps no session, and the page keeps it instead, also after a renewal', async () => {
  keepSession(2 * HOUR_MS);
  vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const tab = await openTab();
  await stay(tab, MINUTE_MS);
  expect(asked).toHaveLength(1);
  expect((await tab.auth.getSession()).data.session?.refresh_token).toBe('refresh-2');
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  expect((await logIn(tab)).error).toBeNull();
  expect((await tab.auth.getSession()).data.session?.refresh_token).toBe('refresh-3');
  await tab.auth.signOut({ scope: 'local' });
  expect((await tab.auth.getSession()).data.session).toBeNull();
});

it('renewals an hour apart are never counted together', async () => {
  const tab = await openTab();
  await logIn(tab);
  await stay(tab, 6 * HOUR_MS);
  expect(asked.length).toBeGreaterThan(4);
  expect(said).not.toHaveBeenCalled();
});

it('two tabs that find the same old session renew it once', async () => {
  keepSession(2 * HOUR_MS);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', async (input: unknown) => {
    const response = answer(input);
    await arrived;
    return response;
  });
  const opening = [await loadTab(), await loadTab()].map(async (tab) => {
    await tab.auth.initialize();
    return tab;
  });
  await vi.advanceTimersByTimeAsync(2000);
  arrive();
  await vi.advanceTimersByTimeAsync(2000);
  const sessions = (await Promise.all(opening)).map((tab) => tab.auth.getSession());
  await vi.advanceTimersByTimeAsync(10_000);
  const tokens = (await Promise.all(sessions)).map(({ data }) => data.session?.refresh_token);
  expect(asked).toHaveLength(1);
  expect(new Set(tokens).size).toBe(1);
});
