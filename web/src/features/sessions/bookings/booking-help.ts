import { bookingStart, canCancel, EARLY_MS } from '#rules/sessions/booking.ts';
import { bookingEnd, type MeetingFacts, takesPlace } from '#rules/sessions/meeting.ts';

const HOUR_MS = 3_600_000;
/** Answers are promised within this time. */
const ANSWER_MS = 24 * HOUR_MS;
/** For as long the dashboard offers to tell of a session that went wrong; the policy itself sets no end. */
const PROBLEM_MS = 14 * 24 * HOUR_MS;

/** Where the dashboard explains how to reach people: a booking under review, or a session that went wrong. */
export type HelpOffer = 'pending' | 'problem' | null;

/**
 * Which help a card offers at `now`. What went wrong and is recorded already needs no telling; but a founder who is said to
 * have missed the session may see it otherwise (docs/product/sessions.md#no-show-reports).
 */
export function helpOffer(booking: MeetingFacts & { incident: string | null }, now: Date): HelpOffer {
  if (booking.status === 'pending_admin_review') {
    return canCancel(booking, now) || hasStarted(booking, now) ? null : 'pending';
  }
  const isOpen = !booking.incident || booking.incident === 'founder_no_show';
  const wasApproved = takesPlace(booking.status) || (booking.status === 'completed' && isOpen);
  return wasApproved && hasStarted(booking, now) && now.getTime() < bookingEnd(booking).getTime() + PROBLEM_MS
    ? 'problem'
    : null;
}

/** Whether a card offers to change or cancel its session: approved, and not begun. The database decides what. */
export function canChange(booking: MeetingFacts, now: Date): boolean {
  return takesPlace(booking.status) && !hasStarted(booking, now);
}

/**
 * Until so long before the start its founder may change what they want to leave with (docs/product/sessions.md#brief).
 */
const BRIEF_MS = 2 * HOUR_MS;

/** Whether a card offers to change what the founder wants to leave with. The database decides. */
export function takesBrief(booking: MeetingFacts, now: Date): boolean {
  const isAhead = booking.status === 'pending_admin_review' || takesPlace(booking.status);
  return isAhead && now.getTime() <= bookingStart(booking).getTime() - BRIEF_MS;
}

/** Whether an answer in the promised time might come too late, so that the e-mail has URGENT in its subject. */
export function isUrgent(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() < EARLY_MS + ANSWER_MS;
}

function hasStarted(booking: MeetingFacts, now: Date): boolean {
  return bookingStart(booking) <= now;
}
