import { z } from 'zod';
import { mail as copy } from '#copy/sessions/booking-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { learnZone, mentorTime } from '#rules/mentors/mentor-time.ts';
import { LANGUAGES, STAGES } from '#rules/sessions/brief.ts';
import { singleLine } from '#rules/shell/text.ts';

const bookingShape = z.object({
  id: z.guid(),
  status: z.string(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  starts_at: z.coerce.date(),
  ends_at: z.coerce.date(),
  notes: z.string().nullable(),
  created_at: z.string(),
  /** Null where the account is gone. */
  founder_id: z.guid().nullable(),
  founder_name: z.string().nullable(),
  founder_email: z.string().nullable(),
  /** Null where the mentor was deleted. */
  mentor_id: z.guid().nullable(),
  mentor_name: z.string(),
  mentor_email: z.string().nullable(),
  google_meet_link: z.string().nullable(),
  /** Null when the booking was never approved. */
  calendar_state: z.enum(['pending', 'created', 'failed', 'deleted', 'off']).nullable(),
  /** Grows each time that the booking is moved or ends. */
  sequence: z.int(),
  amount_paise: z.int().nullable(),
  payment_id: z.string().nullable(),
  /** Null when there is no refund. */
  refund_state: z.string().nullable(),
  /** Why it was cancelled or moved, or that its founder did not come; else null. */
  incident: z.string().nullable(),
  code: z.string(),
  answer_by: z.coerce.date(),
  /** Why it was rejected; `unanswered`: it was not decided in time. */
  decision_cause: z.string().nullable(),
  /** The administrator's own words, with the cause `other`. */
  decision_reason: z.string().nullable(),
  /** Other times, for the founder of a rejected booking. */
  suggestions: z
    .array(
      z.object({
        mentor_id: z.guid(),
        mentor_name: z.string(),
        mentor_slug: z.string(),
        date: z.string(),
        start_time: z.string(),
        end_time: z.string(),
      }),
    )
    .nullable(),
  /** How many working days a refund takes. */
  min_working_days: z.int(),
  max_working_days: z.int(),
  /** What the founder wants to leave with; the mentor gets its link only once the booking is approved. */
  brief: z
    .object({
      question: z.string().nullable(),
      stage: z.enum(STAGES).nullable(),
      link: z.string().nullable(),
      language: z.enum(LANGUAGES).nullable(),
    })
    .nullable(),
  /** 0 when there never was a brief. */
  brief_revision: z.int(),
  /** Whether the mentor can log in, and open what an e-mail links to. */
  mentor_has_account: z.boolean(),
  /** Who approves it: with `automatic` the mentor is not asked. */
  approval_mode: z.enum(['administrator', 'mentor', 'automatic']),
  mentor_zone: z.string(),
});

/** A booking with everything that its calendar event and its e-mails need. */
export type BookingForJobs = z.output<typeof bookingShape>;

/** How the database, which sells the times, reads the clocks of a mentor's zone; null for India's. */
export const clocksShape = z
  .object({ zone: z.string(), offsets: z.array(z.object({ from: z.number(), minutes: z.number().nullable() })) })
  .nullish();

/** E-mails then name the times that the pages do: the zone data of this program may be of another year. */
export function learnClocks(clocks: z.output<typeof clocksShape>): void {
  if (clocks) learnZone(clocks.zone, clocks.offsets);
}

/** The booking as it is now; undefined when it does not exist. Throws as `query`. */
export async function readBooking(bookingId: string): Promise<BookingForJobs | undefined> {
  const rows: unknown[] = await query(serviceClient().rpc('booking_for_jobs', { p_booking_id: bookingId }));
  if (rows.length === 0) return undefined;
  learnClocks(z.object({ mentor_clocks: clocksShape }).parse(rows[0]).mentor_clocks);
  return bookingShape.parse(rows[0]);
}

/** Both names, one line each; "Your mentor" and "A founder" where none is known. */
export function namesIn(booking: Pick<BookingForJobs, 'mentor_name' | 'founder_name' | 'founder_email'>): {
  mentor: string;
  founder: string;
} {
  return {
    mentor: singleLine(booking.mentor_name, 80) || copy.yourMentor,
    founder: singleLine(founderName(booking), 80) || copy.aFounder,
  };
}

/** Empty where the database made the name from the e-mail address, which the mentor must not learn. */
function founderName({ founder_name, founder_email }: Pick<BookingForJobs, 'founder_name' | 'founder_email'>): string {
  const name = founder_name?.trim() ?? '';
  const isMadeUp = name.toLowerCase() === founder_email?.toLowerCase().split('@')[0] || name.includes('@');
  return isMadeUp ? '' : name;
}

/** A session's time as the database tells of it in the facts of an e-mail. */
export const sessionShape = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });

/** "Tue 24 Nov, 10:00 AM – 11:00 AM", followed by India's time where the reader's clock shows another. */
export function timeFor(session: z.output<typeof sessionShape>, zone = 'Asia/Kolkata'): string {
  const time = { date: session.date, startTime: session.start_time, endTime: session.end_time };
  const { own, india } = mentorTime(time, zone);
  return india === null ? own : `${own} (${india})`;
}

/** One line; "A founder" where no name is known. */
export function founderOr(name: string | null): string {
  return singleLine(name ?? '', 80) || copy.aFounder;
}
