import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  deleteEvent,
  type EventWish,
  eventIdOf,
  findCalendar,
  getEvent,
  insertEvent,
  listCalendars,
  patchEventTimes,
} from '#functions/_shared/google-calendar.ts';
import { exchangeCode, TokenRevoked } from '#functions/_shared/google-oauth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { CALENDAR_SCOPE, CALLBACK } from '#tests/kit/google.ts';
import { type GoogleStandIn, serveGoogle } from '#tests/kit/google-stand-in.ts';

const GUESTS = ['founder@startup.example', 'mentor@mentors.example'];
const INVITED = GUESTS.map((email) => `invitation ${email}`);
let google: GoogleStandIn;
let access: { refreshToken: string };

beforeAll(async () => {
  google = await serveGoogle();
  access = { refreshToken: google.client.refreshToken };
});
afterAll(() => google.close());
beforeEach(async () => {
  for (const [name, value] of Object.entries(google.settings)) vi.stubEnv(name, value);
  await google.clearFaults();
  google.takePaths();
});

function newWish(changes: object = {}) {
  const bookingId = randomUUID();
  return {
    id: eventIdOf(bookingId),
    requestId: bookingId as string,
    summary: 'Session with Asha Rao',
    description: 'Mentoring session booking',
    date: '2026-11-24',
    startTime: '10:00:00',
    endTime: '11:00:00',
    guests: GUESTS,
    ...changes,
  };
}

async function accessOf(scope: string, email: string): Promise<{ refreshToken: string }> {
  const code = await google.codeFor(scope, email);
  const { refreshToken = '' } = await exchangeCode({ code, redirectUri: CALLBACK });
  return { refreshToken };
}

const roomsOf = (requestId: string) =>
  google.database.sql`select from sandbox.google_meet_rooms where request_id like ${`${requestId}%`}`;

it('makes ids of bookings that Google takes', () => {
  expect(eventIdOf('9B2D1C5E-0A43-4F8E-8D65-7C3A1F2E4B90')).toBe('p09b2d1c5e0a434f8e8d657c3a1f2e4b90');
});

describe('an event', () => {
  it('is made at the time of the booking in India, with a video call, and its guests are invited', async () => {
    const wish = newWish();
    expect(await insertEvent(access, wish)).toEqual({
      id: wish.id,
      isDeleted: false,
      htmlLink: expect.stringMatching(/^https:\/\/www\.google\.com\/calendar\/event\?eid=/),
      meetLink: expect.stringMatching(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/),
      meet: 'ready',
      requestId: wish.requestId,
      startsAt: new Date('2026-11-24T04:30:00Z'),
      endsAt: new Date('2026-11-24T05:30:00Z'),
      guests: GUESTS,
    });
    expect(await google.mailsOf(wish.id)).toEqual(INVITED);
    const { body } = await google.request(`/google/calendar.json?event=${wish.id}`);
    expect(body.events[0]).toMatchObject({
      calendarId: 'calendar@point-0.example',
      summary: 'Session with Asha Rao',
      start: { dateTime: '2026-11-24T10:00:00+05:30', timeZone: 'Asia/Kolkata' },
    });
  });

  it('is made once, however often it is asked for', async () => {
    const wish = newWish();
    const first = await insertEvent(access, wish);
    const again = await Promise.all([insertEvent(access, wish), insertEvent(access, wish)]);
    expect(again).toEqual([first, first]);
    expect(await google.mailsOf(wish.id)).toEqual(INVITED);
    expect(await roomsOf(wish.requestId)).toHaveLength(1);
  });

  it('is found again when Google made it and the answer was lost', async () => {
    const wish = newWish();
    await google.fault({ operation: 'calendar.insert', kind: 'fail', status: 500, is_after: true });
    await expect(insertEvent(access, wish)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect((await insertEvent(access, wish)).meet).toBe('ready');
    expect(await google.mailsOf(wish.id)).toEqual(INVITED);
  });

  it('has the new times when the booking was moved before it was made', async () => {
    const wish = newWish();
    const { meetLink } = await insertEvent(access, wish);
    const moved = await insertEvent(access, { ...wish, date: '2026-11-25' });
    expect(moved).toMatchObject({ startsAt: new Date('2026-11-25T04:30:00Z'), meetLink });
    expect(await google.mailsOf(wish.id)).toEqual([...INVITED, ...GUESTS.map((email) => `update ${email}`)]);
  });

  it('comes back when somebody deleted it in the calendar', async () => {
    const wish = newWish();
    const { meetLink } = await insertEvent(access, wish);
    await deleteEvent(access, wish.id, { isSilent: true });
    expect(await insertEvent(access, wish)).toMatchObject({ isDeleted: false, meetLink, guests: GUESTS });
    expect((await google.mailsOf(wish.id)).slice(2)).toEqual(INVITED);
  });

  it('can be made without writing to anybody', async () => {
    const wish = newWish({ isSilent: true, guests: [] });
    await insertEvent(access, wish);
    await deleteEvent(access, wish.id, { isSilent: true });
    expect(await google.mailsOf(wish.id)).toEqual([]);
  });
});

describe('a video call', () => {
  const PAUSES = [200, 400, 800, 1600];

  /** insertEvent, whose pauses are noted, and over at once. */
  async function insertWithoutPauses(wish: EventWish) {
    const original = globalThis.setTimeout;
    const pauses: number[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      milliseconds = 0,
      ...rest: []
    ) => {
      const isPause = PAUSES.includes(milliseconds);
      if (isPause) pauses.push(milliseconds);
      return original(run, isPause ? 0 : milliseconds, ...rest);
    }) as typeof setTimeout);
    try {
      return { event: await insertEvent(access, wish), pauses };
    } finally {
      vi.mocked(globalThis.setTimeout).mockRestore();
    }
  }

  it('that is not ready at once is waited for', async () => {
    const wish = newWish();
    await google.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
    await google.fault({ operation: 'calendar.get', kind: 'conference_pending' });
    google.takePaths();
    expect(await insertWithoutPauses(wish)).toMatchObject({
      event: { meet: 'ready', meetLink: expect.stringMatching(/^https:/) },
      pauses: PAUSES.slice(0, 2),
    });
    expect(google.takePaths().filter((one) => one.startsWith('GET'))).toHaveLength(2);
  });

  it('that takes longer is left pending, and found by the next try', async () => {
    const wish = newWish();
    await google.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
    await google.fault({ operation: 'calendar.get', kind: 'conference_pending', times: 4 });
    expect(await insertWithoutPauses(wish)).toMatchObject({
      event: { meet: 'pending', meetLink: null },
      pauses: PAUSES,
    });
    expect((await insertEvent(access, wish)).meet).toBe('ready');
    expect(await roomsOf(wish.requestId)).toHaveLength(1);
  });

  it('that Google could not make is asked for anew by the next try, and the one after that', async () => {
    const wish = newWish();
    await google.fault({ operation: 'calendar.insert', kind: 'conference_failure' });
    await google.fault({ operation: 'calendar.patch', kind: 'conference_failure' });
    expect(await insertEvent(access, wish)).toMatchObject({ meet: 'failed', meetLink: null });
    expect(await insertEvent(access, wish)).toMatchObject({
      meet: 'failed',
      requestId: `${wish.requestId}.2`,
    });
    expect(await insertEvent(access, wish)).toMatchObject({
      meet: 'ready',
      requestId: `${wish.requestId}.3`,
    });
  });
});

describe('a change', () => {
  it('moves the event and keeps guests and video call', async () => {
    const wish = newWish();
    const before = await insertEvent(access, wish);
    const times = { date: '2026-12-01', startTime: '23:30', endTime: '23:59' };
    expect(await patchEventTimes(access, wish.id, times)).toEqual({
      ...before,
      startsAt: new Date('2026-12-01T18:00:00Z'),
      endsAt: new Date('2026-12-01T18:29:00Z'),
    });
    expect((await google.mailsOf(wish.id)).slice(2)).toEqual(GUESTS.map((email) => `update ${email}`));
  });

  it('finds nothing to move where there is no event or a deleted one', async () => {
    const times = { date: '2026-12-01', startTime: '10:00', endTime: '11:00' };
    expect(await patchEventTimes(access, eventIdOf(randomUUID()), times)).toBeUndefined();
    const wish = newWish();
    await insertEvent(access, wish);
    await deleteEvent(access, wish.id);
    expect(await patchEventTimes(access, wish.id, times)).toBeUndefined();
  });
});

describe('a deletion', () => {
  it('tells the guests, and is done when it was done before or there was nothing', async () => {
    const wish = newWish();
    await insertEvent(access, wish);
    await deleteEvent(access, wish.id);
    await deleteEvent(access, wish.id);
    await deleteEvent(access, eventIdOf(randomUUID()));
    expect((await getEvent(access, wish.id))?.isDeleted).toBe(true);
    expect((await google.mailsOf(wish.id)).slice(2)).toEqual(GUESTS.map((email) => `cancellation ${email}`));
    expect(await getEvent(access, eventIdOf(randomUUID()))).toBeUndefined();
  });
});

describe('calendars', () => {
  it('are listed, and the one in use is found', async () => {
    const calendars = await listCalendars(access);
    expect(calendars[0]).toEqual({
      id: 'calendar@point-0.example',
      summary: 'calendar@point-0.example',
      timeZone: 'Asia/Kolkata',
      accessRole: 'owner',
      primary: true,
    });
    expect(calendars).toHaveLength(2);
    expect(await findCalendar(access)).toEqual(calendars[0]);
  });

  it('are those of GOOGLE_CALENDAR_ID where it is set', async () => {
    vi.stubEnv('GOOGLE_CALENDAR_ID', 'gone@group.calendar.google.com');
    expect(await findCalendar(access)).toBeUndefined();
    await expect(insertEvent(access, newWish())).rejects.toMatchObject({ code: '404', reason: 'notFound' });
    vi.stubEnv('GOOGLE_CALENDAR_ID', '');
    expect((await findCalendar(access))?.primary).toBe(true);
  });
});

describe('a failure', () => {
  const call = {
    insert: () => insertEvent(access, newWish()),
    get: () => getEvent(access, eventIdOf(randomUUID())),
    patch: () => patchEventTimes(access, eventIdOf(randomUUID()), newWish()),
    delete: () => deleteEvent(access, eventIdOf(randomUUID())),
    list: () => listCalendars(access),
  };

  for (const operation of ['insert', 'get', 'patch', 'delete', 'list'] as const) {
    it.each([403, 429, 500, 503])(`of ${operation} with %i passes`, async (status) => {
      await google.fault({ operation: `calendar.${operation}`, kind: 'fail', status });
      await expect(call[operation]()).rejects.toBeInstanceOf(ProviderUnavailable);
    });

    it(`of ${operation} with 400 stays`, async () => {
      await google.fault({ operation: `calendar.${operation}`, kind: 'fail', status: 400 });
      const error = await call[operation]().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProviderRefused);
      expect(error).toMatchObject({ message: 'Invalid Value', code: '400', reason: 'invalid' });
    });
  }

  it.each([
    ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['a page instead of JSON', async () => new Response('<html>', { status: 404 })],
    ['success of an unknown shape', async () => Response.json({ id: 1 })],
  ])('is not concluded from %s', async (_, answer) => {
    await listCalendars(access);
    const odd = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
    await expect(call.get()).rejects.toBeInstanceOf(ProviderUnavailable);
    odd.mockRestore();
  });

  it('of one access token is mended with another', async () => {
    await listCalendars(access);
    await google.lever('tokens/expire');
    google.takePaths();
    const wish = newWish();
    expect((await insertEvent(access, wish)).meet).toBe('ready');
    const events = 'POST /www.googleapis.com/calendar/v3/calendars/primary/events';
    expect(google.takePaths()).toEqual([events, 'POST /oauth2.googleapis.com/token', events]);
    expect(await google.mailsOf(wish.id)).toEqual(INVITED);
  });

  it('of every access token is one of the permission', async () => {
    await google.fault({ operation: 'calendar.list', kind: 'fail', status: 401, times: 2 });
    await expect(listCalendars(access)).rejects.toBeInstanceOf(TokenRevoked);
    expect(await listCalendars(access)).toHaveLength(2);
  });

  it('of the refreshing passes or stays as that does', async () => {
    const mine = await accessOf(CALENDAR_SCOPE, 'refresh@startup.example');
    await google.fault({ operation: 'token.refresh', kind: 'fail', status: 503 });
    await expect(listCalendars(mine)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await listCalendars(mine)).toHaveLength(2);
    await google.lever('tokens/revoke', { email: 'refresh@startup.example' });
    await expect(listCalendars(mine)).rejects.toBeInstanceOf(TokenRevoked);
  });

  it('is one of the permission when it is not for calendars', async () => {
    const mine = await accessOf('email profile', 'scopes@startup.example');
    await expect(listCalendars(mine)).rejects.toMatchObject({
      name: 'TokenRevoked',
      message: 'Insufficient Permission',
    });
  });

  it('is a refusal where the calendar may only be read', async () => {
    const holidays = { ...access, calendarId: 'en.indian#holiday@group.v.calendar.google.com' };
    await expect(insertEvent(holidays, newWish())).rejects.toMatchObject({
      code: '403',
      reason: 'requiredAccessLevel',
    });
  });
});
