/** A session that took place, and the e-mail that asks its founder whether it helped. */
import type { AppClient } from './app-client.ts';

type Sql = Pick<AppClient, 'sql' | 'moveBooking'>;

/** A paid booking becomes a session that took place so many days ago, at 10 AM. */
export async function holdSession({ sql, moveBooking }: Sql, bookingId: string, daysAgo: number): Promise<void> {
  await sql`update public.bookings set status = 'confirmed' where id = ${bookingId} and status = 'pending_admin_review'`;
  const [row] = await sql`select (private.today() - ${daysAgo}::int)::text as date`;
  await moveBooking(bookingId, { date: row?.date, startTime: '10:00', endTime: '11:00' });
  await sql`update public.bookings set status = 'completed' where id = ${bookingId}`;
}

/** Makes the check-in of a day due, if it is planned and even if the day has passed; its job runs in the next round. */
export async function makeCheckInDue({ sql }: Pick<Sql, 'sql'>, bookingId: string, day: number): Promise<void> {
  await sql`
    insert into private.check_ins as c (booking_id, day, due_at) values (${bookingId}, ${day}, now() - interval '1 minute')
    on conflict (booking_id, day) do update set due_at = excluded.due_at`;
  await sql`select private.enqueue_job('check_in', ${sql.json({ booking_id: bookingId, day })}, ${`check_in:${bookingId}:${day}:now`})`;
}
