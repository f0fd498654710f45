import { z } from 'zod';
import { mail as copy } from '#copy/sessions/booking-mail.ts';
import { enqueueJob, query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { type MailRole, mailPayload, queueBookingMails, queueMail } from '#functions/_shared/mail/booking.ts';
import {
  briefChanged,
  checkInAsked,
  requestAnswered,
  summaryShared,
  summaryWanted,
} from '#functions/_shared/mail/session.ts';
import { type Job, PermanentFailure } from '#functions/_shared/office/job-limit.ts';
import { endingToken, optionalMail } from '#functions/_shared/people/signed-link.ts';
import { ProviderUnavailable } from '#functions/_shared/provider.ts';
import { type BookingForJobs, readBooking } from '#functions/_shared/sessions/booking.ts';
import {
  type CalendarOutcome,
  describeEventOf,
  forgetFounderOf,
  hideGuestsOf,
  settleCalendar,
} from '#functions/_shared/sessions/booking-calendar.ts';
import { MOST_TRIES } from '#rules/office/metrics.ts';
import { takesPlace } from '#rules/sessions/meeting.ts';

/** This close to the start the e-mails are sent without waiting for the link. */
const URGENT_MS = 2 * 3_600_000;
/** How often a job is repeated until an administrator authorises the calendar again. */
const PERMISSION_WAIT_MS = 5 * 60_000;

const bookingShape = z.object({
  booking_id: z.guid(),
  /** Since when the job waits for an administrator to authorise the calendar. */
  waiting_since: z.iso.datetime({ offset: true }).optional(),
});
const lateCalendarShape = z.object({
  booking_id: z.guid(),
  status: z.enum(['confirmed', 'rescheduled']),
  sequence: z.int(),
});
const reminderShape = z.object({
  booking_id: z.guid(),
  hours: z.union([z.literal(24), z.literal(1)]),
  starts_at: z.coerce.date(),
});

/** A booking under review has no event yet: only the e-mails are sent. */
export async function announceSubmission(payload: unknown): Promise<void> {
  const booking = await readBooking(bookingShape.parse(payload).booking_id);
  if (booking?.status === 'pending_admin_review') await queueBookingMails('submitted', booking);
}

/**
 * Writes the event first, then sends the e-mails with its link. If the calendar keeps them waiting,
 * announceWithoutCalendar sends them without a link, and this sends them a second time once there is one.
 * @throws ProviderUnavailable, PermanentFailure
 */
export async function announceApproval(kind: 'confirmed' | 'rescheduled', job: Job): Promise<void> {
  const { booking_id } = bookingShape.parse(job.payload);
  const settled = await settleCalendar(booking_id, { isLastTry: job.tries >= MOST_TRIES });
  // A later change of the booking has a job of its own.
  if (!settled || settled.booking.status !== kind) return;
  const { booking, outcome } = settled;
  if (outcome.kind === 'settled' || outcome.kind === 'off') return queueBookingMails(kind, booking);
  const isUrgent = booking.starts_at.getTime() - Date.now() < URGENT_MS;
  if (isUrgent || outcome.kind === 'refused') await queueBookingMails(kind, booking);
  return endTry(job, outcome);
}

/**
 * Sends the e-mails of an approval that the calendar keeps waiting. The database enqueues this early enough that they
 * go within five minutes of the approval (plan_calendar_jobs).
 */
export async function announceWithoutCalendar(payload: unknown): Promise<void> {
  const { booking_id, status, sequence } = lateCalendarShape.parse(payload);
  const booking = await readBooking(booking_id);
  // A later change of the booking has e-mails of its own.
  if (booking?.status === status && booking.sequence === sequence) await queueBookingMails(status, booking);
}

/** Hides the guests of an event from each other that was made before new ones did so. Throws as announceApproval. */
export async function hideGuests(job: Job): Promise<void> {
  const { booking_id } = bookingShape.parse(job.payload);
  const outcome = await hideGuestsOf(booking_id);
  // An event is there: a calendar that is disconnected now may be connected again.
  return endTry(job, outcome.kind === 'off' ? { kind: 'permission', reason: copy.calendar.off } : outcome);
}

/**
 * Takes a deleted account out of the event of a past session. Without a calendar to ask, or without its permission, the
 * job is tried again and then given up, for an administrator to see.
 */
export async function forgetGuest(payload: unknown): Promise<void> {
  const outcome = await forgetFounderOf(bookingShape.parse(payload).booking_id);
  if (outcome.kind === 'settled') return;
  throw new ProviderUnavailable('reason' in outcome ? outcome.reason : copy.calendar.off);
}

/** Sends the e-mails first: they do not depend on the calendar. Throws as announceApproval. */
export async function announceEnd(kind: 'rejected' | 'cancelled', job: Job): Promise<void> {
  const { booking_id } = bookingShape.parse(job.payload);
  const booking = await readBooking(booking_id);
  if (booking?.status !== kind) return;
  await queueBookingMails(booking.decision_cause === 'unanswered' ? 'unanswered' : kind, booking);
  const settled = await settleCalendar(booking_id, { isLastTry: job.tries >= MOST_TRIES });
  if (settled) await endTry(job, settled.outcome);
}

/** A completed booking needs no e-mail, except when the founder did not come: then both sides are told. */
export async function announceCompletion(payload: unknown): Promise<void> {
  const booking = await readBooking(bookingShape.parse(payload).booking_id);
  if (booking?.status === 'completed' && booking.incident === 'founder_no_show') {
    await queueBookingMails('missed', booking);
  }
}

const briefJobShape = z.object({ booking_id: z.guid(), revision: z.int() });

/**
 * After its founder changed what they want to leave with: e-mails the mentor of an approved session, and writes the event's
 * description. Dropped where a newer text has a job of its own, and after the session. Throws as announceApproval.
 */
export async function announceBrief(job: Job): Promise<void> {
  const { booking_id, revision } = briefJobShape.parse(job.payload);
  const booking = await readBooking(booking_id);
  if (booking?.brief_revision !== revision || !takesPlace(booking.status)) return;
  if (booking.ends_at.getTime() <= Date.now()) return;
  // The e-mail first: it does not depend on the calendar. One that an administrator emptied has nothing to tell.
  if (booking.brief !== null) {
    await queueMail(booking, 'mentor', {
      key: `booking:${booking.id}:brief-changed:mentor:${booking.brief_revision}`,
      render: (one, siteUrl) => briefChanged.render({ booking: one }, siteUrl),
    });
  }
  return endTry(job, await describeEventOf(booking_id));
}

const summaryJobShape = z.object({ booking_id: z.guid(), number: z.int() });
const summaryShape = z.object({
  body: z.string(),
  items: z.array(z.object({ owner: z.enum(['founder', 'mentor']), text: z.string(), due_on: z.string().nullable() })),
});

/** E-mails a session's shared summary with its action items to both sides, as they are now. */
export async function announceSummary(payload: unknown): Promise<void> {
  const { booking_id, number } = summaryJobShape.parse(payload);
  const booking = await readBooking(booking_id);
  const answer: unknown = await query(serviceClient().rpc('summary_for_jobs', { p_booking_id: booking_id }));
  const summary = summaryShape.nullable().parse(answer);
  if (!booking || summary === null) return;
  for (const role of ['founder', 'mentor'] as const) {
    await queueMail(booking, role, {
      key: `booking:${booking.id}:summary:${role}:${number}`,
      render: (one, siteUrl) => summaryShared[role].render({ booking: one, summary }, siteUrl),
    });
  }
}

/** Reminds the mentor of a session without a shared summary, once (docs/product/notifications.md#optional-e-mails). */
export async function askForSummary(payload: unknown): Promise<void> {
  const { booking_id } = bookingShape.parse(payload);
  const user = await query(serviceClient().rpc('summary_wanted_for_jobs', { p_booking_id: booking_id }));
  const booking = user ? await readBooking(booking_id) : undefined;
  if (!user || !booking?.mentor_email) return;
  const { stop, ...optional } = optionalMail(user, 'session_summaries');
  const siteUrl = readEnv('SITE_URL');
  const mail = await mailPayload(booking.mentor_email, 'mentor', booking, (one) =>
    summaryWanted.render({ booking: one, stop }, siteUrl),
  );
  const without = 'without_founder' in mail && { without_founder: { ...mail.without_founder, ...optional } };
  await enqueueJob('email', { ...mail, ...optional, ...without }, `booking:${booking.id}:summary_wanted:mentor`);
}

const checkInJobShape = z.object({ booking_id: z.guid(), day: z.int() });
const checkInShape = z.object({ id: z.guid(), days: z.int(), link_days: z.int(), items: summaryShape.shape.items });

/** Asks a founder whether a session helped (docs/product/outcomes.md#check-ins). */
export async function askFounder(payload: unknown): Promise<void> {
  const { booking_id, day } = checkInJobShape.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('check_in_for_jobs', { p_booking_id: booking_id, p_day: day }));
  const found = checkInShape.nullable().parse(answer);
  const booking = found ? await readBooking(booking_id) : undefined;
  if (!found || !booking?.founder_id || !booking.founder_email) return;
  const { id, days, link_days, items } = found;
  const { stop, ...optional } = optionalMail(booking.founder_id, 'check_ins');
  const token = endingToken('check-in', id, { days: link_days });
  const mail = await checkInAsked.render({ booking, days, items, token, stop }, readEnv('SITE_URL'));
  const p_mail = { to: booking.founder_email, ...mail, ...optional };
  await query(database.rpc('queue_check_in', { p_booking_id: booking_id, p_day: day, p_mail }));
}

const requestJobShape = z.object({ booking_id: z.guid(), request_id: z.guid() });
const requestShape = z.object({
  kind: z.enum(['cancel', 'move']),
  state: z.string(),
  decline_reason: z.string().nullable(),
});

/** Tells the founder that a request was declined, or that nobody answered it before the session. */
export async function announceRequestAnswer(payload: unknown): Promise<void> {
  const { booking_id, request_id } = requestJobShape.parse(payload);
  const booking = await readBooking(booking_id);
  const rows: unknown[] = await query(serviceClient().rpc('request_for_jobs', { p_request_id: request_id }));
  if (!booking || rows.length === 0) return;
  const request = requestShape.parse(rows[0]);
  const { state } = request;
  if (state !== 'declined' && state !== 'expired') return;
  await queueMail(booking, 'founder', {
    key: `request:${request_id}:${state}`,
    render: (one, siteUrl) => requestAnswered.render({ request: { ...request, state }, booking: one }, siteUrl),
  });
}

/** Sends a reminder, unless the booking was moved, has ended or has begun. */
export async function remind(payload: unknown): Promise<void> {
  const job = reminderShape.parse(payload);
  const booking = await readBooking(job.booking_id);
  const reason = booking ? whyNotRemind(job, booking) : 'the booking is gone';
  if (booking && reason === undefined) {
    const event = job.hours === 24 ? 'reminder24' : 'reminder1';
    return queueBookingMails(event, booking, await readersWhoWant(event, booking));
  }
  logProblem('warn', 'A reminder was dropped', { booking: job.booking_id, hours: job.hours, reason });
}

/** Asked now, not when the reminder was planned: both may have changed their minds. */
async function readersWhoWant(event: 'reminder24' | 'reminder1', booking: BookingForJobs): Promise<MailRole[]> {
  const { founder_id, mentor_id } = booking;
  const [founder, mentor] = await Promise.all([
    founder_id === null || query(serviceClient().rpc('wants_reminders', { p_user_id: founder_id })),
    mentor_id === null || query(serviceClient().rpc('wants_mentor_mail', { p_mentor_id: mentor_id, p_kind: event })),
  ]);
  return [...(founder ? (['founder'] as const) : []), ...(mentor ? (['mentor'] as const) : [])];
}

function whyNotRemind(job: z.output<typeof reminderShape>, booking: BookingForJobs): string | undefined {
  if (!takesPlace(booking.status)) return `the booking is ${booking.status}`;
  if (job.starts_at.getTime() !== booking.starts_at.getTime()) return 'the session was moved';
  const ahead = booking.starts_at.getTime() - Date.now();
  if (ahead <= 0) return 'the session has begun';
  if (job.hours === 24 && ahead <= 3_600_000) return 'the last reminder is due as well';
  return undefined;
}

/** Ends the job, or has it done again, as the state of the calendar asks for. */
async function endTry(job: Job, outcome: CalendarOutcome): Promise<void> {
  // A failed attempt would count, and the authorisation may take days.
  if (outcome.kind === 'permission') return waitForPermission(job);
  if (outcome.kind === 'refused') throw new PermanentFailure(outcome.reason);
  if (outcome.kind === 'unavailable') throw new ProviderUnavailable(outcome.reason);
}

/** Enqueues the same job with all its tries. The key prevents a second successor when a job runs twice. */
async function waitForPermission(job: Job): Promise<void> {
  const { waiting_since, ...payload } = z.looseObject(bookingShape.shape).parse(job.payload);
  await enqueueJob(
    job.kind,
    { ...payload, waiting_since: waiting_since ?? new Date().toISOString() },
    `permission:${job.id}`,
    new Date(Date.now() + PERMISSION_WAIT_MS),
  );
}
