import { mail as copy } from '#copy/sessions/booking-mail.ts';
import { sessionBrief as briefCopy } from '#copy/sessions/briefs.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import {
  type CalendarEvent,
  deleteEvent,
  describeEvent,
  hideGuests,
  insertEvent,
  leaveOnlyGuests,
} from '#functions/_shared/office/google-calendar.ts';
import { CalendarNotConnected, withCalendar } from '#functions/_shared/office/google-credentials.ts';
import { TokenRevoked } from '#functions/_shared/office/google-oauth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';
import { meetingUrl, takesPlace } from '#rules/sessions/meeting.ts';
import { singleLine } from '#rules/shell/text.ts';
import { type BookingForJobs, namesIn, readBooking } from './booking.ts';

/**
 * The state of a booking's event in the calendar:
 * - `settled`: as it should be; `off`: no calendar is connected, which is allowed
 * - `permission`: an administrator must authorise the calendar again; `refused`: a retry cannot help
 * - `unavailable`: a retry may help
 */
export type CalendarOutcome =
  | { kind: 'settled' }
  | { kind: 'off' }
  | { kind: 'permission' | 'refused' | 'unavailable'; reason: string };

/** Of an event's description, in characters. */
const DESCRIPTION_LIMIT = 2000;
/** How often a booking may move while its event is being written. */
const ROUNDS = 5;

/**
 * Creates, moves or deletes the booking's event to match the booking. Simultaneous calls are safe: the event's id is
 * made from the booking's, and a report about an outdated booking leads to another round. Answers the booking as it is
 * afterwards; undefined when there is none.
 * @param options.isLastTry whether `unavailable` is reported as given up
 */
export async function settleCalendar(
  bookingId: string,
  options: { isLastTry?: boolean } = {},
): Promise<{ booking: BookingForJobs; outcome: CalendarOutcome } | undefined> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const booking = await readBooking(bookingId);
    if (!booking) return undefined;
    // In later rounds our own outdated write may have come after the report of `settled`.
    if (round === 0 && isSettled(booking)) return { booking, outcome: { kind: 'settled' } };
    const { outcome, event } = await write(booking);
    const isCurrent = await report(booking, outcome, event, options.isLastTry ?? false);
    if (!isCurrent) continue;
    const latest = await readBooking(bookingId);
    return latest && { booking: latest, outcome };
  }
  throw new ProviderUnavailable(copy.calendar.changing);
}

/** Hides the guests of an approved booking's event from each other, if an earlier version made it without this. */
export async function hideGuestsOf(bookingId: string): Promise<CalendarOutcome> {
  const booking = await readBooking(bookingId);
  if (!booking || !takesPlace(booking.status)) return { kind: 'settled' };
  try {
    const isHidden = await withCalendar((access) => hideGuests(access, eventIdOf(bookingId)));
    if (isHidden) await query(serviceClient().rpc('record_hidden_guests', { p_booking_id: bookingId }));
    return { kind: 'settled' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Writes the present description to an approved booking's event, after its founder changed a text in it. */
export async function describeEventOf(bookingId: string): Promise<CalendarOutcome> {
  const booking = await readBooking(bookingId);
  if (!booking || !takesPlace(booking.status)) return { kind: 'settled' };
  try {
    const { description } = textsOf(booking);
    await withCalendar((access) => describeEvent(access, eventIdOf(bookingId), description));
    return { kind: 'settled' };
  } catch (error) {
    return outcomeOf(error);
  }
}

/**
 * Removes a founder whose account was deleted from the event of a past session: address, name and notes. Returns `off`
 * when no calendar is connected.
 */
export async function forgetFounderOf(bookingId: string): Promise<CalendarOutcome> {
  const booking = await readBooking(bookingId);
  if (!booking) return { kind: 'settled' };
  try {
    await withCalendar((access) =>
      leaveOnlyGuests(access, eventIdOf(bookingId), {
        ...textsOf(booking),
        guests: booking.mentor_email === null ? [] : [booking.mentor_email],
      }),
    );
    return { kind: 'settled' };
  } catch (error) {
    return outcomeOf(error);
  }
}

function isSettled(booking: BookingForJobs): boolean {
  if (takesPlace(booking.status)) {
    return booking.calendar_state === 'created' && meetingUrl(booking.google_meet_link) !== null;
  }
  // Never approved, so never in the calendar; or completed, and its event stays.
  if (booking.calendar_state === null || booking.status === 'completed') return true;
  return booking.calendar_state === 'deleted';
}

async function write(
  booking: BookingForJobs,
): Promise<{ outcome: CalendarOutcome; event?: CalendarEvent | undefined }> {
  const id = eventIdOf(booking.id);
  try {
    if (!takesPlace(booking.status)) {
      await withCalendar((access) => deleteEvent(access, id));
      return { outcome: { kind: 'settled' } };
    }
    const event = await withCalendar((access) =>
      insertEvent(access, {
        id,
        requestId: booking.id,
        date: booking.date,
        startTime: booking.start_time,
        endTime: booking.end_time,
        ...textsOf(booking),
        guests: [booking.founder_email, booking.mentor_email].filter((email) => email !== null),
      }),
    );
    if (event.meetLink !== null) return { outcome: { kind: 'settled' }, event };
    return { outcome: { kind: 'unavailable', reason: copy.calendar.noRoom }, event };
  } catch (error) {
    return { outcome: outcomeOf(error) };
  }
}

function textsOf(booking: BookingForJobs): { summary: string; description: string } {
  const { mentor, founder } = namesIn(booking);
  return { summary: copy.event.summary(mentor, founder), description: descriptionOf(booking, founder) };
}

/**
 * The brief, the notes and the code. Google's field can contain HTML (Calendar API v3, Event), so what people wrote is
 * escaped.
 */
export function descriptionOf(booking: Pick<BookingForJobs, 'brief' | 'notes' | 'code'>, founder: string): string {
  const note = singleLine(booking.notes ?? '', DESCRIPTION_LIMIT) || dashboard.calendar.defaultNote;
  const text = escapeHtml([...briefLines(booking.brief, founder), note].join('\n'));
  const code = dashboard.calendar.eventCode(booking.code);
  return `${cutEscaped(text, DESCRIPTION_LIMIT - code.length - 1)}\n${code}`;
}

function briefLines(brief: BookingForJobs['brief'], founder: string): string[] {
  const lines = [
    brief?.question && briefCopy.calendarQuestion(founder, singleLine(brief.question, DESCRIPTION_LIMIT)),
    brief?.stage && briefCopy.stageIs(briefCopy.stages[brief.stage]),
    brief?.link && briefCopy.linkIs(singleLine(brief.link, DESCRIPTION_LIMIT)),
    brief?.language && briefCopy.prefers(briefCopy.languages[brief.language]),
  ];
  return lines.filter((line) => typeof line === 'string' && line !== '') as string[];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escaped text of at most `limit` characters, never cut inside an escape or a pair of surrogates. */
function cutEscaped(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1).replace(/&[a-z]{0,3}$/, '');
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function outcomeOf(error: unknown): CalendarOutcome {
  if (error instanceof CalendarNotConnected) {
    if (error.reason === 'missing') return { kind: 'off' };
    return { kind: 'permission', reason: copy.calendar.unreadable };
  }
  if (error instanceof TokenRevoked) return { kind: 'permission', reason: copy.calendar.revoked };
  if (error instanceof ProviderRefused) return { kind: 'refused', reason: copy.calendar.refused(error.message) };
  if (error instanceof ProviderUnavailable) {
    return { kind: 'unavailable', reason: copy.calendar.down(error.message) };
  }
  throw error;
}

/** Answers whether the booking is still the one that was written to the calendar. */
function report(
  booking: BookingForJobs,
  outcome: CalendarOutcome,
  event: CalendarEvent | undefined,
  isLastTry: boolean,
): Promise<boolean> {
  return query(
    serviceClient().rpc('record_calendar_event', {
      p_booking_id: booking.id,
      p_sequence: booking.sequence,
      p_state: stateOf(booking, outcome, isLastTry),
      ...(event && { p_event_id: event.id, p_hides_guests: event.hidesGuests }),
      ...(event?.meetLink && { p_meet_link: event.meetLink }),
      ...(event?.htmlLink && { p_html_link: event.htmlLink }),
      ...('reason' in outcome && { p_error: outcome.reason }),
    }),
  );
}

function stateOf(booking: BookingForJobs, outcome: CalendarOutcome, isLastTry: boolean): string {
  if (outcome.kind === 'settled') return takesPlace(booking.status) ? 'created' : 'deleted';
  if (outcome.kind === 'off') return 'off';
  return outcome.kind === 'unavailable' && !isLastTry ? 'pending' : 'failed';
}
