import {
  type BookingFacts,
  bookingStart,
  canCancel,
  cancellableUntil,
  refundDeadlines,
} from '#rules/sessions/booking.ts';
import { type IstTime, slotEnd } from '#rules/shell/ist.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';

/** Columns of a booking that say when and where its meeting is. */
export interface MeetingFacts extends BookingFacts {
  end_time: IstTime;
  google_meet_link: string | null;
}

/** The link to the meeting: not there yet, there but `early`, `open`, or `none` without a meeting to join. */
export type JoinState = 'none' | 'awaiting-link' | 'early' | 'open';

/** The Join button stands out this long before the start. */
const OPEN_BEFORE_START_MS = 15 * 60_000;

/** Whether a booking in this status has a meeting: confirmed, or moved to a new time by an administrator. */
export function takesPlace(status: string): boolean {
  return status === 'confirmed' || status === 'rescheduled';
}

/** How to show the link to a booking's meeting at `now`. */
export function joinState(booking: MeetingFacts, now: Date): JoinState {
  if (!hasMeetingAhead(booking, now)) return 'none';
  if (meetingUrl(booking.google_meet_link) === null) return 'awaiting-link';
  return now.getTime() >= startOf(booking) - OPEN_BEFORE_START_MS ? 'open' : 'early';
}

/** Whether a booking's meeting is still to come or under way. */
export function hasMeetingAhead(booking: MeetingFacts, now: Date): boolean {
  return takesPlace(booking.status) && now.getTime() < endOf(booking);
}

/** Whether a booking's meeting is under way. */
export function isUnderWay(booking: MeetingFacts, now: Date): boolean {
  return hasMeetingAhead(booking, now) && now.getTime() >= startOf(booking);
}

/** The session that is under way or starts next, if there is one. */
export function nextSession<B extends MeetingFacts>(bookings: readonly B[], now: Date): B | undefined {
  return bookings.filter((booking) => hasMeetingAhead(booking, now)).toSorted((a, b) => startOf(a) - startOf(b))[0];
}

/** The address of a meeting; null when the text is no https address, which must not become a link. */
export function meetingUrl(link: string | null): string | null {
  const url = parseUrl(link ?? '');
  return url?.protocol === 'https:' ? url.href : null;
}

/** The next instant at which the dashboard's view of these bookings changes by itself; null when there is none. */
export function nextTurn(bookings: readonly MeetingFacts[], now: Date): Date | null {
  const turns = bookings.flatMap((booking) => {
    const times: number[] = [startOf(booking)];
    if (canCancel(booking, now)) times.push(cancellableUntil(booking).getTime());
    const { early, refundable } = refundDeadlines(bookingStart(booking));
    // The deadlines themselves still count.
    times.push(early.getTime() + 1, refundable.getTime() + 1);
    if (takesPlace(booking.status)) times.push(startOf(booking) - OPEN_BEFORE_START_MS, endOf(booking));
    return times;
  });
  const next = Math.min(...turns.filter((time) => time > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}

/** The instant at which a booking ends. */
export function bookingEnd(booking: Pick<MeetingFacts, 'date' | 'end_time'>): Date {
  return slotEnd({ date: booking.date, endTime: booking.end_time });
}

const startOf = (booking: MeetingFacts) => bookingStart(booking).getTime();
const endOf = (booking: MeetingFacts) => bookingEnd(booking).getTime();
