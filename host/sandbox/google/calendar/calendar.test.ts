import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALENDAR_SCOPE, CALLBACK, type GoogleFixture, newEventId, openGoogle } from './calendar-fixtures.ts';

const OWNER = 'calendar@point-0.example';
const EVENTS = '/calendars/primary/events';
const WITH_ALL = 'conferenceDataVersion=1&sendUpdates=all';

let google: GoogleFixture;
let token: string;

beforeAll(async () => {
  google = await openGoogle();
  token = await google.accessToken();
});
afterAll(() => google.close());
beforeEach(() => google.clearFaults());

const call = (method: string, path: string, body?: unknown) =>
  google.api(method, path, { token, ...(body !== undefined && { body }) });

const session = (changes: object = {}) => ({
  summary: 'Session with Asha Rao',
  start: { dateTime: '2026-11-24T10:00:00+05:30', timeZone: 'Asia/Kolkata' },
  end: { dateTime: '2026-11-24T11:00:00+05:30', timeZone: 'Asia/Kolkata' },
  attendees: [{ email: 'founder@startup.example' }, { email: 'mentor@mentors.example' }],
  ...changes,
});

const withMeet = (requestId: string, changes: object = {}) =>
  session({
    conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
    ...changes,
  });

const insert = (body: unknown, query = WITH_ALL) => call('POST', `${EVENTS}?${query}`, body);

async function mailsOf(eventId: string): Promise<string[]> {
  const { body } = await google.request(`/google/calendar.json?event=${eventId}`);
  return body.invitations.map((one: { kind: string; email: string }) => `${one.kind} ${one.email}`);
}

const reasonOf = (answer: { body: { error: { errors: { reason: string }[] } } }) =>
  answer.body.error.errors[0]?.reason;

describe('calendars', () => {
  it('lists the own calendar first, and one that nobody may write into', async () => {
    const { status, body } = await call('GET', '/users/me/calendarList');
    expect(status).toBe(200);
    expect(body.items[0]).toMatchObject({
      id: OWNER,
      primary: true,
      accessRole: 'owner',
      timeZone: 'Asia/Kolkata',
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    });
    expect(body.items.at(-1)).toMatchObject({ summary: 'Holidays in India', accessRole: 'reader' });
    const holidays = encodeURIComponent(body.items.at(-1).id);
    const refused = await call('POST', `/calendars/${holidays}/events`, session());
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'requiredAccessLevel']);
  });

  it('finds one by its id or as primary, and none that is somebody else’s', async () => {
    expect((await call('GET', '/users/me/calendarList/primary')).body.id).toBe(OWNER);
    expect((await call('GET', `/calendars/${OWNER}`)).body.kind).toBe('calendar#calendar');
    expect(await call('GET', '/users/me/calendarList/nobody@startup.example')).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 404,
          message: 'Not Found',
          errors: [{ domain: 'global', reason: 'notFound', message: 'Not Found' }],
        },
      },
    });
  });

  it('makes another, whose events are apart', async () => {
    const made = await call('POST', '/calendars', { summary: 'Sessions', timeZone: 'Europe/London' });
    const path = `/calendars/${encodeURIComponent(made.body.id)}/events`;
    const { body } = await call('POST', path, session());
    expect(body).toMatchObject({
      organizer: { email: made.body.id, displayName: 'Sessions', self: true },
      start: { dateTime: '2026-11-24T04:30:00Z', timeZone: 'Asia/Kolkata' },
    });
    expect((await call('GET', `${EVENTS}/${body.id}`)).status).toBe(404);
    expect((await call('POST', '/calendars', { summary: 'Sessions', timeZone: 'Mars' })).status).toBe(400);
  });
});

describe('an event', () => {
  it('is made with a video call, guests and invitations', async () => {
    const id = newEventId('whole');
    const { status, body, headers } = await insert(withMeet('request whole', { id }));
    expect(status).toBe(200);
    const link = body.hangoutLink;
    expect(link).toMatch(/^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/);
    expect(body).toMatchObject({
      kind: 'calendar#event',
      id,
      status: 'confirmed',
      etag: headers.get('etag'),
      sequence: 0,
      htmlLink: expect.stringMatching(/^https:\/\/www\.google\.com\/calendar\/event\?eid=/),
      iCalUID: `${id}@google.com`,
      organizer: { email: OWNER, self: true },
      start: { dateTime: '2026-11-24T10:00:00+05:30', timeZone: 'Asia/Kolkata' },
      attendees: [
        { email: 'founder@startup.example', responseStatus: 'needsAction' },
        { email: 'mentor@mentors.example', responseStatus: 'needsAction' },
      ],
      conferenceData: {
        createRequest: { requestId: 'request whole', status: { statusCode: 'success' } },
        entryPoints: [{ entryPointType: 'video', uri: link }],
        conferenceId: link.slice('https://meet.google.com/'.length),
      },
      reminders: { useDefault: true },
    });
    expect((await call('GET', `${EVENTS}/${id}`)).body).toEqual(body);
    expect(await mailsOf(id)).toEqual([
      'invitation founder@startup.example',
      'invitation mentor@mentors.example',
    ]);
  });

  it('has no video call where version 0 is spoken, and tells nobody unless asked to', async () => {
    const { body } = await insert(withMeet('ignored'), '');
    expect(body).not.toHaveProperty('conferenceData');
    expect(body).not.toHaveProperty('hangoutLink');
    expect(body.id).toMatch(/^[a-v0-9]{26}$/);
    expect(await mailsOf(body.id)).toEqual([]);
  });

  it('gets no second room for a request that was made before', async () => {
    const first = await insert(withMeet('once'));
    expect(first.body.hangoutLink).toBeDefined();
    expect((await insert(withMeet('once'))).body).not.toHaveProperty('hangoutLink');
    const again = await call('PATCH', `${EVENTS}/${first.body.id}?${WITH_ALL}`, {
      conferenceData: {
        createRequest: { requestId: 'once', conferenceSolutionKey: { type: 'hangoutsMeet' } },
      },
    });
    expect(again.body.hangoutLink).toBe(first.body.hangoutLink);
  });

  it.each([
    ['no end', { end: null }, 'required'],
    ['no start', { start: {} }, 'required'],
    ['an end before its start', { end: { dateTime: '2026-11-24T09:00:00+05:30' } }, 'timeRangeEmpty'],
    ['a time of no zone', { start: { dateTime: '2026-11-24T10:00:00' } }, 'required'],
    ['an unknown zone', { start: { dateTime: '2026-11-24T10:00:00', timeZone: 'Mars/Base' } }, 'invalid'],
    ['a time that is none', { start: { dateTime: 'tomorrow', timeZone: 'Asia/Kolkata' } }, 'invalid'],
    ['a guest without an address', { attendees: [{ email: 'nobody' }] }, 'invalid'],
    ['a short id', { id: 'abcd' }, 'invalid'],
    ['an id with other letters', { id: 'booking-wxyz' }, 'invalid'],
    [
      'another kind of conference',
      {
        conferenceData: {
          createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'eventHangout' } },
        },
      },
      'invalid',
    ],
  ])('is refused with %s', async (_, changes, reason) => {
    const answer = await insert(session(changes));
    expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
  });

  it('is refused when the body is not JSON', async () => {
    expect(reasonOf(await insert('{'))).toBe('parseError');
    expect((await insert(session(), 'sendUpdates=some')).status).toBe(400);
  });

  it('reads a time without an offset on the clocks of its zone', async () => {
    const { body } = await insert(
      session({
        start: { dateTime: '2026-07-01T10:00:00', timeZone: 'America/New_York' },
        end: { dateTime: '2026-07-01T14:30:00Z' },
      }),
    );
    expect(body.start).toEqual({ dateTime: '2026-07-01T19:30:00+05:30', timeZone: 'America/New_York' });
    expect(body.end).toEqual({ dateTime: '2026-07-01T20:00:00+05:30', timeZone: 'Asia/Kolkata' });
    const london = await call('GET', `${EVENTS}/${body.id}?timeZone=Europe/London`);
    expect(london.body.start.dateTime).toBe('2026-07-01T15:00:00+01:00');
  });

  it('takes an id once, even for two at the same time, and also after its deletion', async () => {
    const id = newEventId('twice');
    const answers = await Promise.all([insert(session({ id })), insert(session({ id }))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await call('DELETE', `${EVENTS}/${id}`);
    const late = await insert(session({ id }));
    expect([late.status, reasonOf(late)]).toEqual([409, 'duplicate']);
    expect(late.body.error.message).toBe('The requested identifier already exists.');
  });
});

describe('a change', () => {
  it('moves the event, keeps guests and room, and writes to the guests', async () => {
    const id = newEventId('moved');
    const { body: before } = await insert(withMeet('moved', { id }));
    const { body: after } = await call('PATCH', `${EVENTS}/${id}?sendUpdates=all`, {
      start: { dateTime: '2026-11-25T15:00:00+05:30' },
      end: { dateTime: '2026-11-25T16:00:00+05:30' },
    });
    expect(after).toMatchObject({
      start: { dateTime: '2026-11-25T15:00:00+05:30', timeZone: 'Asia/Kolkata' },
      attendees: before.attendees,
      hangoutLink: before.hangoutLink,
      sequence: 1,
    });
    expect(after.etag).not.toBe(before.etag);
    expect((await mailsOf(id)).slice(2)).toEqual([
      'update founder@startup.example',
      'update mentor@mentors.example',
    ]);
  });

  it('replaces lists, empties what is null, and leaves the rest', async () => {
    const id = newEventId('lists');
    await insert(session({ id, location: 'Online', description: 'A talk' }));
    const { body } = await call('PATCH', `${EVENTS}/${id}?sendUpdates=all`, {
      location: null,
      attendees: [{ email: 'mentor@mentors.example' }, { email: 'new@startup.example' }],
    });
    expect(body).not.toHaveProperty('location');
    expect(body).toMatchObject({ description: 'A talk', sequence: 0 });
    expect(body.attendees.map(({ email }: { email: string }) => email)).toEqual([
      'mentor@mentors.example',
      'new@startup.example',
    ]);
    expect((await mailsOf(id)).slice(2)).toEqual([
      'update mentor@mentors.example',
      'invitation new@startup.example',
      'cancellation founder@startup.example',
    ]);
  });

  it('is refused when it was made to an older version', async () => {
    const { body } = await insert(session());
    const path = `${EVENTS}/${body.id}`;
    await call('PATCH', path, { summary: 'Newer' });
    const late = await google.api('PATCH', path, { token, body: { summary: 'Late' }, ifMatch: body.etag });
    expect([late.status, reasonOf(late)]).toEqual([412, 'conditionNotMet']);
    expect((await call('PATCH', `${EVENTS}/${newEventId('never')}`, {})).status).toBe(404);
  });
});

describe('a deleted event', () => {
  it('is read as cancelled, listed on demand only, and cannot be deleted again', async () => {
    const id = newEventId('deleted');
    await insert(session({ id }));
    const path = `${EVENTS}/${id}`;
    expect((await call('DELETE', `${path}?sendUpdates=all`)).status).toBe(204);
    expect((await call('GET', path)).body.status).toBe('cancelled');
    const again = await call('DELETE', path);
    expect([again.status, reasonOf(again), again.body.error.message]).toEqual([
      410,
      'deleted',
      'Resource has been deleted',
    ]);
    expect((await call('DELETE', `${EVENTS}/${newEventId('never')}`)).status).toBe(404);
    const ids = async (query: string) =>
      (await call('GET', `${EVENTS}?${query}`)).body.items.map((one: { id: string }) => one.id);
    expect(await ids('')).not.toContain(id);
    expect(await ids('showDeleted=true')).toContain(id);
    expect((await mailsOf(id)).slice(2)).toEqual([
      'cancellation founder@startup.example',
      'cancellation mentor@mentors.example',
    ]);
  });

  it('comes back when it is confirmed again', async () => {
    const { body } = await insert(withMeet('restored'));
    const path = `${EVENTS}/${body.id}`;
    await call('DELETE', path);
    const restored = await call('PATCH', `${path}?sendUpdates=all`, { status: 'confirmed' });
    expect(restored.body).toMatchObject({ status: 'confirmed', hangoutLink: body.hangoutLink, sequence: 2 });
  });
});

describe('a list', () => {
  it('is cut by time and into pages', async () => {
    const made = await call('POST', '/calendars', { summary: 'Pages', timeZone: 'Asia/Kolkata' });
    const path = `/calendars/${encodeURIComponent(made.body.id)}/events`;
    for (const day of ['01', '02', '03']) {
      await call('POST', path, {
        start: { dateTime: `2026-12-${day}T10:00:00+05:30` },
        end: { dateTime: `2026-12-${day}T11:00:00+05:30` },
      });
    }
    const days = (answer: { body: { items: { start: { dateTime: string } }[] } }) =>
      answer.body.items.map(({ start }) => start.dateTime.slice(8, 10));
    const first = await call('GET', `${path}?maxResults=2`);
    expect(days(first)).toEqual(['01', '02']);
    const second = await call('GET', `${path}?maxResults=2&pageToken=${first.body.nextPageToken}`);
    expect(days(second)).toEqual(['03']);
    expect(second.body).not.toHaveProperty('nextPageToken');
    const range = 'timeMin=2026-12-01T05:30:00Z&timeMax=2026-12-03T04:30:00Z';
    expect(days(await call('GET', `${path}?${range}`))).toEqual(['02']);
    expect((await call('GET', `${path}?timeMin=soon`)).status).toBe(400);
  });
});

describe('permission', () => {
  it('is needed: 401 without a token or with an unknown or expired one', async () => {
    expect(reasonOf(await google.api('GET', EVENTS, {}))).toBe('required');
    expect(await google.api('GET', EVENTS, { token: 'stolen' })).toMatchObject({
      status: 401,
      body: {
        error: {
          code: 401,
          message: 'Invalid Credentials',
          errors: [
            { domain: 'global', reason: 'authError', location: 'Authorization', locationType: 'header' },
          ],
        },
      },
    });
    const short = await google.accessToken();
    await google.lever('tokens/expire', { email: OWNER });
    expect((await google.api('GET', EVENTS, { token: short })).status).toBe(401);
    token = await google.accessToken();
    expect((await call('GET', EVENTS)).status).toBe(200);
  });

  it('must be for calendars: 403 with that of signing in, and a part with that of events', async () => {
    const email = 'asha@startup.example';
    const withScope = async (scope: string) => {
      const { body } = await google.token({
        grant_type: 'authorization_code',
        code: await google.codeFor(scope, email),
        redirect_uri: CALLBACK,
      });
      return body;
    };
    const { access_token: signIn } = await withScope('email profile');
    const refused = await google.api('GET', EVENTS, { token: signIn });
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'insufficientPermissions']);
    const { access_token: part } = await withScope(`${CALENDAR_SCOPE}.events`);
    expect((await google.api('GET', EVENTS, { token: part })).status).toBe(200);
    expect((await google.api('GET', '/users/me/calendarList', { token: part })).status).toBe(403);
    const whole = await withScope(CALENDAR_SCOPE);
    expect(whole).toMatchObject({ scope: CALENDAR_SCOPE, refresh_token: expect.stringMatching(/^1\/\//) });
    expect(whole).not.toHaveProperty('id_token');
    const list = await google.api('GET', '/users/me/calendarList', { token: whole.access_token });
    expect(list.body.items[0].id).toBe(email);
  });

  it('can be taken back, for good: refreshing then answers invalid_grant, also after a restart', async () => {
    const email = 'leaving@startup.example';
    const { body } = await google.token({
      grant_type: 'authorization_code',
      code: await google.codeFor(CALENDAR_SCOPE, email),
      redirect_uri: CALLBACK,
    });
    expect((await google.lever('tokens/revoke', { email })).status).toBe(204);
    expect((await google.api('GET', EVENTS, { token: body.access_token })).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    expect((await google.token(refresh)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
    expect((await call('GET', EVENTS)).status).toBe(200);

    await google.lever('tokens/revoke');
    await google.mount();
    const site = { grant_type: 'refresh_token', refresh_token: google.client.refreshToken };
    expect((await google.token(site)).body.error).toBe('invalid_grant');
    await google.database.sql`update sandbox.google_tokens set expires_at = null where kind = 'refresh'`;
    token = await google.accessToken();
    expect((await google.lever('tokens/revoke', { email: 'nobody@startup.example' })).status).toBe(400);
    expect((await google.lever('tokens/revoke', { email: 'nobody' })).status).toBe(400);
  });
});

describe('faults', () => {
  it.each([
    [403, 'rateLimitExceeded', 'usageLimits'],
    [429, 'rateLimitExceeded', 'usageLimits'],
    [500, 'backendError', 'global'],
    [503, 'backendError', 'global'],
    [401, 'authError', 'global'],
    [410, 'deleted', 'global'],
  ])('answer %i as Google does', async (status, reason, domain) => {
    await google.fault({ operation: 'calendar.list', kind: 'fail', status });
    const answer = await call('GET', EVENTS);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code: status, errors: [{ reason, domain }] });
    expect((await call('GET', EVENTS)).status).toBe(200);
  });

  it('lose an answer after the work was done, and touch no other call', async () => {
    const id = newEventId('lost');
    await google.fault({ operation: 'calendar.insert', kind: 'fail', is_after: true });
    expect((await call('GET', EVENTS)).status).toBe(200);
    expect((await insert(session({ id }))).status).toBe(500);
    expect((await insert(session({ id }))).status).toBe(409);
    expect((await call('GET', `${EVENTS}/${id}`)).body.id).toBe(id);
  });

  it('make a video call later, or not at all', async () => {
    await google.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
    await google.fault({ operation: 'calendar.get', kind: 'conference_pending' });
    const { body } = await insert(withMeet('later'));
    const statusOf = (event: { conferenceData: { createRequest: { status: object } } }) =>
      event.conferenceData.createRequest.status;
    expect(statusOf(body)).toEqual({ statusCode: 'pending' });
    expect(body.conferenceData).not.toHaveProperty('entryPoints');
    const path = `${EVENTS}/${body.id}`;
    expect(statusOf((await call('GET', path)).body)).toEqual({ statusCode: 'pending' });
    const ready = (await call('GET', path)).body;
    expect(statusOf(ready)).toEqual({ statusCode: 'success' });
    expect(ready.hangoutLink).toMatch(/^https:/);

    await google.fault({ operation: 'calendar.insert', kind: 'conference_failure' });
    const failed = (await insert(withMeet('never'))).body;
    expect(statusOf(failed)).toEqual({ statusCode: 'failure' });
    expect(failed).not.toHaveProperty('hangoutLink');
  });

  it('fail the refreshing of tokens alone', async () => {
    await google.fault({ operation: 'token.refresh', kind: 'fail', status: 503 });
    expect(await google.accessToken()).toBeUndefined();
    expect(await google.accessToken()).toMatch(/^ya29\./);
  });
});

describe('the page', () => {
  it('says that it is a sandbox, and shows events, guests, rooms and e-mails, escaped', async () => {
    const id = newEventId('page');
    const { body } = await insert(withMeet('page', { id, summary: 'A <b>session</b>' }));
    const { status, body: page, headers } = await google.request(`/google/calendar?event=${id}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('Sandbox: this is not Google, and no invitation leaves this machine');
    expect(page).toContain('A &lt;b&gt;session&lt;/b&gt;');
    expect(page).toContain(`href="${body.hangoutLink}"`);
    expect(page).toContain('founder@startup.example');
    expect(page).toMatch(/Invitation to mentor@mentors\.example, .+ IST/);
    await call('DELETE', `${EVENTS}/${id}`);
    expect((await google.request(`/google/calendar?event=${id}`)).body).toContain('Deleted');
    expect((await google.request('/google/calendar?event=none')).body).toContain('The calendar is empty');
  });
});
