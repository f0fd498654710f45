import { dashboard } from '#copy/dashboard.ts';
import { slotEnd, slotStart } from '#rules/ist.ts';
import type { MeetingFacts } from '#rules/meeting.ts';
import { meetingUrl } from '#rules/meeting.ts';

const { calendar: copy } = dashboard;

/** A session as calendars know it. */
export interface SessionEvent {
  /** The same for every file of one booking, so that a newer file replaces what an older one entered. */
  uid: string;
  /** Grows with time: the newer of two files wins. */
  sequence: number;
  title: string;
  description: string;
  /** The meeting's https address, where there is one. */
  link: string | null;
  start: Date;
  end: Date;
}

/**
 * The event of a booking. Its note comes first, the default meeting note where it has none (specification, section 9).
 *
 * @param options.dashboardUrl where the founder finds the booking
 * @param options.now when the event is made
 */
export function sessionEvent(
  booking: MeetingFacts & { id: string; mentor_name: string; notes?: string | null },
  options: { dashboardUrl: string; now: Date },
): SessionEvent {
  const link = meetingUrl(booking.google_meet_link);
  const note = printable(booking.notes ?? '') || copy.defaultNote;
  const lines = [note, link && copy.eventJoin(link), copy.eventDashboard(options.dashboardUrl)];
  return {
    uid: `booking-${booking.id}@${new URL(options.dashboardUrl).hostname}`,
    sequence: sequenceOf(booking.created_at, options.now),
    title: copy.eventTitle(oneLine(booking.mentor_name)),
    description: lines.filter((line) => line !== null).join('\n'),
    link,
    start: slotStart({ date: booking.date, startTime: booking.start_time }),
    end: slotEnd({ date: booking.date, endTime: booking.end_time }),
  };
}

/** Opens Google Calendar with the event filled in, shown in Indian time. */
export function googleCalendarUrl(event: SessionEvent): string {
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
export function outlookCalendarUrl(event: SessionEvent): string {
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

/** Nobody tells the founder's browser how often a session was moved, but minutes since the booking never go back. */
function sequenceOf(createdAt: string, now: Date): number {
  const minutes = Math.floor((now.getTime() - Date.parse(createdAt)) / 60_000);
  return Number.isFinite(minutes) ? Math.max(0, minutes) : 0;
}

/** "20261124T043000Z". */
function basicUtc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A name is typed by people: a line break or another control character in it must not end a line of a calendar file. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** A note keeps its lines, each ended by a line feed alone: some calendars end a line of the file at a carriage return too. */
function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .trim();
}

/** Outlook shows a plus as a plus, so spaces are written as %20. */
function withQuery(address: string, values: Record<string, string | null>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${address}?${pairs.join('&')}`;
}
