import { meetingUrl, takesPlace } from '#rules/sessions/meeting.ts';

/** Approve and Reject are offered for these alone (docs/product/bookings.md#transitions). */
export function canDecide(status: string): boolean {
  return status === 'pending_admin_review';
}

/**
 * Whether Reschedule is offered: for all that are neither rejected nor cancelled
 * (docs/product/bookings.md#administrators).
 */
export function canReschedule(status: string): boolean {
  return status !== 'rejected' && status !== 'cancelled';
}

/** Less than this is left of the promise: high time. */
const HIGH_TIME_MS = 6 * 3_600_000;

export interface ReviewWait {
  waitedMs: number;
  /** Until the promise is broken; below 0 it is. */
  leftMs: number;
  urgency: 'calm' | 'high' | 'broken';
}

/**
 * How long a booking under review has waited, and how long there is until it ends unanswered
 * (docs/product/bookings.md#deadlines); null for all others.
 */
export function reviewWait(
  booking: { status: string; created_at: string; answer_by: string },
  now: Date,
): ReviewWait | null {
  if (!canDecide(booking.status)) return null;
  const leftMs = Date.parse(booking.answer_by) - now.getTime();
  return {
    waitedMs: Math.max(0, now.getTime() - Date.parse(booking.created_at)),
    leftMs,
    urgency: leftMs < 0 ? 'broken' : leftMs < HIGH_TIME_MS ? 'high' : 'calm',
  };
}

/** A span of time in short: "40 min", "5 h", "2 d 3 h"; rounded down, and no shorter than a minute. */
export function shortSpan(ms: number): string {
  const minutes = Math.max(1, Math.floor(Math.abs(ms) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export type MeetingState =
  | 'none'
  | 'afterApproval'
  | 'linkPending'
  | 'updating'
  | 'open'
  | 'createdWithoutLink'
  | 'failed'
  | 'off'
  | 'missing'
  | 'removing'
  | 'removalFailed';

/** How far a booking's calendar event is; `calendar_state` is the state in `private.calendar_events`. */
export function meetingState(booking: {
  status: string;
  google_meet_link: string | null;
  calendar_state: string | null;
}): MeetingState {
  const { status, calendar_state: calendar } = booking;
  const hasLink = meetingUrl(booking.google_meet_link) !== null;
  if (canDecide(status)) return 'afterApproval';
  if (!canReschedule(status)) {
    if (calendar === 'pending') return 'removing';
    return calendar === 'failed' ? 'removalFailed' : 'none';
  }
  if (!takesPlace(status)) return hasLink ? 'open' : 'none';
  if (calendar === 'pending') return hasLink ? 'updating' : 'linkPending';
  if (calendar === 'failed') return 'failed';
  if (hasLink) return 'open';
  if (calendar === 'created') return 'createdWithoutLink';
  return calendar === 'off' ? 'off' : 'missing';
}

/** Whether asking the calendar again is of use. */
export function canRetryCalendar(state: MeetingState): boolean {
  return state === 'failed' || state === 'removalFailed' || state === 'off' || state === 'missing';
}

export type PaymentSummary = 'paid' | 'kept' | 'byHand' | 'refundUnderWay' | 'refunded' | 'refundFailed';

/** What became of the money of a booking; `kept`: it ended without a session, and nothing goes back. */
export function paymentSummary(booking: {
  payment_state: string;
  refund_state: string | null;
  status?: string;
  incident?: string | null;
}): PaymentSummary {
  if (booking.payment_state === 'none') return 'byHand';
  if (booking.refund_state === null) {
    const isOver = booking.status === 'cancelled' || booking.status === 'completed';
    return isOver && booking.incident ? 'kept' : 'paid';
  }
  if (booking.refund_state === 'processed') return 'refunded';
  return booking.refund_state === 'failed' ? 'refundFailed' : 'refundUnderWay';
}
