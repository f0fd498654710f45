import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CalendarFixture,
  EVENTS,
  OWNER,
  openCalendar,
  reasonOf,
  session,
  WITH_ALL,
  withMeet,
} from '#tests/kit/calendar.ts';
import { CALENDAR_SCOPE, CALLBACK, newEventId } from '#tests/kit/google.ts';

let google: CalendarFixture['google'];
let call: CalendarFixture['call'];
let insert: CalendarFixture['insert'];

beforeAll(async () => {
  ({ google, call, insert } = await openCalendar());
});
afterAll(() => google.close());
beforeEach(() => google.clearFaults());

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
    expect(await google.mailsOf(id)).toEqual([
      'invitation founder@startup.example',
      'invitation mentor@mentors.example',
    ]);
  });

  it('has no video call where version 0 is spoken, and tells nobody unless asked to', async () => {
    const { body } = await insert(withMeet('ignored'), '');
    expect(body).not.toHaveProperty('conferenceData');
    expect(body).not.toHaveProperty('hangoutLink');
    expect(body.id).toMatch(/^[a-v0-9]{26}$/);
    expect(await google.mailsOf(body.id)).toEqual([]);
  });

  it('gets no second room for a request that was made before', async () => {
    const first = await insert(withMeet('once'));
    expect(first.body.hangoutLink).toBeDefined();
    expect((await insert(withMeet('once'))).body).not.toHaveProperty('hangoutLink');
    const again = await call('PATCH', `${EVENTS}/${first.body.id}?${WITH_ALL}`, {
      conferenceData: { createRequest: { requestId: 'once', conferenceSolutionKey: { type: 'hangoutsMeet' } } },
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
      { conferenceData: { createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'eventHangout' } } } },
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
    expect((await google.mailsOf(id)).slice(2)).toEqual([
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
    expect((await google.mailsOf(id)).slice(2)).toEqual([
      'update mentor@mentors.example',
      'invitation new@startup.example',
      'cancellation founder@startup.example',
    ]);
  });

  it('is refused when it was made to an older version', async () => {
    const { body } = await insert(session());
    const path = `${EVENTS}/${body.id}`;
    await call('PATCH', path, { summary: 'Newer' });
    const late = await google.api('PATCH', path, {
      token: await google.accessToken(),
      body: { summary: 'Late' },
      ifMatch: body.etag,
    });
    expect([late.status, reasonOf(late)]).toEqual([412, 'conditionNotMet']);
    expect((await call('PATCH', `${EVENTS}/${newEventId('never')}`, {})).status).toBe(404);
  });
});

describe('an invitation', () => {
  async function tokenOf(email: string): Promise<string> {
    const { body } = await google.token({
      grant_type: 'authorization_code',
      code: await google.codeFor(CALENDAR_SCOPE, email),
      redirect_uri: CALLBACK,
    });
    return body.access_token;
  }

  const OTHER = { email: 'mentor@mentors.example', responseStatus: 'needsAction' };
  const SELF = { email: 'founder@startup.example', responseStatus: 'needsAction', self: true };
  const HOST = { email: OWNER, responseStatus: 'accepted', organizer: true };

  it.each([
    ['all guests by default', {}, [HOST, SELF, OTHER]],
    ['all guests where they are shown', { guestsCanSeeOtherGuests: true }, [HOST, SELF, OTHER]],
    ['its reader and the organizer where guests are hidden', { guestsCanSeeOtherGuests: false }, [HOST, SELF]],
  ])('shows %s', async (_, changes, seen) => {
    const attendees = [{ email: OWNER }, { email: SELF.email }, { email: OTHER.email }];
    const { body: event } = await insert(session({ attendees, ...changes }));
    const token = await tokenOf(SELF.email);
    const { status, body } = await google.api('GET', `${EVENTS}/${event.id}`, { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: event.id, summary: event.summary, organizer: { email: OWNER } });
    expect(body.organizer).not.toHaveProperty('self');
    expect(body.attendees).toEqual(seen);
    const page = await google.request(`/google/calendar.json?event=${event.id}&guest=${SELF.email}`);
    expect(page.body.events[0].attendees).toEqual(seen);
    // The organizer reads the whole list all the same.
    expect((await call('GET', `${EVENTS}/${event.id}`)).body.attendees).toHaveLength(3);
  });

  it('is in the own calendar of a guest alone, who cannot change the event', async () => {
    const { body: event } = await insert(session());
    const stranger = { token: await tokenOf('stranger@startup.example') };
    expect((await google.api('GET', `${EVENTS}/${event.id}`, stranger)).status).toBe(404);
    const page = await google.request(`/google/calendar.json?event=${event.id}&guest=stranger@startup.example`);
    expect(page.body.events).toEqual([]);
    const guest = { token: await tokenOf(SELF.email), body: { guestsCanSeeOtherGuests: true } };
    expect((await google.api('PATCH', `${EVENTS}/${event.id}`, guest)).status).toBe(404);
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
    expect((await google.mailsOf(id)).slice(2)).toEqual([
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
