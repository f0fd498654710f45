import { type BookingFacts, bookingStart } from './booking.ts';
import { type MeetingFacts, nextTurn } from './meeting.ts';

/**
 * Minutes after the start from which a mentor may say that the founder did not come
 * (docs/product/sessions.md#no-show-reports).
 */
export const ABSENCE_FROM_MINUTES = 10;
/** Hours after the start until which a mentor may say so. */
export const ABSENCE_UNTIL_HOURS = 72;
/** A mentor may propose another time until this many hours before the start. */
const PROPOSE_UNTIL_HOURS = 2;

interface MentorSessionFacts extends BookingFacts {
  incident: string | null;
}

const isApproved = (status: string) => status === 'confirmed' || status === 'rescheduled';

/** Whether the mentor may cancel the session: approved, and before its start. The database decides again. */
export function canMentorCancel(session: MentorSessionFacts, now: Date): boolean {
  return isApproved(session.status) && now < bookingStart(session);
}

/** Whether the mentor may propose another time: approved, and at least 2 hours before its start. The database decides again. */
export function canProposeTimes(session: MentorSessionFacts, now: Date): boolean {
  return isApproved(session.status) && now.getTime() <= proposableUntil(session);
}

const proposableUntil = (session: BookingFacts) => bookingStart(session).getTime() - PROPOSE_UNTIL_HOURS * 3_600_000;

/** Whether the mentor may say that the founder did not come. The database decides again. */
export function canReportAbsence(session: MentorSessionFacts, now: Date): boolean {
  const { from, until } = absenceWindow(session);
  const isHeld = isApproved(session.status) || session.status === 'completed';
  return isHeld && session.incident === null && now >= from && now <= until;
}

/** The time in which the mentor may say that the founder did not come. */
function absenceWindow(session: BookingFacts): { from: Date; until: Date } {
  const start = bookingStart(session).getTime();
  return {
    from: new Date(start + ABSENCE_FROM_MINUTES * 60_000),
    until: new Date(start + ABSENCE_UNTIL_HOURS * 3_600_000),
  };
}

/**
 * The next instant at which the mentor's possible actions on these sessions change by themselves; null when there is
 * none.
 */
export function sessionTurn(sessions: readonly MeetingFacts[], now: Date): Date | null {
  const turns = sessions.flatMap((session) => {
    const { from, until } = absenceWindow(session);
    return [proposableUntil(session) + 1, from.getTime(), until.getTime() + 1];
  });
  const next = Math.min(
    nextTurn(sessions, now)?.getTime() ?? Infinity,
    ...turns.filter((time) => time > now.getTime()),
  );
  return Number.isFinite(next) ? new Date(next) : null;
}
