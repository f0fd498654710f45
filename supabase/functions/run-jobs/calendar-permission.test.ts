import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from '#functions/_shared/keys.ts';
import { type BookingFixture, type FixtureBooking, openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { giveConsent } from '#tests/kit/google-consent.ts';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';

let app: TestApp;
let fixture: BookingFixture;

async function open(env: Record<string, string> = {}): Promise<void> {
  app = await openTestApp(env);
  fixture = openBookingFixture(app);
}

const close = () => app?.close();

/** The one that waits for the permission has no attempts yet: it is the successor of one that had. */
const unfinishedJobsOf = async (booking: FixtureBooking) =>
  (await fixture.jobsOf(booking.id)).filter((job) => job.state !== 'done');

/** An administrator lets the site into a calendar again, as the pages for it do. */
async function authoriseAgain(): Promise<void> {
  const administrator = await app.addAdministrator();
  const { body } = await app.call('manual-google-oauth?action=begin', {}, administrator);
  const query = new URLSearchParams({ action: 'consent', state: body.state });
  const consent = await fetch(`${app.host.url}/functions/v1/manual-google-oauth?${query}`, { redirect: 'manual' });
  const done = await giveConsent(app, consent.headers.get('location') ?? '');
  const exchanged = await app.call(
    'manual-google-oauth?action=exchange-code',
    { code: done.searchParams.get('code'), redirect_uri: body.redirect_uri, state: body.state },
    administrator,
  );
  expect(exchanged.body).toMatchObject({ success: true });
}

describe('a permission that was taken back', () => {
  beforeAll(() => open());
  afterAll(close);

  it('a revoked calendar permission delays the hiding of guests from each other until it is back', {
    tags: ['faults'],
  }, async () => {
    const booking = await fixture.addApprovedBooking();
    await fixture.lever('tokens/revoke');
    await fixture.showGuests(booking.id);
    await fixture.atLast(async () =>
      expect(await unfinishedJobsOf(booking)).toMatchObject([{ kind: 'hide_guests', state: 'ready', attempts: 0 }]),
    );
    expect(await fixture.guestListOf(booking.id, booking.founderEmail)).toHaveLength(2);
    // The same account gives it again.
    await app.sql`update sandbox.google_tokens set expires_at = null where kind = 'refresh'`;
    await fixture.runNow([booking.id]);
    await fixture.waitForJobs(booking.id);
    expect(await fixture.guestListOf(booking.id, booking.founderEmail)).toEqual([booking.founderEmail]);
  });

  it('a permission that no key opens shows in System Health, and its jobs wait until the right key is back', async () => {
    const administrator = await app.addAdministrator();
    await authoriseAgain();
    const sealedWith = (secret: string) =>
      seal(app.keys.google?.refreshToken ?? '', { secret, purpose: 'google refresh token' });
    const keep = (sealed: string) => app.sql`update private.google_credentials set refresh_token_encrypted = ${sealed}`;
    const permission = async () => (await app.rest('rpc/admin_health', { by: administrator, body: {} })).body.calendar;

    const booking = await fixture.addBooking();
    await keep(sealedWith('a-key-that-this-host-does-not-have-at-all'));
    await fixture.approve([booking.id]);
    await fixture.atLast(async () =>
      expect(await unfinishedJobsOf(booking)).toMatchObject([
        { kind: 'booking_confirmed', state: 'ready', attempts: 0, last_error: null },
      ]),
    );
    expect(await permission()).toMatchObject({ token_state: 'unreadable' });
    expect((await fixture.calendarOf(booking.id))?.last_error).toBe(
      'The stored calendar permission cannot be read. Authorise the calendar again.',
    );

    // As earlier versions stored it; nothing but the next try happens.
    await keep(sealedWith(app.keys.secretKey));
    await fixture.runNow([booking.id]);
    await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
    expect(await permission()).toMatchObject({ token_state: 'ok' });
    await fixture.waitForJobs(booking.id);
  });

  it('a revoked calendar permission leaves the job waiting with the reason, and a new one resumes it', {
    tags: ['faults'],
  }, async () => {
    const booking = await fixture.addBooking();
    await fixture.lever('tokens/revoke');
    await fixture.approve([booking.id]);
    await fixture.atLast(async () =>
      expect(await fixture.calendarOf(booking.id)).toMatchObject({
        state: 'failed',
        last_error: 'Google no longer accepts the calendar permission. Authorise the calendar again.',
      }),
    );
    // Far more tries than the outbox allows a job that fails.
    for (let turn = 0; turn < 15; turn += 1) await fixture.runNow([booking.id]);
    await fixture.atLast(async () => {
      expect(await unfinishedJobsOf(booking)).toMatchObject([
        { kind: 'booking_confirmed', state: 'ready', attempts: 0, last_error: null },
      ]);
    });
    expect(await fixture.mailKeysOf(booking.id)).toEqual([]);

    await authoriseAgain();
    await fixture.runNow([booking.id]);
    await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
    expect(await fixture.calendarOf(booking.id)).toMatchObject({ state: 'created', last_error: null });
    expect((await fixture.googleOf(booking.id)).events).toHaveLength(1);
    expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
    await fixture.waitForJobs(booking.id);
  });

  it('a revoked calendar permission: both sides hear of the approval in five minutes, and get the link later', {
    tags: ['faults'],
  }, async () => {
    await authoriseAgain();
    const booking = await fixture.addBooking();
    await fixture.lever('tokens/revoke');
    await fixture.approve([booking.id]);
    await fixture.atLast(async () => expect((await fixture.calendarOf(booking.id))?.state).toBe('failed'));
    await fixture.letCalendarWait(booking.id, 3);
    await fixture.runNow([booking.id]);
    expect(await fixture.mailKeysOf(booking.id)).toEqual([]);
    // The scheduler's next round may be a minute away.
    await fixture.letCalendarWait(booking.id, 4);
    await fixture.waitForMails(booking.id, ['confirmed-without-link:founder:0', 'confirmed-without-link:mentor:0']);
    const [row] = await app.sql`select token_state from private.google_credentials`;
    expect(row?.token_state).toBe('invalid_grant');

    await authoriseAgain();
    await fixture.runNow([booking.id]);
    await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
    expect(await fixture.mailKeysOf(booking.id)).toHaveLength(4);
  });
});

describe('where there is no calendar', () => {
  beforeAll(() =>
    open({
      SANDBOX: 'off',
      RAZORPAY_KEY_ID: 'rzp_test_abcdefghijklmn',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'secret',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ADMIN_TWO_STEP: 'optional',
    }),
  );
  afterAll(close);

  it('without a calendar the e-mails go out without a link, at the first attempt', { tags: ['faults'] }, async () => {
    const booking = await fixture.addBooking();
    await fixture.approve([booking.id]);
    await fixture.atLast(async () => {
      const mails = await app.sql`
        select key, payload ->> 'text' as text from private.outbox
        where kind = 'email' and key like ${`booking:${booking.id}:%`} order by key`;
      expect(mails.map(({ key }) => key.split(':').slice(2).join(':'))).toEqual([
        'confirmed-without-link:founder:0',
        'confirmed-without-link:mentor:0',
      ]);
      expect(mails[0]?.text).toContain('We will send the meeting link separately');
      expect(mails[0]?.text).toContain(`${app.host.url}/dashboard`);
    });
    expect(await fixture.calendarOf(booking.id)).toMatchObject({ state: 'off', last_error: null, link: null });
    await fixture.atLast(async () =>
      expect(await fixture.jobsOf(booking.id)).toMatchObject([{ state: 'done', attempts: 1 }]),
    );
    const administrator = await app.addAdministrator();
    expectAnswer(await app.call('create-google-meet-event', { bookingId: booking.id }, administrator), 200, {
      success: false,
      error: 'No calendar is connected.',
    });
  });
});
