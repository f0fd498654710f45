import { z } from 'zod';
import { type BookingForJobs, readBooking } from '#functions/_shared/booking.ts';
import { settleCalendar } from '#functions/_shared/booking-calendar.ts';
import { queueBookingMails } from '#functions/_shared/booking-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { ProviderUnavailable } from '#functions/_shared/provider.ts';
import { takesPlace } from '#rules/meeting.ts';
import { PermanentFailure } from './permanent-failure.ts';

/** fail_job gives a job up after this many tries. */
const LAST_ATTEMPT = 12;
/** By this try an hour and more has passed: people hear that the session takes place, and get the link later. */
const PATIENT_ATTEMPTS = 10;
const PATIENCE_MS = 3_600_000;
/** So close to the start nobody should still be waiting for an e-mail. */
const PRESSING_MS = 2 * 3_600_000;
/** Until somebody authorises the calendar again, it is asked this often. */
const PERMISSION_WAIT_MS = 5 * 60_000;

/** A job as it was claimed. */
export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** This try included. */
  attempts: number;
}

const bookingShape = z.object({
  booking_id: z.guid(),
  /** Since when it waits for somebody to authorise the calendar. */
  waiting_since: z.iso.datetime({ offset: true }).optional(),
});
const reminderShape = z.object({
  booking_id: z.guid(),
  hours: z.union([z.literal(24), z.literal(1)]),
  starts_at: z.coerce.date(),
});

/** The booking waits for review: nothing for the calendar yet. */
export async function announceSubmission(payload: unknown): Promise<void> {
  const booking = await readBooking(bookingShape.parse(payload).booking_id);
  if (booking?.status === 'pending_admin_review') await queueBookingMails('submitted', booking);
}

/**
 * The event first, then the e-mails, which have its link. Where the calendar stays away they go out without, and again with
 * the link once there is one.
 * @throws ProviderUnavailable, PermanentFailure
 */
export async function announceSession(kind: 'confirmed' | 'rescheduled', job: Job): Promise<void> {
  const { booking_id, waiting_since } = bookingShape.parse(job.payload);
  const settled = await settleCalendar(booking_id, { isLastTry: job.attempts >= LAST_ATTEMPT });
  // What the booking has become since has a job of its own.
  if (!settled || settled.booking.status !== kind) return;
  const { booking, outcome } = settled;
  if (outcome.kind === 'settled' || outcome.kind === 'off') return queueBookingMails(kind, booking);

  const isPressing = booking.starts_at.getTime() - Date.now() < PRESSING_MS;
  if (outcome.kind === 'permission') {
    const since = waiting_since ?? new Date().toISOString();
    if (isPressing || Date.now() - Date.parse(since) > PATIENCE_MS) await queueBookingMails(kind, booking);
    // A failed try would use up the job's tries, and who authorises may take days.
    return waitForPermission(job, since);
  }
  if (isPressing || outcome.kind === 'refused' || job.attempts >= PATIENT_ATTEMPTS) {
    await queueBookingMails(kind, booking);
  }
  if (outcome.kind === 'refused') throw new PermanentFailure(outcome.reason);
  throw new ProviderUnavailable(outcome.reason);
}

/** The e-mails first: they do not depend on the calendar any more. Throws as announceSession. */
export async function announceEnd(kind: 'rejected' | 'cancelled', job: Job): Promise<void> {
  const { booking_id, waiting_since } = bookingShape.parse(job.payload);
  const booking = await readBooking(booking_id);
  if (booking?.status !== kind) return;
  await queueBookingMails(kind, booking);
  const settled = await settleCalendar(booking_id, { isLastTry: job.attempts >= LAST_ATTEMPT });
  if (!settled) return;
  const { outcome } = settled;
  if (outcome.kind === 'permission') {
    return waitForPermission(job, waiting_since ?? new Date().toISOString());
  }
  if (outcome.kind === 'refused') throw new PermanentFailure(outcome.reason);
  if (outcome.kind === 'unavailable') throw new ProviderUnavailable(outcome.reason);
}

/** Nobody needs to be told of a session that was held; of one that its founder missed, both sides are. */
export async function announceCompletion(payload: unknown): Promise<void> {
  const booking = await readBooking(bookingShape.parse(payload).booking_id);
  if (booking?.status === 'completed' && booking.incident === 'founder_no_show') {
    await queueBookingMails('missed', booking);
  }
}

/** Dropped when the session moved, ended or has begun: a reminder that is wrong is worse than none. */
export async function remind(payload: unknown): Promise<void> {
  const job = reminderShape.parse(payload);
  const booking = await readBooking(job.booking_id);
  const reason = booking ? whyNotRemind(job, booking) : 'the booking is gone';
  if (booking && reason === undefined) {
    return queueBookingMails(job.hours === 24 ? 'reminder24' : 'reminder1', booking);
  }
  logProblem('warn', 'A reminder was dropped', { booking: job.booking_id, hours: job.hours, reason });
}

function whyNotRemind(job: z.output<typeof reminderShape>, booking: BookingForJobs): string | undefined {
  if (!takesPlace(booking.status)) return `the booking is ${booking.status}`;
  if (job.starts_at.getTime() !== booking.starts_at.getTime()) return 'the session was moved';
  const ahead = booking.starts_at.getTime() - Date.now();
  if (ahead <= 0) return 'the session has begun';
  if (job.hours === 24 && ahead <= 3_600_000) return 'the last reminder is due as well';
  return undefined;
}

/** The same job anew, with all its tries. The key makes it one successor, should a job be done twice. */
async function waitForPermission(job: Job, since: string): Promise<void> {
  const { booking_id } = bookingShape.parse(job.payload);
  await query(
    serviceClient().rpc('enqueue_job', {
      p_kind: job.kind,
      p_payload: { booking_id, waiting_since: since },
      p_key: `permission:${job.id}`,
      p_run_at: new Date(Date.now() + PERMISSION_WAIT_MS).toISOString(),
    }),
  );
}
