import { afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { asPerson } from '#tests/kit/payment-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();
const fixture = openBookingFixture(app);

beforeAll(async () => {
  // No person may reject an approved session today; what then has to happen is decided all the same.
  await app.sql`insert into private.booking_transitions values ('confirmed', 'rejected', 'service')`;
});
afterEach(() => fixture.clearFaults());

it('a rescheduled booking has its event moved, and both sides are told once', async () => {
  const booking = await fixture.addApprovedBooking();
  const before = await fixture.googleOf(booking.id);
  await fixture.reschedule(booking.id, '15:00', '16:00', 'The mentor travels.');
  const mails = await fixture.waitForMails(booking.id, ['rescheduled:founder:1', 'rescheduled:mentor:1']);
  const { events, wrote } = await fixture.googleOf(booking.id);
  expect(events).toHaveLength(1);
  expect(events[0].start.dateTime).toContain('T15:00:00+05:30');
  expect(events[0].hangoutLink).toBe(before.events[0].hangoutLink);
  expect(wrote.slice(2)).toEqual([`update ${booking.founderEmail}`, `update ${booking.mentorEmail}`]);
  const [old, moved] = ['confirmed:founder:0', 'rescheduled:founder:1'].map((key) =>
    mails.find((mail) => mail.key === key),
  );
  expect(moved?.text).toContain('3:00 PM – 4:00 PM IST');
  expect(moved?.text).toContain('The mentor travels.');
  const sequence = (mail: typeof old) => Number(/SEQUENCE:(\d+)/.exec(mail?.attachments[0]?.content ?? '')?.[1]);
  expect(sequence(moved)).toBeGreaterThan(sequence(old));
  const uid = (mail: typeof old) => /UID:.+/.exec(mail?.attachments[0]?.content ?? '')?.[0];
  expect(uid(moved)).toBe(uid(old));
});

it('a booking that is rescheduled twice while the calendar is down has one event, at the last time', {
  tags: ['faults'],
}, async () => {
  const booking = await fixture.addBooking();
  await fixture.fault({ operation: 'calendar.insert', status: 503, times: 100 });
  await fixture.approve([booking.id]);
  await fixture.atLast(async () => expect(await fixture.jobsOf(booking.id)).toMatchObject([{ attempts: 1 }]));
  await fixture.reschedule(booking.id, '12:00', '13:00', 'Earlier');
  await fixture.reschedule(booking.id, '15:00', '16:00', 'Later');
  await fixture.clearFaults();
  await fixture.atLast(async () => {
    await fixture.runNow([booking.id]);
    expect((await fixture.jobsOf(booking.id)).every((job) => job.state === 'done')).toBe(true);
  });
  await fixture.waitForMails(booking.id, ['rescheduled:founder:2', 'rescheduled:mentor:2']);
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
  const { events } = await fixture.googleOf(booking.id);
  expect(events).toHaveLength(1);
  expect(events[0].start.dateTime).toContain('T15:00:00+05:30');
});

it('the event of a rescheduled booking has the last time, although an older write came later', {
  tags: ['faults'],
}, async () => {
  const booking = await fixture.addBooking();
  await fixture.fault({ operation: 'calendar.insert', kind: 'delay', delay_ms: 1500 });
  await fixture.approve([booking.id]);
  const slow = fixture.run();
  // Google has the older insertion, and takes its time.
  await eventually(async () => {
    const { body } = await app.request('/sandbox/google/faults', {});
    expect(body).toEqual([]);
  });
  await fixture.reschedule(booking.id, '15:00', '16:00', 'Later');
  await fixture.run();
  await slow;
  await fixture.waitForJobs(booking.id);
  const { events } = await fixture.googleOf(booking.id);
  expect(events).toHaveLength(1);
  expect(events[0].start.dateTime).toContain('T15:00:00+05:30');
  expect(await fixture.calendarOf(booking.id)).toMatchObject({ state: 'created', sequence: 1 });
  expect(await fixture.waitForMails(booking.id, ['rescheduled:founder:1', 'rescheduled:mentor:1'])).toHaveLength(2);
});

it('a rescheduled booking gets its event back when it was deleted in the calendar', { tags: ['faults'] }, async () => {
  const booking = await fixture.addApprovedBooking();
  await app.sql`
      update sandbox.google_events set status = 'cancelled' where id = ${`p0${booking.id.replaceAll('-', '')}`}`;
  await fixture.reschedule(booking.id, '15:00', '16:00', 'Later');
  await fixture.waitForMails(booking.id, ['rescheduled:founder:1', 'rescheduled:mentor:1']);
  const { events } = await fixture.googleOf(booking.id);
  expect(events).toMatchObject([{ status: 'confirmed' }]);
});

it.each(['rejected', 'cancelled'] as const)(
  'the event of a %s booking is deleted, and both sides are told',
  async (status) => {
    const booking = await fixture.addApprovedBooking();
    await fixture.end(booking.id, status);
    const mails = await fixture.waitForMails(booking.id, [`${status}:founder:1`, `${status}:mentor:1`]);
    await fixture.atLast(async () =>
      expect(await fixture.calendarOf(booking.id)).toMatchObject({ state: 'deleted', link: null }),
    );
    const { events, wrote } = await fixture.googleOf(booking.id);
    expect(events.filter((event: { status: string }) => event.status !== 'cancelled')).toEqual([]);
    expect(wrote.slice(2)).toEqual([`cancellation ${booking.founderEmail}`, `cancellation ${booking.mentorEmail}`]);
    const file = mails.find(({ key }) => key === `${status}:mentor:1`)?.attachments[0];
    expect(file?.contentType).toContain('method=CANCEL');
    expect(file?.content).toContain('STATUS:CANCELLED');
  },
);

it('a booking rejected under review: the founder is told of the refund, and the calendar is not called', {
  tags: ['faults'],
}, async () => {
  const booking = await fixture.addBooking({ isPaid: true });
  await fixture.waitForMails(booking.id, ['submitted:founder:0', 'submitted:mentor:0']);
  await fixture.fault({ operation: '*', status: 503, times: 100 });
  await fixture.end(booking.id, 'rejected');
  const mails = await fixture.waitForMails(booking.id, ['rejected:founder:0', 'rejected:mentor:0']);
  const to = (key: string) => mails.find((mail) => mail.key === key);
  expect(to('rejected:founder:0')?.text.replaceAll('\n', ' ')).toContain(
    'Your payment of ₹7,000 is being refunded in full',
  );
  expect(to('rejected:mentor:0')?.text).not.toMatch(/7,000|refund/);
  expect(to('rejected:founder:0')?.attachments).toEqual([]);
  await fixture.atLast(async () =>
    expect((await fixture.jobsOf(booking.id)).map((job) => job.state)).toEqual(['done', 'done']),
  );
  const { body } = await app.request('/sandbox/google/faults', {});
  expect(body).toMatchObject([{ times_left: 100 }]);
});

it('a booking that its founder cancels too late is not refunded, and the e-mail says so', async () => {
  const booking = await fixture.addBooking({ isPaid: true });
  await fixture.approve([booking.id]);
  await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
  const [soon] = await app.sql`
    select at::date::text as date, least(at::time, '23:58')::text as time
    from (select (now() + interval '2 hours') at time zone 'Asia/Kolkata' as at) t`;
  await app.moveBooking(booking.id, { date: soon?.date, startTime: soon?.time, endTime: '23:59' });
  const administrator = await app.addAdministrator();
  const incident = { p_booking_id: booking.id, p_what: 'founder_cancels', p_expected_refund: 'none' };
  expectAnswer(await asPerson(app, administrator).rpc('record_incident', incident), 200, [
    { status: 'cancelled', refund: 'none', refund_paise: 0, refund_state: null },
  ]);
  const mails = await fixture.waitForMails(booking.id, ['cancelled:founder:1', 'cancelled:mentor:1']);
  const toFounder = mails.find(({ key }) => key === 'cancelled:founder:1')?.text.replaceAll('\n', ' ');
  expect(toFounder).toContain('We cannot refund this one: it was under 12 hours to the start.');
  expect(toFounder).not.toContain('7,000');
  await fixture.atLast(async () =>
    expect(await fixture.calendarOf(booking.id)).toMatchObject({ state: 'deleted', link: null }),
  );
  expect(await app.sql`select rule from private.invariant_violations`).toEqual([]);
});

it('a booking whose end has passed is completed by the next run of the worker', async () => {
  const booking = await fixture.addApprovedBooking();
  await fixture.moveToYesterday(booking.id);
  await fixture.run();
  const [row] = await app.sql`select status from public.bookings where id = ${booking.id}`;
  expect(row?.status).toBe('completed');
});

it('the job of a completed booking ends without sending an e-mail', async () => {
  const booking = await fixture.addApprovedBooking();
  await app.sql`update public.bookings set status = 'completed' where id = ${booking.id}`;
  await fixture.atLast(async () =>
    // The check-ins and the reminder to write a summary come later.
    expect((await fixture.jobsOf(booking.id)).filter(({ kind }) => kind.startsWith('booking_'))).toMatchObject([
      { kind: 'booking_confirmed', state: 'done' },
      { kind: 'booking_completed', state: 'done' },
    ]),
  );
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
});

const enqueue = (id: string, hours: number, startsAt: string) => app.sql`
    select private.enqueue_job('booking_reminder',
      jsonb_build_object('booking_id', ${id}::text, 'hours', ${hours}::int, 'starts_at', ${startsAt}::timestamptz))`;
const remindersOf = (id: string) => app.sql`
    select state from private.outbox
    where kind = 'booking_reminder' and payload ->> 'booking_id' = ${id} and run_at <= now() + interval '5 minutes'`;
const startOf = async (id: string): Promise<string> =>
  (await app.sql`select lower(during)::text as at from public.bookings where id = ${id}`)[0]?.at;

it.each([
  [24, 'reminder24'],
  [1, 'reminder1'],
])('a reminder %i h before a session is sent to both sides once, with the link', async (hours, key) => {
  const booking = await fixture.addApprovedBooking();
  const at = await startOf(booking.id);
  await enqueue(booking.id, hours, at);
  await enqueue(booking.id, hours, at);
  await fixture.run();
  const mails = await fixture.waitForMails(booking.id, [`${key}:founder:0`, `${key}:mentor:0`]);
  expect(mails).toHaveLength(4);
  const calendar = await fixture.calendarOf(booking.id);
  expect(mails.every((mail) => mail.text.includes(calendar?.link))).toBe(true);
});

it('a reminder goes to the one who wants it, asked when it is sent', async () => {
  const booking = await fixture.addApprovedBooking();
  const founder = app.sql`select user_id from public.bookings where id = ${booking.id}`;
  await app.sql`insert into private.notification_choices (user_id, reminders) select user_id, false from (${founder}) f`;
  await enqueue(booking.id, 24, await startOf(booking.id));
  await fixture.waitForMails(booking.id, ['reminder24:mentor:0']);
  expect(await fixture.mailKeysOf(booking.id)).not.toContain('reminder24:founder:0');
  await app.sql`update private.notification_choices set reminders = true where user_id in (${founder})`;
  await app.sql`
    update public.mentor_settings set notifications = '{"reminder1": false}'
    where mentor_id = (select mentor_id from public.bookings where id = ${booking.id})`;
  await enqueue(booking.id, 1, await startOf(booking.id));
  await fixture.waitForMails(booking.id, ['reminder1:founder:0']);
  expect(await fixture.mailKeysOf(booking.id)).not.toContain('reminder1:mentor:0');
});

it('a reminder of a session that was moved is dropped', { tags: ['faults'] }, async () => {
  const booking = await fixture.addApprovedBooking();
  await enqueue(booking.id, 24, '2026-01-01T10:00:00Z');
  await fixture.atLast(async () => {
    await fixture.run();
    expect(await remindersOf(booking.id)).toEqual([{ state: 'done' }]);
  });
  await eventually(async () => expect(app.host.output()).toContain('the session was moved'));
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
});

it('a reminder of a cancelled session is dropped', async () => {
  const booking = await fixture.addApprovedBooking();
  await fixture.end(booking.id, 'cancelled');
  await enqueue(booking.id, 1, await startOf(booking.id));
  await fixture.atLast(async () => {
    await fixture.run();
    expect(await remindersOf(booking.id)).toEqual([{ state: 'done' }]);
  });
  expect((await fixture.mailKeysOf(booking.id)).filter((key) => key.startsWith('reminder'))).toEqual([]);
});
