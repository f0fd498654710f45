import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  deleteEvent,
  type EventRequest,
  findCalendar,
  getEvent,
  hideGuests,
  insertEvent,
  listCalendars,
} from '#functions/_shared/office/google-calendar.ts';
import { exchangeCode, TokenRevoked } from '#functions/_shared/office/google-oauth.ts';
import { ProviderLimited, ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { CALENDAR_SCOPE, CALLBACK } from '#tests/kit/google.ts';
import { serveGoogle } from '#tests/kit/google-stand-in.ts';

const GUESTS = ['founder@startup.example', 'mentor@mentors.example'];
const INVITED = GUESTS.map((email) => `invitation ${email}`);
const google = provideFixture(serveGoogle);
let access: { refreshToken: string };

beforeEach(async () => {
  access = { refreshToken: google.client.refreshToken };
  for (const [name, value] of Object.entries(google.settings)) vi.stubEnv(name, value);
  await google.clearFaults();
  google.takePaths();
});

function newRequest(changes: object = {}) {
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

it('eventIdOf makes an id that Google accepts out of a booking’s id', () => {
  expect(eventIdOf('9B2D1C5E-0A43-4F8E-8D65-7C3A1F2E4B90')).toBe('p09b2d1c5e0a434f8e8d657c3a1f2e4b90');
});

it('an event is made at the time of the booking in India, with a video call, and its guests are invited', async () => {
  const request = newRequest();
  expect(await insertEvent(access, request)).toEqual({
    id: request.id,
    isDeleted: false,
    htmlLink: expect.stringMatching(/^https:\/\/www\.google\.com\/calendar\/event\?eid=/),
    meetLink: expect.stringMatching(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/),
    meet: 'ready',
    requestId: request.requestId,
    startsAt: new Date('2026-11-24T04:30:00Z'),
    endsAt: new Date('2026-11-24T05:30:00Z'),
    hidesGuests: true,
    guests: GUESTS,
  });
  expect(await google.mailsOf(request.id)).toEqual(INVITED);
  const { body } = await google.request(`/google/calendar.json?event=${request.id}`);
  expect(body.events[0]).toMatchObject({
    calendarId: 'calendar@point-0.example',
    summary: 'Session with Asha Rao',
    start: { dateTime: '2026-11-24T10:00:00+05:30', timeZone: 'Asia/Kolkata' },
  });
});

/** The methods with which Google was asked about events since the last time. */
const eventCalls = () => google.takePaths().flatMap((one) => (one.includes('/events') ? one.split(' ')[0] : []));

/** Whom each guest sees in the guest list of their own calendar. */
async function guestListsOf(id: string): Promise<(string[] | undefined)[]> {
  const readers = await Promise.all(GUESTS.map((email) => accessOf(CALENDAR_SCOPE, email)));
  return Promise.all(readers.map(async (reader) => (await getEvent(reader, id))?.guests));
}

/** As an earlier version made it, whose guests have answered. */
async function addEventThatShowsGuests() {
  const request = newRequest();
  await insertEvent(access, request);
  await google.database.sql`
    update sandbox.google_events set fields = fields - 'guestsCanSeeOtherGuests',
      attendees = replace(attendees::text, 'needsAction', 'accepted')::jsonb
    where id = ${request.id}`;
  expect(await guestListsOf(request.id)).toEqual([GUESTS, GUESTS]);
  google.takePaths();
  return request;
}

const answersOf = async (id: string) => {
  const { body } = await google.request(`/google/calendar.json?event=${id}`);
  return body.events[0].attendees.map((one: { responseStatus: string }) => one.responseStatus);
};

it('each guest of an event sees no other guest, from the invitation on', async () => {
  const request = newRequest();
  google.takePaths();
  await insertEvent(access, request);
  // A second call would come after Google's invitations, which show the guest list.
  expect(eventCalls()).toEqual(['POST']);
  expect(await guestListsOf(request.id)).toEqual(GUESTS.map((email) => [email]));
  await insertEvent(access, { ...request, date: '2026-11-25' });
  await deleteEvent(access, request.id);
  await insertEvent(access, request);
  expect(await guestListsOf(request.id)).toEqual(GUESTS.map((email) => [email]));
});

it('guests of an event that showed them are hidden from each other once, and Google writes to nobody', async () => {
  const { id } = await addEventThatShowsGuests();
  expect(await hideGuests(access, id)).toBe(true);
  expect(await guestListsOf(id)).toEqual(GUESTS.map((email) => [email]));
  expect(await answersOf(id)).toEqual(['accepted', 'accepted']);
  expect(await google.mailsOf(id)).toEqual(INVITED);
  google.takePaths();
  expect(await hideGuests(access, id)).toBe(true);
  expect(eventCalls()).toEqual(['GET']);
});

it('guests of an event that showed them are hidden from each other by its next change as well', async () => {
  const request = await addEventThatShowsGuests();
  const { hidesGuests } = await insertEvent(access, request);
  expect(hidesGuests).toBe(true);
  expect(await google.mailsOf(request.id)).toEqual(INVITED);
  const moved = await addEventThatShowsGuests();
  await insertEvent(access, { ...moved, date: '2026-11-25' });
  expect(await guestListsOf(moved.id)).toEqual(GUESTS.map((email) => [email]));
  expect((await google.mailsOf(moved.id)).slice(2)).toEqual(GUESTS.map((email) => `update ${email}`));
});

it('guests of an event that is gone are left alone', async () => {
  const { id } = await addEventThatShowsGuests();
  await google.fault({ operation: 'calendar.patch', kind: 'fail', status: 410 });
  expect(await hideGuests(access, id)).toBe(false);
  await deleteEvent(access, id, { isSilent: true });
  expect(await hideGuests(access, id)).toBe(false);
  expect(await hideGuests(access, eventIdOf(randomUUID()))).toBe(false);
});

it('an event is made once, however often it is asked for', async () => {
  const request = newRequest();
  const first = await insertEvent(access, request);
  const again = await Promise.all([insertEvent(access, request), insertEvent(access, request)]);
  expect(again).toEqual([first, first]);
  expect(await google.mailsOf(request.id)).toEqual(INVITED);
  expect(await roomsOf(request.requestId)).toHaveLength(1);
});

it('an event is found again when Google made it and the answer was lost', async () => {
  const request = newRequest();
  await google.fault({ operation: 'calendar.insert', kind: 'fail', status: 500, is_after: true });
  await expect(insertEvent(access, request)).rejects.toBeInstanceOf(ProviderUnavailable);
  expect((await insertEvent(access, request)).meet).toBe('ready');
  expect(await google.mailsOf(request.id)).toEqual(INVITED);
});

it('an event has the new times when the booking was moved before it was made', async () => {
  const request = newRequest();
  const { meetLink } = await insertEvent(access, request);
  const moved = await insertEvent(access, { ...request, date: '2026-11-25' });
  expect(moved).toMatchObject({ startsAt: new Date('2026-11-25T04:30:00Z'), meetLink });
  expect(await google.mailsOf(request.id)).toEqual([...INVITED, ...GUESTS.map((email) => `update ${email}`)]);
});

it('an event comes back when somebody deleted it in the calendar', async () => {
  const request = newRequest();
  const { meetLink } = await insertEvent(access, request);
  await deleteEvent(access, request.id, { isSilent: true });
  expect(await insertEvent(access, request)).toMatchObject({ isDeleted: false, meetLink, guests: GUESTS });
  expect((await google.mailsOf(request.id)).slice(2)).toEqual(INVITED);
});

it('an event can be made without writing to anybody', async () => {
  const request = newRequest({ isSilent: true, guests: [] });
  await insertEvent(access, request);
  await deleteEvent(access, request.id, { isSilent: true });
  expect(await google.mailsOf(request.id)).toEqual([]);
});

const PAUSES = [200, 400, 800, 1600];

/** Calls insertEvent, records its pauses and skips them. */
async function insertWithoutPauses(request: EventRequest) {
  const original = globalThis.setTimeout;
  const pauses: number[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, milliseconds = 0, ...rest: []) => {
    const isPause = PAUSES.includes(milliseconds);
    if (isPause) pauses.push(milliseconds);
    return original(run, isPause ? 0 : milliseconds, ...rest);
  }) as typeof setTimeout);
  try {
    return { event: await insertEvent(access, request), pauses };
  } finally {
    vi.mocked(globalThis.setTimeout).mockRestore();
  }
}

it('a video call that is not ready at once is waited for', async () => {
  const request = newRequest();
  await google.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
  await google.fault({ operation: 'calendar.get', kind: 'conference_pending' });
  google.takePaths();
  expect(await insertWithoutPauses(request)).toMatchObject({
    event: { meet: 'ready', meetLink: expect.stringMatching(/^https:/) },
    pauses: PAUSES.slice(0, 2),
  });
  expect(google.takePaths().filter((one) => one.startsWith('GET'))).toHaveLength(2);
});

it('a video call that takes longer is left pending, and found by the next try', async () => {
  const request = newRequest();
  await google.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
  await google.fault({ operation: 'calendar.get', kind: 'conference_pending', times: 4 });
  expect(await insertWithoutPauses(request)).toMatchObject({
    event: { meet: 'pending', meetLink: null },
    pauses: PAUSES,
  });
  expect((await insertEvent(access, request)).meet).toBe('ready');
  expect(await roomsOf(request.requestId)).toHaveLength(1);
});

it('a video call that Google could not make is asked for anew by the next try, and the one after that', async () => {
  const request = newRequest();
  await google.fault({ operation: 'calendar.insert', kind: 'conference_failure' });
  await google.fault({ operation: 'calendar.patch', kind: 'conference_failure' });
  expect(await insertEvent(access, request)).toMatchObject({ meet: 'failed', meetLink: null });
  expect(await insertEvent(access, request)).toMatchObject({ meet: 'failed', requestId: `${request.requestId}.2` });
  expect(await insertEvent(access, request)).toMatchObject({ meet: 'ready', requestId: `${request.requestId}.3` });
});

it('a changed time moves the event and keeps guests and video call', async () => {
  const request = newRequest();
  const before = await insertEvent(access, request);
  const times = { date: '2026-12-01', startTime: '23:30', endTime: '23:59' };
  expect(await insertEvent(access, { ...request, ...times })).toEqual({
    ...before,
    startsAt: new Date('2026-12-01T18:00:00Z'),
    endsAt: new Date('2026-12-01T18:29:00Z'),
  });
  expect((await google.mailsOf(request.id)).slice(2)).toEqual(GUESTS.map((email) => `update ${email}`));
});

it('a deletion tells the guests, and succeeds also when the event is gone or never existed', async () => {
  const request = newRequest();
  await insertEvent(access, request);
  await deleteEvent(access, request.id);
  await deleteEvent(access, request.id);
  await deleteEvent(access, eventIdOf(randomUUID()));
  expect((await getEvent(access, request.id))?.isDeleted).toBe(true);
  expect((await google.mailsOf(request.id)).slice(2)).toEqual(GUESTS.map((email) => `cancellation ${email}`));
  expect(await getEvent(access, eventIdOf(randomUUID()))).toBeUndefined();
});

it('the owner’s calendars are listed, and the one in use is found', async () => {
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

it('the calendar is the one of GOOGLE_CALENDAR_ID where that is set', async () => {
  vi.stubEnv('GOOGLE_CALENDAR_ID', 'gone@group.calendar.google.com');
  expect(await findCalendar(access)).toBeUndefined();
  await expect(insertEvent(access, newRequest())).rejects.toMatchObject({ code: '404', reason: 'notFound' });
  vi.stubEnv('GOOGLE_CALENDAR_ID', '');
  expect((await findCalendar(access))?.primary).toBe(true);
});

const call = {
  insert: () => insertEvent(access, newRequest()),
  get: () => getEvent(access, eventIdOf(randomUUID())),
  patch: async () => {
    const request = newRequest();
    await insertEvent(access, request);
    await insertEvent(access, { ...request, date: '2026-11-25' });
  },
  delete: () => deleteEvent(access, eventIdOf(randomUUID())),
  list: () => listCalendars(access),
};

for (const operation of ['insert', 'get', 'patch', 'delete', 'list'] as const) {
  it.each([403, 429, 500, 503])(`a failure of ${operation} with %i may pass by a retry`, async (status) => {
    await google.fault({ operation: `calendar.${operation}`, kind: 'fail', status });
    await expect(call[operation]()).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it(`a failure of ${operation} with 400 is final`, async () => {
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
])('no refusal is concluded from %s', async (_, answer) => {
  await listCalendars(access);
  const odd = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await expect(call.get()).rejects.toBeInstanceOf(ProviderUnavailable);
  odd.mockRestore();
});

it('a refused access token is replaced by a new one', async () => {
  await listCalendars(access);
  await google.lever('tokens/expire');
  google.takePaths();
  const request = newRequest();
  expect((await insertEvent(access, request)).meet).toBe('ready');
  const events = 'POST /www.googleapis.com/calendar/v3/calendars/primary/events';
  expect(google.takePaths()).toEqual([events, 'POST /oauth2.googleapis.com/token', events]);
  expect(await google.mailsOf(request.id)).toEqual(INVITED);
});

it('a refusal of every access token means that the permission is gone', async () => {
  await google.fault({ operation: 'calendar.list', kind: 'fail', status: 401, times: 2 });
  await expect(listCalendars(access)).rejects.toBeInstanceOf(TokenRevoked);
  expect(await listCalendars(access)).toHaveLength(2);
});

it('a failed refresh is temporary or final as Google says', async () => {
  const mine = await accessOf(CALENDAR_SCOPE, 'refresh@startup.example');
  await google.fault({ operation: 'token.refresh', kind: 'fail', status: 503 });
  await expect(listCalendars(mine)).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(await listCalendars(mine)).toHaveLength(2);
  await google.lever('tokens/revoke', { email: 'refresh@startup.example' });
  await expect(listCalendars(mine)).rejects.toBeInstanceOf(TokenRevoked);
});

it('a permission that does not cover calendars counts as gone', async () => {
  const mine = await accessOf('email profile', 'scopes@startup.example');
  await expect(listCalendars(mine)).rejects.toMatchObject({ name: 'TokenRevoked', message: 'Insufficient Permission' });
});

it('a calendar that may only be read refuses events', async () => {
  const holidays = { ...access, calendarId: 'en.indian#holiday@group.v.calendar.google.com' };
  await expect(insertEvent(holidays, newRequest())).rejects.toMatchObject({
    code: '403',
    reason: 'requiredAccessLevel',
  });
});

it.each([
  ['a pause in seconds', 429, 'rateLimitExceeded', '90', 90],
  ['a pause as a date', 429, '', 'Sat, 21 Nov 2026 10:00:00 GMT', undefined],
  ['no pause', 403, 'userRateLimitExceeded', undefined, undefined],
  ['a spent quota', 403, 'quotaExceeded', undefined, undefined],
])('a rate limit with %s is reported as ProviderLimited', async (_name, status, reason, pause, seconds) => {
  await listCalendars(access);
  const body = { error: { message: 'Slow down', errors: [{ reason }] } };
  const limited = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(Response.json(body, { status, headers: pause ? { 'retry-after': pause } : {} }));
  const error = await listCalendars(access).catch((thrown: unknown) => thrown);
  limited.mockRestore();
  expect(error).toBeInstanceOf(ProviderLimited);
  expect(error).toMatchObject({ retryAfterSeconds: seconds });
});
