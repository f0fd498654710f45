import { z } from 'zod';
import { query, serviceClient } from '../database.ts';

const shape = z.object({
  id: z.guid(),
  status: z.string(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  starts_at: z.coerce.date(),
  ends_at: z.coerce.date(),
  notes: z.string().nullable(),
  created_at: z.string(),
  founder_name: z.string().nullable(),
  founder_email: z.string().nullable(),
  mentor_name: z.string(),
  mentor_email: z.string().nullable(),
  google_meet_link: z.string().nullable(),
  /** Null when the booking was never approved. */
  calendar_state: z.enum(['pending', 'created', 'failed', 'deleted', 'off']).nullable(),
  /** Grows each time that the booking is moved or ends. */
  sequence: z.int(),
  amount_paise: z.int().nullable(),
  payment_id: z.string().nullable(),
  /** Null when nothing goes back. */
  refund_state: z.string().nullable(),
  /** Why it was cancelled or moved, or that its founder did not come; null in the ordinary course. */
  incident: z.string().nullable(),
});

/** A booking with everything that its event and its e-mails need; recipients are the database's word. */
export type BookingForJobs = z.output<typeof shape>;

/** The booking as it is now; undefined when it does not exist. Throws as `query`. */
export async function readBooking(bookingId: string): Promise<BookingForJobs | undefined> {
  const rows: unknown[] = await query(serviceClient().rpc('booking_for_jobs', { p_booking_id: bookingId }));
  return rows.length === 0 ? undefined : shape.parse(rows[0]);
}

/** The founder's name as the mentor may see it: where no name is known, the database has made one of the e-mail address. */
export function nameOfFounder(booking: BookingForJobs, unnamed: string): string {
  const name = booking.founder_name?.trim() ?? '';
  const email = booking.founder_email?.toLowerCase() ?? '';
  const isMadeUp = name.toLowerCase() === email.split('@')[0] || name.includes('@');
  return name === '' || isMadeUp ? unnamed : name;
}
