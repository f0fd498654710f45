/** Sessions complete themselves once their end has passed. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSessionDesk, outcomes, type SessionDesk } from './session-desk.ts';

let desk: SessionDesk;
beforeAll(async () => {
  desk = await openSessionDesk();
});
afterEach(async () => {
  expect(await desk.market.violations()).toEqual([]);
});
afterAll(() => desk.market.close());

test('a confirmed one and a rescheduled one do, and nothing else does', async () => {
  const confirmed = await desk.aSession(-3);
  const moved = await desk.aSession(30);
  await desk.moveTo(
    desk.admin,
    moved.bookingId,
    await desk.market.addSlot(moved.mentorId, 5, '15:00', '16:00'),
  );
  await desk.startsIn(moved.bookingId, -3);
  const pending = await desk.aSession(-3, 'pending_admin_review');
  const ahead = await desk.aSession(2);
  const cancelled = await desk.aSession(-3);
  await desk.record(cancelled.bookingId, 'mentor_no_show');

  expect(await desk.completeSessions()).toBe(2);
  expect(await desk.completeSessions()).toBe(0);
  const statuses = await Promise.all(
    [confirmed, moved, pending, ahead, cancelled].map(({ bookingId }) => desk.statusOf(bookingId)),
  );
  expect(statuses).toEqual(['completed', 'completed', 'pending_admin_review', 'confirmed', 'cancelled']);
  expect(await desk.market.refundsOf(confirmed.paymentId)).toEqual([]);
});

test('the end counts, not the start, by the database’s clock', async () => {
  const { bookingId } = await desk.aSession(2);
  const endsIn = (seconds: number) =>
    desk.market.sql.begin(async (sql) => {
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
  expect(await desk.completeSessions()).toBe(0);
  await endsIn(-1);
  expect(await desk.completeSessions()).toBe(1);
});

test('many are done a batch at a time, the oldest first', async () => {
  const sessions = [await desk.aSession(-5), await desk.aSession(-4), await desk.aSession(-3)];
  const [row] = await desk.market.service`select public.complete_sessions(2) as count`;
  expect(row?.count).toBe(2);
  expect(await Promise.all(sessions.map(({ bookingId }) => desk.statusOf(bookingId)))).toEqual([
    'completed',
    'completed',
    'confirmed',
  ]);
  await desk.completeSessions();
});

test('two workers at once complete each session once', async () => {
  const sessions = await Promise.all(Array.from({ length: 6 }, () => desk.aSession(-3)));
  const counts = await Promise.all([desk.completeSessions(), desk.completeSessions()]);
  expect(counts.reduce((sum, count) => sum + count, 0) + (await desk.completeSessions())).toBe(6);
  const jobs = await desk.market.sql`
    select from private.outbox where kind = 'booking_completed'
      and payload ->> 'booking_id' in ${desk.market.sql(sessions.map(({ bookingId }) => bookingId))}`;
  expect(jobs).toHaveLength(6);
});

test('a session that an administrator is deciding about is left for the next round', async () => {
  const { bookingId } = await desk.aSession(-3);
  await desk.market.sql.begin(async (sql) => {
    await sql`select from public.bookings where id = ${bookingId} for update`;
    expect(await desk.completeSessions()).toBe(0);
  });
  expect(await desk.completeSessions()).toBe(1);
});

test('a session that is moved at the same moment is not completed at its new time', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { bookingId, mentorId } = await desk.aSession(-3);
    const to = await desk.market.addSlot(mentorId, 5, '15:00', '16:00');
    expect(
      await outcomes([desk.record(bookingId, 'mentor_no_show', { to }), desk.completeSessions()]),
    ).toEqual(['done', 'done']);
    expect(await desk.statusOf(bookingId)).toBe('rescheduled');
    expect(await desk.market.isBooked(to)).toBe(true);
  }
});
