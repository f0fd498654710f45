/** A session that took place, and the e-mail that asks its founder whether it helped. */
import type { AppClient } from './app-client.ts';

type Sql = Pick<AppClient, 'sql' | 'moveBooking'>;

/** A paid booking becomes a session that took place so many days ago, in an hour when its mentor had no other. */
export async function holdSession({ sql, moveBooking }: Sql, bookingId: string, daysAgo: number): Promise<void> {
  await sql`update public.bookings set status = 'confirmed' where id = ${bookingId} and status = 'pending_admin_review'`;
  const [row] = await sql`
    select day.date::text as date, make_time(hour, 0, 0)::text as start, make_time(hour + 1, 0, 0)::text as end
    from (select private.today() - ${daysAgo}::int) day (date), generate_series(6, 21) hour, public.bookings b
    where b.id = ${bookingId} and not exists (
      select from private.slot_claims c
      where c.mentor_id = b.mentor_id
        and c.during && private.session_range(day.date, make_time(hour, 0, 0), make_time(hour + 1, 0, 0)))
    order by random() limit 1`;
  if (!row) throw new Error('The mentor of this booking had no free hour that day');
  await moveBooking(bookingId, { date: row.date, startTime: row.start, endTime: row.end });
  await sql`update public.bookings set status = 'completed' where id = ${bookingId}`;
}

/** Makes the check-in of a day due, if it is planned and even if the day has passed; its job runs in the next round. */
export async function makeCheckInDue({ sql }: Pick<Sql, 'sql'>, bookingId: string, day: number): Promise<void> {
  await sql`
    insert into private.check_ins as c (booking_id, day, due_at) values (${bookingId}, ${day}, now() - interval '1 minute')
    on conflict (booking_id, day) do update set due_at = excluded.due_at`;
  await sql`select private.enqueue_job('check_in', ${sql.json({ booking_id: bookingId, day })}, ${`check_in:${bookingId}:${day}:now`})`;
}

/** As if so many days had passed since all that happened to a booking; what it has planned comes that much sooner. */
export async function letDaysPass({ sql }: Pick<Sql, 'sql'>, bookingId: string, days: number): Promise<void> {
  await sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    const passed = by`${days} * interval '1 day'`;
    await by`
      update public.bookings
      set date = date - ${days}::int, created_at = created_at - ${passed}, answer_by = answer_by - ${passed}
      where id = ${bookingId}`;
    await by`
      update private.slot_claims c set during = b.during
      from public.bookings b where b.id = c.booking_id and b.id = ${bookingId}`;
    await by`
      update private.request_outcomes set starts_at = starts_at - ${passed}, ended_at = ended_at - ${passed}
      where booking_id = ${bookingId}`;
    await by`update private.payments set captured_at = captured_at - ${passed} where booking_id = ${bookingId}`;
    await by`
      update private.check_ins
      set due_at = due_at - ${passed}, sent_at = sent_at - ${passed}, answered_at = answered_at - ${passed}
      where booking_id = ${bookingId}`;
  });
}
