import { afterEach, expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();
const fixture = openBookingFixture(app);

afterEach(async () => {
  await fixture.clearFaults();
  await app.sql`delete from private.google_credentials`;
});

const test = async (by?: Founder) => app.call('test-google-calendar', '', by ?? (await app.administrator()));
const fault = (operation: string, status: number, more = {}) => fixture.fault({ operation, status, ...more });

async function calendar(): Promise<{ events: { id: string; status: string }[]; invitations: unknown[] }> {
  return (await app.request('/sandbox/google/calendar.json', {})).body;
}

const FAILED = 'Google Calendar integration test failed!';

it('test-google-calendar makes a silent event with a Meet link, deletes it, and says what it found', async () => {
  const { status, body } = await test();
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: 'Google Calendar integration test passed!',
      details: {
        workingCalendarId: expect.stringContaining('@'),
        calendarInfo: { summary: expect.any(String), timeZone: 'Asia/Kolkata', accessRole: 'owner' },
        testEventCreated: true,
        meetLinkGenerated: true,
        availableCalendars: expect.arrayContaining([
          { id: body.details.workingCalendarId, summary: expect.any(String), accessRole: 'owner' },
        ]),
      },
      token_state: 'setting',
    },
  ]);
  const { events, invitations } = await calendar();
  expect(events.filter((event) => event.status !== 'cancelled')).toEqual([]);
  expect(invitations).toEqual([]);
});

it('test-google-calendar is for administrators alone', async () => {
  expect((await app.call('test-google-calendar', '')).status).toBe(401);
  const founder = await app.addFounder();
  expectAnswer(await test(founder), 403, { error: 'Admin privileges required.' });
  await app.sql`update public.profiles set is_admin = true where id = ${founder.id}`;
  expect((await test(founder)).status).toBe(200);
  await app.sql`update public.profiles set is_admin = false where id = ${founder.id}`;
  expect((await test(founder)).status).toBe(403);
});

it('test-google-calendar says when to try again where Google takes no more calls', async () => {
  for (const status of [403, 429]) {
    await fault('calendar.insert', status);
    expect((await test()).body).toMatchObject({
      success: false,
      message: FAILED,
      error: 'Google takes no more calls from us right now.',
      retry_after_seconds: 60,
      details: { testEventCreated: false, calendarInfo: { accessRole: 'owner' } },
    });
  }
});

it('test-google-calendar passes Google’s reason on', async () => {
  await fault('calendar.list', 400);
  expect((await test()).body).toMatchObject({ success: false, error: 'Google refused: Invalid Value' });
  await fault('calendar.list', 500, { times: 2 });
  const { body } = await test();
  expect(body.error).toMatch(/^Google could not be asked: .*status 500/);
  expect(body.details).toEqual({ testEventCreated: false, meetLinkGenerated: false, availableCalendars: [] });
});

it('test-google-calendar does not pass without a Meet link', async () => {
  await fixture.fault({ operation: 'calendar.insert', kind: 'conference_failure' });
  expect((await test()).body).toMatchObject({
    success: false,
    error: 'Google made the event, but no Meet link for it.',
    details: { testEventCreated: true, meetLinkGenerated: false },
  });
});

it('test-google-calendar says when the event is left, and leaves none whose answer was lost', async () => {
  await fault('calendar.delete', 500);
  expect((await test()).body).toMatchObject({
    success: true,
    error: 'The test event could not be deleted and is still in the calendar.',
  });
  const left = await calendar();
  const alive = left.events.filter((event) => event.status !== 'cancelled').length;
  await fault('calendar.insert', 500, { is_after: true });
  expect((await test()).body.success).toBe(false);
  expect((await calendar()).events.filter((event) => event.status !== 'cancelled')).toHaveLength(alive);
});

it(
  'test-google-calendar names a stored permission that the present key does not read, and one that was taken ' + 'back',
  async () => {
    await app.sql`
      insert into private.google_credentials (refresh_token_encrypted, token_state, stored_at)
      values ('v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA', 'ok', now())`;
    expect((await test()).body).toMatchObject({
      success: false,
      error: 'The stored permission cannot be read with the present key. Authorise the calendar again.',
      token_state: 'unreadable',
    });
    await app.sql`delete from private.google_credentials`;

    // From here on nobody's permission counts at this stand-in.
    await fixture.lever('tokens/revoke');
    expect((await test()).body).toMatchObject({
      success: false,
      message: FAILED,
      error: 'Google does not accept the permission any more. Authorise the calendar again.',
      token_state: 'invalid_grant',
    });
    expect(app.host.output()).not.toContain(app.keys.google?.refreshToken);
  },
);
