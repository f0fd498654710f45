/** Sessions complete themselves once their end has passed. */
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

test('a confirmed and a rescheduled booking complete themselves, and nothing else does', async () => {
  const confirmed = await db.addPaidBookingIn(-3);
  const moved = await db.addPaidBookingIn(30);
  await db.reschedule(db.admin, moved.bookingId, await db.addSlot(moved.mentorId, 5, '15:00', '16:00'));
  await db.startIn(moved.bookingId, -3);
  const pending = await db.addPaidBookingIn(-3, 'pending_admin_review');
  const ahead = await db.addPaidBookingIn(2);
  const cancelled = await db.addPaidBookingIn(-3);
  await db.recordIncident(cancelled.bookingId, 'mentor_no_show');

  expect(await db.completeSessions()).toBe(2);
  expect(await db.completeSessions()).toBe(0);
  const statuses = await Promise.all(
    [confirmed, moved, pending, ahead, cancelled].map(({ bookingId }) => db.statusOf(bookingId)),
  );
  expect(statuses).toEqual(['completed', 'completed', 'pending_admin_review', 'confirmed', 'cancelled']);
  expect(await db.refundsOf(confirmed.paymentId)).toEqual([]);
});

test('the end of a session counts for its completion, not the start, by the database’s clock', async () => {
  const { bookingId } = await db.addPaidBookingIn(2);
  const endsIn = (seconds: number) =>
    db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        update public.bookings b
        set date = t.at::date, start_time = '00:00', end_time = t.at::time
        from (select (now() + ${seconds} * interval '1 second') at time zone 'Asia/Kolkata' as at) t
        where b.id = ${bookingId}`;
      await sql`
        update private.slot_claims c set during = b.during
        from public.bookings b where b.id = c.booking_id and b.id = ${bookingId}`;
    });
  await endsIn(60);
  expect(await db.completeSessions()).toBe(0);
  await endsIn(-1);
  expect(await db.completeSessions()).toBe(1);
});

test('many bookings are completed a batch at a time, the oldest first', async () => {
  const sessions = [await db.addPaidBookingIn(-5), await db.addPaidBookingIn(-4), await db.addPaidBookingIn(-3)];
  const [row] = await db.service`select public.complete_sessions(2) as count`;
  expect(row?.count).toBe(2);
  expect(await Promise.all(sessions.map(({ bookingId }) => db.statusOf(bookingId)))).toEqual([
    'completed',
    'completed',
    'confirmed',
  ]);
  await db.completeSessions();
});

test('two workers at once complete each session once', async () => {
  const sessions = await Promise.all(Array.from({ length: 6 }, () => db.addPaidBookingIn(-3)));
  const counts = await Promise.all([db.completeSessions(), db.completeSessions()]);
  expect(counts.reduce((sum, count) => sum + count, 0) + (await db.completeSessions())).toBe(6);
  const jobs = await db.sql`
    select from private.outbox where kind = 'booking_completed'
      and payload ->> 'booking_id' in ${db.sql(sessions.map(({ bookingId }) => bookingId))}`;
  expect(jobs).toHaveLength(6);
});

test('a session that an administrator is deciding about is left for the next round', async () => {
  const { bookingId } = await db.addPaidBookingIn(-3);
  await db.sql.begin(async (sql) => {
    await sql`select from public.bookings where id = ${bookingId} for update`;
    expect(await db.completeSessions()).toBe(0);
  });
  expect(await db.completeSessions()).toBe(1);
});

test('a session that is moved at the same moment is not completed at its new time', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { bookingId, mentorId } = await db.addPaidBookingIn(-3);
    const to = await db.addSlot(mentorId, 5, '15:00', '16:00');
    expect(await outcomes([db.recordIncident(bookingId, 'mentor_no_show', { to }), db.completeSessions()])).toEqual([
      'done',
      'done',
    ]);
    expect(await db.statusOf(bookingId)).toBe('rescheduled');
    expect(await db.isBooked(to)).toBe(true);
  }
});
