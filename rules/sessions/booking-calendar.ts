import { dashboard } from '#copy/sessions/dashboard.ts';
import { bookingStart } from '#rules/sessions/booking.ts';
import { bookingEnd, type MeetingFacts, meetingUrl } from '#rules/sessions/meeting.ts';
import { cleanLine, cleanText } from '#rules/shell/text.ts';

const { calendar: copy } = dashboard;

/** The calendar event of a booking. */
export interface BookingEvent {
  /** The same as in Google's invitation, so that a calendar with both the files and the invitation shows one event. */
  uid: string;
  /** How often it was moved or ended since its approval, as Google counts. For equal numbers the later file wins. */
  sequence: number;
  title: string;
  description: string;
  /** The meeting's https address, where there is one. */
  link: string | null;
  start: Date;
  end: Date;
}

/** The id of a booking's event at Google, which allows digits and the letters a to v: the digits of a UUID fit. */
export function eventIdOf(bookingId: string): string {
  return `p0${bookingId.replaceAll('-', '').toLowerCase()}`;
}

/**
 * The event of a booking, its note first, else the default note (docs/product/calendars.md#calendar-files). A browser
 * does not know `sequence`, only whether the booking was ever moved.
 */
export function bookingEvent(
  booking: MeetingFacts & { id: string; code: string; mentor_name: string; notes?: string | null; sequence?: number },
  options: { dashboardUrl: string },
): BookingEvent {
  const link = meetingUrl(booking.google_meet_link);
  const note = cleanText(booking.notes ?? '') || copy.defaultNote;
  const lines = [
    note,
    link && copy.eventJoin(link),
    copy.eventDashboard(options.dashboardUrl),
    copy.eventCode(booking.code),
  ];
  return {
    uid: `${eventIdOf(booking.id)}@google.com`,
    sequence: booking.sequence ?? (booking.status === 'rescheduled' ? 1 : 0),
    title: copy.eventTitle(cleanLine(booking.mentor_name)),
    description: lines.filter((line) => line !== null).join('\n'),
    link,
    start: bookingStart(booking),
    end: bookingEnd(booking),
  };
}

/** Opens Google Calendar with the event filled in, shown in Indian time. */
export function googleCalendarUrl(event: BookingEvent): string {
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${basicUtc(event.start)}/${basicUtc(event.end)}`,
    details: event.description,
    location: event.link,
    ctz: 'Asia/Kolkata',
  });
}

/** Opens Outlook on the web with the event filled in. */
export function outlookCalendarUrl(event: BookingEvent): string {
  return withQuery('https://outlook.live.com/calendar/0/action/compose', {
    rru: 'addevent',
    subject: event.title,
    startdt: event.start.toISOString(),
    enddt: event.end.toISOString(),
    body: event.description,
    location: event.link,
  });
}

/** What the downloaded file is called: "point-0-session-2026-11-24.ics". */
export function calendarFileName(booking: { date: string }): string {
  return `point-0-session-${booking.date}.ics`;
}

/** "20261124T043000Z". */
function basicUtc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Outlook shows a plus as a plus, so spaces are written as %20. */
function withQuery(address: string, values: Record<string, string | null>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${address}?${pairs.join('&')}`;
}

/** The longest line, without its line break (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/** Folds iCalendar lines again: the library counts characters, the standard octets (a Devanagari letter has three). */
export function refoldCalendar(file: string): string {
  return file
    .replaceAll('\r\n\t', '')
    .split('\r\n')
    .map((line) => fold(line))
    .join('\r\n');
}

function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
