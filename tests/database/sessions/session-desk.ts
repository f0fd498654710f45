/** A booking desk with sessions at any distance from now, and what administrators and founders do about them. */
import type postgres from 'postgres';
import { openBookingDesk, type Status } from '../booking-desk.ts';
import type { Slot } from '../market.ts';

export type SessionDesk = Awaited<ReturnType<typeof openSessionDesk>>;

export async function openSessionDesk() {
  const desk = await openBookingDesk();
  const { sql } = desk.market;

  /** Moves a session so that it starts this many hours from now, behind the back of every rule. */
  async function startsIn(bookingId: string, hours: number): Promise<void> {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        update public.bookings b
        set date = t.at::date, start_time = least(date_trunc('minute', t.at)::time, '23:58'),
          -- Half an hour, or what the day in India has left.
          end_time = case when t.at::time >= '23:30' then time '23:59'
            else (date_trunc('minute', t.at) + interval '30 minutes')::time end
        from (select (now() + ${hours} * interval '1 hour') at time zone 'Asia/Kolkata' as at) t
        where b.id = ${bookingId}`;
      await transaction`
        update private.slot_claims c set during = b.during
        from public.bookings b where b.id = c.booking_id and b.id = ${bookingId}`;
    });
    // Its trigger marks again what is sold.
    await sql`
      update public.mentor_availability a set is_booked = is_booked
      from public.bookings b where b.mentor_id = a.mentor_id and b.id = ${bookingId}`;
  }

  /** A paid session that starts this many hours from now; its end has passed where that is at least one hour ago. */
  async function aSession(hours: number, status: Status = 'confirmed') {
    const booking = await desk.aPaidBooking();
    if (status !== 'pending_admin_review') await desk.setStatus(desk.admin, booking.bookingId, 'confirmed');
    if (status === 'completed') await desk.setStatus(desk.admin, booking.bookingId, 'completed');
    await startsIn(booking.bookingId, hours);
    return booking;
  }

  /** Has the booking been made this many hours ago, behind the back of every rule. */
  async function bookedAgo(bookingId: string, hours: number): Promise<void> {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        update public.bookings set created_at = now() - ${hours} * interval '1 hour' where id = ${bookingId}`;
    });
  }

  /** @param askedAt when the founder asked */
  function preview(bookingId: string, what: string, person = desk.admin, askedAt: Date | null = null) {
    return desk.as(
      person,
      (as) => as`
        select * from public.preview_refund(${bookingId}, ${what}, ${askedAt?.toISOString() ?? null}::timestamptz)`,
    );
  }

  function record(
    bookingId: string,
    what: string,
    options: {
      expected?: string;
      to?: Slot;
      reason?: string;
      by?: string;
      askedAt?: Date;
      expectedAgreement?: boolean;
    } = {},
  ) {
    const {
      expected = null,
      to,
      reason = null,
      by = desk.admin,
      askedAt,
      expectedAgreement = null,
    } = options;
    return desk.as(
      by,
      (as) => as`
        select * from public.record_incident(
          ${bookingId}, ${what}, ${expected}, ${to?.date ?? null}::date, ${to?.startTime ?? null}::time,
          ${to?.endTime ?? null}::time, ${reason}, ${askedAt?.toISOString() ?? null}::timestamptz,
          ${expectedAgreement}::boolean)`,
    );
  }

  function review(founder: string, bookingId: string, rating = 5, comment = 'Helped.') {
    return desk.as(
      founder,
      (as) => as`select * from public.submit_review(${bookingId}, ${rating}, ${comment})`,
    );
  }

  async function completeSessions(via: postgres.ISql = desk.market.service): Promise<number> {
    const [row] = await via`select public.complete_sessions() as count`;
    return row?.count;
  }

  async function statusOf(bookingId: string): Promise<string> {
    const [row] = await sql`select status from public.bookings where id = ${bookingId}`;
    return row?.status;
  }

  async function mentorOf(mentorId: string) {
    const [row] =
      await sql`select rating::float as rating, reviews from public.mentors where id = ${mentorId}`;
    return row as { rating: number; reviews: number };
  }

  return {
    ...desk,
    startsIn,
    bookedAgo,
    aSession,
    preview,
    record,
    review,
    completeSessions,
    statusOf,
    mentorOf,
  };
}

/** How each attempt ended: 'done', or the SQLSTATE and code of its refusal. */
export async function outcomes(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) =>
    one.status === 'fulfilled' ? 'done' : `${one.reason.code} ${one.reason.message}`,
  );
}
