import { istTimeOfDay, istToday } from '#rules/ist.ts';
import type { Desk } from './desk.ts';
import { startIn } from './desk.ts';

/** Moves a sold session, and its claim on the mentor's time, behind the back of every rule. `minutes` from now, or ago. */
export async function moveSession(sql: Desk['sql'], bookingId: string, minutes: number): Promise<void> {
  const start = startIn(minutes);
  const end = new Date(start.getTime() + 30 * 60_000);
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      update public.bookings
      set date = ${istToday(start)}, start_time = ${istTimeOfDay(start)}, end_time = ${istTimeOfDay(end)}
      where id = ${bookingId}`;
    await transaction`
      update private.slot_claims c set during = b.during
      from public.bookings b where b.id = c.booking_id and b.id = ${bookingId}`;
  });
  // Its trigger marks again what is sold.
  await sql`
    update public.mentor_availability a set is_booked = is_booked
    from public.bookings b where b.mentor_id = a.mentor_id and b.id = ${bookingId}`;
}
