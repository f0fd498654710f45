/** The administrator's list of bookings, narrowed to sessions that something spoiled. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

test('bookings with an incident are listed by what happened, with or without a refund, and no others', async () => {
  const late = await db.addPaidBookingIn(5);
  const missed = await db.addPaidBookingIn(-3, 'completed');
  const moved = await db.addPaidBookingIn(30);
  await db.addPaidBookingIn(40);
  const to = await db.addSlot(moved.mentorId, 5, '15:00', '16:00');
  await db.recordIncident(late.bookingId, 'founder_cancels');
  await db.recordIncident(missed.bookingId, 'founder_no_show');
  await db.recordIncident(moved.bookingId, 'mentor_cancels', { to });
  const list = (status: string | null) =>
    db.as(db.admin)`
        select id, status, incident, refund_state, total_count::int as total
        from public.search_bookings(p_has_incident => true, p_status => ${status === null ? null : [status]})`;
  const all = await list(null);
  expect(new Map(all.map((row) => [row.id, [row.status, row.incident, row.refund_state, row.total]]))).toEqual(
    new Map([
      [late.bookingId, ['cancelled', 'founder_cancels', null, 3]],
      [missed.bookingId, ['completed', 'founder_no_show', null, 3]],
      [moved.bookingId, ['rescheduled', 'mentor_cancels', null, 3]],
    ]),
  );
  expect((await list('completed')).map((row) => row.id)).toEqual([missed.bookingId]);
  expect(await db.violations()).toEqual([]);
});
