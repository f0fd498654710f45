import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCaches } from '#lib/testing/fake-caches.ts';
import { fakeStorage } from '#lib/testing/fake-storage.ts';
import { correctNextSession, correctNextSessionUntil, keepNextSession } from './keep-session.ts';
import { forgetNextSession, readNextSession, tidyNextSession } from './kept-session.ts';

const HOUR_MS = 3_600_000;
let now: Date;
const publicEnv = { isWorkerOff: false };

vi.mock('#lib/page/public-env.tsx', () => ({ readPublicEnv: () => publicEnv }));

beforeEach(() => {
  now = new Date();
  publicEnv.isWorkerOff = false;
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('document', {});
  signIn('asha');
});

function signIn(id: string | null): void {
  if (id === null) localStorage.removeItem('point-0-session');
  else
    localStorage.setItem(
      'point-0-session',
      JSON.stringify({ access_token: 'secret', user: { id, email: 'a@b.example' } }),
    );
}

/** A booking that begins in so many hours and lasts one, as the lists read it. */
function booking(code: string, inHours: number, more: object = {}) {
  const india = (at: number) => new Date(at + 5.5 * HOUR_MS).toISOString();
  const start = now.getTime() + inHours * HOUR_MS;
  return {
    code,
    status: 'confirmed',
    date: india(start).slice(0, 10),
    start_time: india(start).slice(11, 19),
    // One that ends after midnight in India ends on the day after, which a booking cannot: it is cut.
    end_time:
      india(start).slice(0, 10) === india(start + HOUR_MS).slice(0, 10)
        ? india(start + HOUR_MS).slice(11, 19)
        : '23:59:59',
    created_at: now.toISOString(),
    google_meet_link: 'https://meet.google.com/abc-defg-hij' as string | null,
    mentor_name: 'Meera Joshi',
    notes: 'private words',
    ...more,
  };
}

function tidyAs(id: string | null): Promise<void> {
  signIn(id);
  return tidyNextSession(() => now);
}

const kept = async (at = now) => (await readNextSession(at))?.code;
const inCaches = async () =>
  Promise.all(
    (await caches.keys()).map(async (name) => (await (await caches.open(name)).match('/offline/next-session'))?.text()),
  );

describe('the next session that is kept for a time without a network', () => {
  it('has the time, the link and the code, and nothing else of the booking', async () => {
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    expect(Object.keys((await readNextSession(now)) ?? {}).toSorted()).toEqual([
      ...['code', 'endsAt', 'link', 'readAt', 'startsAt'],
    ]);
    expect((await readNextSession(now))?.link).toBe('https://meet.google.com/abc-defg-hij');
    expect(String(await inCaches())).not.toMatch(/Meera|private|secret|b\.example/);
  });

  it('keeps no link that is no https address', async () => {
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30, { google_meet_link: 'javascript:alert(1)' }));
    expect((await readNextSession(now))?.link).toBeNull();
  });

  it('is the sooner one of a person who is a founder and a mentor', async () => {
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    await keepNextSession('asha', 'mentor', booking('P0-BBBBBB', 5));
    expect(await kept()).toBe('P0-BBBBBB');
    await keepNextSession('asha', 'mentor', undefined);
    expect(await kept()).toBe('P0-AAAAAA');
  });

  it('is corrected by its page when it is moved or cancelled, and replaced by a sooner one', async () => {
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    await correctNextSession('asha', 'founder', booking('P0-CCCCCC', 60));
    expect(await kept()).toBe('P0-AAAAAA');
    await correctNextSession('asha', 'founder', booking('P0-CCCCCC', 20));
    expect(await kept()).toBe('P0-CCCCCC');
    await correctNextSession('asha', 'founder', booking('P0-CCCCCC', 90, { google_meet_link: null }));
    expect(await readNextSession(now)).toMatchObject({ code: 'P0-CCCCCC', link: null });
    await correctNextSession('asha', 'founder', booking('P0-DDDDDD', 2, { status: 'cancelled' }));
    expect(await kept()).toBe('P0-CCCCCC');
    await correctNextSession('asha', 'founder', booking('P0-CCCCCC', 90, { status: 'cancelled' }));
    expect(await kept()).toBeUndefined();
  });

  it('is corrected by all sessions of the next day, of which it is no longer one', async () => {
    const until = new Date(now.getTime() + 24 * HOUR_MS);
    await keepNextSession('asha', 'mentor', booking('P0-AAAAAA', 72));
    await correctNextSessionUntil('asha', 'mentor', undefined, until);
    expect(await kept()).toBe('P0-AAAAAA');
    await correctNextSessionUntil('asha', 'mentor', booking('P0-BBBBBB', 3), until);
    expect(await kept()).toBe('P0-BBBBBB');
    await correctNextSessionUntil('asha', 'mentor', undefined, until);
    expect(await kept()).toBeUndefined();
  });

  it('is gone when it is over', async () => {
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 1));
    const end = new Date((await readNextSession(now))?.endsAt ?? '');
    expect(await kept(new Date(end.getTime() - 1))).toBe('P0-AAAAAA');
    expect(await kept(end)).toBeUndefined();
    expect(String(await inCaches())).not.toContain('P0-AAAAAA');
  });

  it.each([
    ['after a log-out', () => forgetNextSession()],
    ['once no person is signed in', () => tidyAs(null)],
    ['once another person is signed in', () => tidyAs('ravi')],
  ])('is gone from the browser %s', async (_, leave) => {
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    await leave();
    expect(await caches.keys()).toEqual([]);
    signIn('asha');
    expect(await kept()).toBeUndefined();
  });

  it('is not kept by an answer that arrives when its person has left, or another person has signed in', async () => {
    const late = keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    signIn('ravi');
    await late;
    expect(await inCaches()).toEqual([]);
    await keepNextSession('ravi', 'founder', booking('P0-BBBBBB', 30));
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    expect(await kept()).toBe('P0-BBBBBB');
    await forgetNextSession();
    signIn(null);
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    expect(await inCaches()).toEqual([]);
  });

  it('is not kept where the operator has switched the service worker off', async () => {
    publicEnv.isWorkerOff = true;
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    expect(await caches.keys()).toEqual([]);
  });

  it('fails nothing in a browser without caches', async () => {
    vi.stubGlobal('caches', undefined);
    await keepNextSession('asha', 'founder', booking('P0-AAAAAA', 30));
    expect(await readNextSession(now)).toBeNull();
  });
});
