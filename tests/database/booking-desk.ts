/** A market with an administrator at the desk: bookings in any state, and one statement as any signed-in person. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { openMarket, type Slot } from './market.ts';

export const statuses = [
  'pending_admin_review',
  'confirmed',
  'completed',
  'rejected',
  'cancelled',
  'rescheduled',
] as const;
export type Status = (typeof statuses)[number];

export type BookingDesk = Awaited<ReturnType<typeof openBookingDesk>>;

export async function openBookingDesk() {
  const market = await openMarket();
  const admin = await market.addFounder();
  await market.sql`update public.profiles set is_admin = true where id = ${admin}`;

  function as<T extends postgres.Row[]>(
    userId: string,
    act: (sql: postgres.TransactionSql) => Promise<T>,
  ): Promise<T> {
    return market.sql.begin(async (sql) => {
      const claims = { role: 'authenticated', sub: userId };
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await sql`set local role authenticated`;
      return act(sql);
    }) as Promise<T>;
  }

  function setStatus(userId: string, bookingId: string, status: Status) {
    return as(
      userId,
      (sql) => sql`update public.bookings set status = ${status} where id = ${bookingId} returning id`,
    );
  }

  function moveTo(userId: string, bookingId: string, slot: Slot, reason = 'Mentor travels') {
    return as(
      userId,
      (sql) => sql`
      update public.bookings
      set date = ${slot.date}::date, start_time = ${slot.startTime}::time, end_time = ${slot.endTime}::time,
        status = 'rescheduled', notes = ${`Rescheduled: ${reason}`}
      where id = ${bookingId} returning id`,
    );
  }

  async function aPaidBooking() {
    const founder = await market.addFounder();
    const mentorId = await market.addMentor();
    const slot = await market.addSlot(mentorId, 3, '10:00', '11:00');
    const { bookingId, paymentId } = await market.buy(founder, slot);
    return { founder, mentorId, slot, bookingId, paymentId };
  }

  /** A booking in any status and of any age, entered by hand. */
  async function aBooking(options: { owner: string; status?: Status; ageMinutes?: number }) {
    const mentorId = await market.addMentor();
    const slot = await market.addSlot(mentorId, 3, '10:00', '11:00');
    const id = randomUUID();
    await market.sql`
    insert into public.bookings (id, mentor_id, mentor_name, date, start_time, end_time, status, user_id, created_at)
    values (${id}, ${mentorId}, 'Dev Mentor', ${slot.date}::date, '10:00', '11:00',
      ${options.status ?? 'pending_admin_review'}, ${options.owner},
      now() - ${options.ageMinutes ?? 0} * interval '1 minute')`;
    return { id, slot, mentorId };
  }

  return { market, admin, as, setStatus, moveTo, aPaidBooking, aBooking };
}
