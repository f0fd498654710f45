import { afterEach, expect, it } from 'vitest';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectError } from '#tests/kit/expect-answer.ts';
import { giveConsent } from '#tests/kit/google-consent.ts';
import {
  addAppointment,
  addConnectedMentor,
  addMentorAccount,
  answerOf,
  type CalendarMentor,
  clearAppointments,
  connectCalendar,
  consentOf,
  makeCheckDue,
} from '#tests/kit/mentor-calendar.ts';
import { asPerson } from '#tests/kit/payment-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

// No worker runs by itself: each test makes the rounds that it is about.
const app = provideTestApp({ LOG_LEVEL: 'debug', WORKERS: '0' });
const google = openBookingFixture(app);
afterEach(() => google.clearFaults());

const stateOf = async ({ account }: CalendarMentor) => (await asPerson(app, account).rpc('mentor_calendar', {})).body;
const rowOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select * from private.mentor_calendars where mentor_id = ${mentorId}`)[0];
const hiddenOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select hidden_because from public.mentor_availability where mentor_id = ${mentorId}`)[0]
    ?.hidden_because;
const busyOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select count(*)::int as n from private.mentor_busy where mentor_id = ${mentorId}`)[0]?.n;

async function check(mentor: CalendarMentor): Promise<void> {
  await makeCheckDue(app, mentor.mentorId);
  await app.runJobs();
}

it('connect-calendar asks Google for busy times and the address, and keeps the permission encrypted', async () => {
  const mentor = await addMentorAccount(app);
  const consent = new URL(await consentOf(app, mentor.account));
  expect(consent.pathname).toBe('/sandbox/providers/accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(consent.searchParams)).toEqual({
    client_id: expect.any(String),
    redirect_uri: `${app.host.url}/mentor-dashboard/calendar-callback`,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/calendar.freebusy openid email',
    access_type: 'offline',
    prompt: 'consent',
    login_hint: mentor.account.email,
    state: expect.stringMatching(/^[\w-]+\.\d+\.[\w-]+$/),
  });
  await addAppointmentAfterConsent(mentor);
  const answer = await connectCalendar(app, mentor.account, { action: 'exchange', ...(await answerOf(app, mentor)) });
  expect([answer.status, answer.body]).toEqual([200, { google_email: mentor.google }]);
  // Its first check came with it.
  expect([await hiddenOf(mentor), (await stateOf(mentor)).checked_at]).toEqual(['calendar', expect.any(String)]);
  const row = await rowOf(mentor);
  expect(row?.refresh_token_encrypted).toMatch(/^v1\./);
  const tokens = await app.sql`
    select token from sandbox.google_tokens join sandbox.google_accounts using (sub) where email = ${mentor.google}`;
  expect(tokens.length).toBeGreaterThan(0);
  for (const { token } of tokens) {
    expect(app.host.output()).not.toContain(token);
    expect(JSON.stringify([row, await stateOf(mentor), answer.body])).not.toContain(token);
  }
});

/** The account exists from its first visit to Google's page on. */
async function addAppointmentAfterConsent(mentor: CalendarMentor): Promise<void> {
  await answerOf(app, mentor);
  await addAppointment(app, mentor.google, mentor.slot);
}

it('connect-calendar is finished by the account that began it alone, once, and within ten minutes', async () => {
  const [mentor, other] = [await addMentorAccount(app), await addMentorAccount(app)];
  const answer = await answerOf(app, mentor);
  const exchange = (by: CalendarMentor, given = answer) =>
    connectCalendar(app, by.account, { action: 'exchange', ...given });
  const expired = 'This connection has expired. Please try again.';
  expectError(await exchange(other), 400, expired);
  expect(await rowOf(other)).toBeUndefined();
  const both = await Promise.all([exchange(mentor), exchange(mentor)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const { code } = await answerOf(app, mentor);
  expect((await exchange(mentor, { ...answer, code })).body).toEqual({ error: expired, code: 'state_not_valid' });
  // Another code with a state that is ours and new: the code is Google's to refuse.
  const { state } = await answerOf(app, mentor);
  expectError(await exchange(mentor, { state, code: '4/0not-a-code' }), 400, expired);
});

it('connect-calendar stores nothing without the scope, a lasting permission, or Google', async () => {
  const mentor = await addMentorAccount(app);
  const exchange = (given: object) => connectCalendar(app, mentor.account, { action: 'exchange', ...given });
  const refused = await exchange(await answerOf(app, mentor, { ticked: '' }));
  expect([refused.status, refused.body]).toEqual([
    422,
    { error: 'You did not allow Point 0 to see when you are busy. Nothing was connected.', code: 'scope_missing' },
  ]);
  // Who asks for no access while away gets none: the state is ours, the consent another.
  const consent = new URL(await consentOf(app, mentor.account));
  consent.searchParams.delete('access_type');
  const { searchParams } = await giveConsent(app, consent.href, { email: mentor.google });
  const given = { code: searchParams.get('code'), state: searchParams.get('state') };
  expectError(await exchange(given), 422, 'Google did not give us lasting permission. Please try again.');
  const answer = await answerOf(app, mentor);
  await google.fault({ operation: 'token', status: 503 });
  expectError(await exchange(answer), 503, 'Google cannot be reached right now. Please try again.');
  expect(await rowOf(mentor)).toBeUndefined();
});

it('connect-calendar is for mentors, and leads nobody to Google with a link that is not ours', async () => {
  const founder = await app.addFounder();
  for (const body of [{ action: 'begin' }, { action: 'check-now' }, { action: 'disconnect' }]) {
    const answer = await connectCalendar(app, founder, body);
    expect([answer.status, answer.body]).toEqual([403, { error: 'This area is for mentors.', code: 'mentor_only' }]);
    expect((await app.call('connect-calendar', body)).status).toBe(401);
  }
  const mentor = await addMentorAccount(app);
  expect((await connectCalendar(app, mentor.account, { action: 'delete' })).status).toBe(400);
  const { status, body } = await connectCalendar(app, mentor.account, { action: 'check-now' });
  expect([status, body.code]).toEqual([409, 'calendar_not_connected']);
  const link = await fetch(`${app.host.url}/functions/v1/connect-calendar?consent=v1.a.b.c`, { redirect: 'manual' });
  expect([link.status, link.headers.get('location'), await link.text()]).toEqual([
    403,
    null,
    'This link has expired. Please go back and try again.',
  ]);
  await app.sql`update public.mentors set listing_state = 'left' where id = ${mentor.mentorId}`;
  expect((await connectCalendar(app, mentor.account, { action: 'begin' })).body.code).toBe('mentor_left');
});

it('a busy event hides its slots within one round of the worker, and deleted it shows them within one', async () => {
  const mentor = await addConnectedMentor(app);
  await addAppointment(app, mentor.google, mentor.slot);
  await check(mentor);
  expect(await hiddenOf(mentor)).toBe('calendar');
  await clearAppointments(app, mentor.google);
  await check(mentor);
  expect(await hiddenOf(mentor)).toBeNull();
});

it('a mentor’s own sessions in their calendar hide nothing', async () => {
  const mentor = await addConnectedMentor(app);
  const founder = await app.addFounder();
  const { id } = await app.addBooking(founder.id, { slot: mentor.slot });
  await google.approve([id]);
  // Google shows the event of the session in the mentor's calendar.
  await addAppointment(app, mentor.google, mentor.slot);
  await check(mentor);
  expect(await busyOf(mentor)).toBe(0);
  await google.reschedule(id, '12:00', '13:00', 'Rescheduled: Mentor travels');
  await check(mentor);
  expect([await busyOf(mentor), await hiddenOf(mentor)]).toEqual([0, null]);
});

it('check-now reads the calendar at once, at most once a minute, and further calendars are named where Google shows none', async () => {
  const mentor = await addConnectedMentor(app);
  await addAppointment(app, mentor.google, mentor.slot);
  const checkNow = () => connectCalendar(app, mentor.account, { action: 'check-now' });
  expect((await checkNow()).status).toBe(200);
  expect(await hiddenOf(mentor)).toBe('calendar');
  const again = await checkNow();
  expect([again.status, again.body.code]).toEqual([429, 'checked_just_now']);
  const save = (calendars: string[]) => connectCalendar(app, mentor.account, { action: 'save-calendars', calendars });
  expect((await save(['stranger@mail.example'])).status).toBe(200);
  expect((await stateOf(mentor)).calendars).toEqual([
    { address: 'stranger@mail.example', unread_since: expect.any(String) },
  ]);
  const wrong = await save(['no address']);
  expect([wrong.status, wrong.body]).toEqual([
    422,
    { error: 'Please enter the address of a calendar, such as name@example.com.', code: 'calendar_address_not_valid' },
  ]);
  await save([]);
  expect((await stateOf(mentor)).calendars).toEqual([]);
});

type GoogleFault = { operation?: string; kind?: string; status?: number };
const LIMITS_AND_FAILURES: GoogleFault[] = [
  { status: 403 },
  { status: 500 },
  { status: 429 },
  { status: 401 },
  { kind: 'calendar_error' },
  { operation: 'token.refresh', status: 500 },
];

/** None of these loses the permission or shows a busy time, and the next round succeeds. */
async function expectUnharmedBy(mentor: CalendarMentor, faults: GoogleFault[]): Promise<void> {
  for (const fault of faults) {
    if (fault.operation) await google.lever('tokens/expire', { email: mentor.google });
    await google.fault({ operation: 'calendar.freebusy', ...fault });
    await check(mentor);
    const [state, row] = [await stateOf(mentor), await rowOf(mentor)];
    // One refused access token is replaced by a new one, and the check is made.
    const failures = fault.status === 401 ? 0 : 1;
    expect([fault, state.state, await hiddenOf(mentor), row?.failures]).toEqual([fault, 'ok', 'calendar', failures]);
    await check(mentor);
    expect((await rowOf(mentor))?.failures).toBe(0);
  }
}

it('revoked at Google: within one round lost, one e-mail, no busy time; limits and failures do none of this', {
  tags: ['faults'],
}, async () => {
  const mentor = await addConnectedMentor(app);
  await addAppointment(app, mentor.google, mentor.slot);
  await check(mentor);
  const mails = async () =>
    (
      await app.sql`
        select payload from private.outbox where kind = 'email' and key like ${`calendar-lost:${mentor.mentorId}:%`}`
    ).map((job) => job.payload);
  await expectUnharmedBy(mentor, LIMITS_AND_FAILURES.slice(0, 2));
  await google.lever('tokens/revoke', { email: mentor.google });
  await check(mentor);
  await google.atLast(async () => expect(await mails()).toHaveLength(1));
  await check(mentor);
  await app.runJobs();
  expect([await stateOf(mentor), await busyOf(mentor), await hiddenOf(mentor)]).toMatchObject([
    { state: 'lost' },
    0,
    null,
  ]);
  const sent = await mails();
  expect(sent).toMatchObject([{ subject: 'Google Calendar is disconnected' }]);
  expect(sent[0]?.to).toMatch(/@mentors\.example$/);
  expect(sent[0]?.text.replace(/\s+/g, ' ')).toContain(
    'Your hours still apply, but we no longer see when you are busy.',
  );
  // Connected again, it is read again.
  await connectCalendar(app, mentor.account, { action: 'exchange', ...(await answerOf(app, mentor)) });
  expect([(await stateOf(mentor)).state, await hiddenOf(mentor)]).toEqual(['ok', 'calendar']);
});

it('no limit and no failure of Google loses a permission or shows a busy time', { tags: ['faults'] }, async () => {
  const mentor = await addConnectedMentor(app);
  await addAppointment(app, mentor.google, mentor.slot);
  await check(mentor);
  await expectUnharmedBy(mentor, LIMITS_AND_FAILURES);
});

it('two refusals of new access tokens are a loss as well, and so is a scope that was taken away', async () => {
  const mentor = await addConnectedMentor(app);
  await google.fault({ operation: 'calendar.freebusy', status: 401, times: 2 });
  await check(mentor);
  expect((await stateOf(mentor)).state).toBe('lost');
  const other = await addConnectedMentor(app);
  await app.sql`
    update sandbox.google_tokens t set scopes = array['openid'] from sandbox.google_accounts a
    where a.sub = t.sub and a.email = ${other.google}`;
  await check(other);
  expect((await stateOf(other)).state).toBe('lost');
});

it('disconnecting works while Google is down, and Google hears of it once it is back', {
  tags: ['faults'],
}, async () => {
  const mentor = await addConnectedMentor(app);
  await addAppointment(app, mentor.google, mentor.slot);
  await check(mentor);
  await google.fault({ operation: 'revoke', status: 503, times: 1 });
  expect((await connectCalendar(app, mentor.account, { action: 'disconnect' })).status).toBe(200);
  expect([await stateOf(mentor), await busyOf(mentor), await hiddenOf(mentor)]).toEqual([{ state: 'none' }, 0, null]);
  const tokens = async () =>
    (
      await app.sql`
        select count(*)::int as n from sandbox.google_tokens t join sandbox.google_accounts a using (sub)
        where a.email = ${mentor.google} and (t.expires_at is null or t.expires_at > now())`
    )[0]?.n;
  await app.runJobs();
  expect(await tokens()).toBeGreaterThan(0);
  const retry = () => app.sql`
    update private.outbox set run_at = now() where kind = 'revoke_calendar' and state = 'ready'`;
  await google.atLast(async () => {
    await retry();
    expect(await tokens()).toBe(0);
  });
  expect(await app.sql`select from private.calendar_revokes`).toHaveLength(0);
});

it('a revoke that ends the marketplace’s own permission is noticed right after it', async () => {
  const administrator = await app.addAdministrator();
  const { body } = await app.call('manual-google-oauth?action=begin', {}, administrator);
  const consent = await fetch(
    `${app.host.url}/functions/v1/manual-google-oauth?${new URLSearchParams({ action: 'consent', state: body.state })}`,
    { redirect: 'manual' },
  );
  const mentor = await addMentorAccount(app);
  // The mentor's Google account is the one whose calendar the sessions stand in.
  const { searchParams } = await giveConsent(app, consent.headers.get('location') ?? '', { email: mentor.google });
  const callback = {
    code: searchParams.get('code'),
    redirect_uri: `${app.host.url}/oauth-callback`,
    state: body.state,
  };
  await app.call('manual-google-oauth?action=exchange-code', callback, administrator);
  await connectCalendar(app, mentor.account, { action: 'exchange', ...(await answerOf(app, mentor)) });
  await connectCalendar(app, mentor.account, { action: 'disconnect' });
  await google.atLast(async () =>
    expect((await app.sql`select token_state from private.google_credentials`)[0]?.token_state).toBe('invalid_grant'),
  );
});
