/** The administrator's list of bookings, narrowed to sessions that something spoiled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSessionDesk, type SessionDesk } from './session-desk.ts';

let desk: SessionDesk;
beforeAll(async () => {
  desk = await openSessionDesk();
});
afterAll(() => desk.market.close());

test('are listed by what happened, with or without a refund, and nothing else is', async () => {
  const late = await desk.aSession(5);
  const missed = await desk.aSession(-3, 'completed');
  const moved = await desk.aSession(30);
  await desk.aSession(40);
  const to = await desk.market.addSlot(moved.mentorId, 5, '15:00', '16:00');
  await desk.record(late.bookingId, 'founder_cancels');
  await desk.record(missed.bookingId, 'founder_no_show');
  await desk.record(moved.bookingId, 'mentor_cancels', { to });
  const list = (status: string | null) =>
    desk.as(
      desk.admin,
      (as) => as`
        select id, status, incident, refund_state, total_count::int as total
        from public.search_bookings(p_has_incident => true, p_status => ${status === null ? null : [status]})`,
    );
  const all = await list(null);
  expect(
    new Map(all.map((row) => [row.id, [row.status, row.incident, row.refund_state, row.total]])),
  ).toEqual(
    new Map([
      [late.bookingId, ['cancelled', 'founder_cancels', null, 3]],
      [missed.bookingId, ['completed', 'founder_no_show', null, 3]],
      [moved.bookingId, ['rescheduled', 'mentor_cancels', null, 3]],
    ]),
  );
  expect((await list('completed')).map((row) => row.id)).toEqual([missed.bookingId]);
  expect(await desk.market.violations()).toEqual([]);
});
