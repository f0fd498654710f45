import { bookingCopy, bookingDecisions, cancelling as copy } from '#copy/sessions/bookings.ts';
import { formatMoment, type IstDate, type IstTime, slotStart } from '#rules/shell/ist.ts';

/** What a booking can be (docs/product/bookings.md#statuses); the table bookings holds the same. */
export const BOOKING_STATUSES = [
  'pending_admin_review',
  'confirmed',
  'completed',
  'rejected',
  'cancelled',
  'rescheduled',
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Columns of a booking that the rules read. `status` is open: the database may add values that this build lacks. */
export interface BookingFacts {
  status: BookingStatus | (string & {});
  date: IstDate;
  start_time: IstTime;
  created_at: string;
}

export type BookingGroups<B> = { pendingReview: B[]; upcoming: B[]; completed: B[]; other: B[] };

/** A founder may cancel a booking under review that is younger than this (docs/product/bookings.md#deadlines). */
export const CANCELLATION_WINDOW_MS = 4 * 3_600_000;

/** The dashboard's groups, each by start time descending. */
export function groupBookings<B extends BookingFacts>(bookings: readonly B[], now: Date): BookingGroups<B> {
  const groups: BookingGroups<B> = { pendingReview: [], upcoming: [], completed: [], other: [] };
  const latestFirst = bookings
    .map((booking) => ({ booking, start: bookingStart(booking) }))
    .sort((a, b) => b.start.getTime() - a.start.getTime());
  for (const { booking, start } of latestFirst) {
    groups[groupOf(booking.status, start, now)].push(booking);
  }
  return groups;
}

/** Whether its owner may cancel a booking: under review and created under 4 hours ago. The database decides again. */
export function canCancel(booking: Pick<BookingFacts, 'status' | 'created_at'>, now: Date): boolean {
  return booking.status === 'pending_admin_review' && now.getTime() < cancellableUntil(booking).getTime();
}

/** Until when its owner may cancel a booking under review. */
export function cancellableUntil(booking: Pick<BookingFacts, 'created_at'>): Date {
  return new Date(Date.parse(booking.created_at) + CANCELLATION_WINDOW_MS);
}

/** A founder who asks this long before the start may cancel or move the booking (docs/product/refunds.md#tiers). */
export const EARLY_MS = 24 * 3_600_000;
/** A cancellation until this long before the start is refunded if the mentor agrees; exactly 12 hours still counts. */
export const REFUNDABLE_MS = 12 * 3_600_000;

/** The instants at which the policy for an approved session changes, before its start. */
export function refundDeadlines(startsAt: Date): { early: Date; refundable: Date } {
  return { early: new Date(startsAt.getTime() - EARLY_MS), refundable: new Date(startsAt.getTime() - REFUNDABLE_MS) };
}

/** Of a booking that is not paid yet, `status` is the one that it will have, and `paidAt` is null. */
interface CancellableBooking {
  status: string;
  paidAt: Date | null;
  startsAt: Date;
}

/**
 * Until when a founder can cancel for free, with the booking's own dates, and what holds after that
 * (docs/product/refunds.md#what-a-founder-reads); null where nothing can be cancelled any more. The database decides.
 */
export function cancellationSentence({ status, paidAt, startsAt }: CancellableBooking, now: Date): string | null {
  const isApproved = status === 'confirmed' || status === 'rescheduled';
  if (now >= startsAt || !(isApproved || status === 'pending_admin_review')) return null;
  const { early, refundable } = refundDeadlines(startsAt);
  const moment = (at: Date) => `${formatMoment(at, now)} IST`;
  const approved =
    now <= early ? copy.free(moment(early)) : now <= refundable ? copy.agreement(moment(refundable)) : copy.late;
  if (isApproved) return approved;
  const windowEnds = new Date((paidAt ?? now).getTime() + CANCELLATION_WINDOW_MS);
  if (now >= windowEnds) return `${copy.afterWindow} ${approved}`;
  if (windowEnds > early) return `${copy.unconfirmed} ${approved}`;
  return `${copy.twice} ${copy.dates(paidAt ? moment(windowEnds) : '', moment(early))}`;
}

/** An answer is promised within this time after the payment (docs/product/bookings.md#deadlines). */
export const ANSWER_PROMISE_MS = 24 * 3_600_000;
/** The latest answer comes this long before the session starts. */
export const LATEST_ANSWER_MS = 2 * 3_600_000;
/** From this long before its start on, a booking can no longer be approved. */
export const APPROVAL_ENDS_MS = 15 * 60_000;

/** By when a booking under review is answered; the database keeps it in `bookings.answer_by`, by the same rule. */
export function answerBy(createdAt: Date, startsAt: Date): Date {
  return new Date(Math.min(createdAt.getTime() + ANSWER_PROMISE_MS, startsAt.getTime() - LATEST_ANSWER_MS));
}

/**
 * Why an administrator rejects a booking (docs/product/bookings.md#rejection); `other` needs the administrator's own
 * words.
 */
export const REJECTION_REASONS = [
  'mentor_not_available',
  'mentor_not_suited',
  'information_not_enough',
  'other',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];
/** Characters of a person's own words for a rejection, a cancellation or a refused request. */
export const OWN_REASON_LENGTH = { min: 5, max: 300 } as const;
/** How many other times a rejection may offer. */
export const SUGGESTED_TIMES = 3;
/** Characters of what a founder writes to a request (docs/product/bookings.md#requests). */
export const REQUEST_MESSAGE_LENGTH = 500;

function isRejectionReason(cause: string | null): cause is RejectionReason {
  return REJECTION_REASONS.some((known) => known === cause);
}

/** Why a booking was rejected, as its founder reads it; null where no reason is known. */
export function rejectionText(cause: string | null, ownWords: string | null): string | null {
  if (cause === 'mentor_declined') return bookingDecisions.mentorDeclined;
  if (!isRejectionReason(cause)) return null;
  return cause === 'other' ? ownWords : bookingDecisions.reasons[cause];
}

/** How a status reads; a status that this build does not know is shown capitalised. */
export function statusLabel(status: string): string {
  if (Object.hasOwn(bookingCopy.status, status)) return bookingCopy.status[status as BookingStatus];
  const words = status.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The note of a rescheduled booking, which its card shows; null when the notes contain none. */
export function rescheduleNote(notes: string | null): string | null {
  return notes?.includes('Rescheduled:') ? notes : null;
}

function groupOf(status: string, start: Date, now: Date): keyof BookingGroups<never> {
  if (status === 'pending_admin_review') return 'pendingReview';
  const hasStarted = start.getTime() <= now.getTime();
  if (status === 'completed' || hasStarted) return 'completed';
  return status === 'confirmed' ? 'upcoming' : 'other';
}

/** The instant at which a booking starts. */
export function bookingStart(booking: Pick<BookingFacts, 'date' | 'start_time'>): Date {
  return slotStart({ date: booking.date, startTime: booking.start_time });
}
