import { createEvent } from 'ics';
import { dashboard } from '#copy/dashboard.ts';
import { site } from '#copy/site.ts';
import { refoldCalendar } from '#rules/calendar-lines.ts';
import { calendarFileName, sessionEvent } from '#rules/session-calendar.ts';
import type { BookingForJobs } from '../booking/booking-for-jobs.ts';

export interface MailAttachment {
  filename: string;
  contentType: string;
  /** Text. */
  content: string;
}

/**
 * The session for its reader's own calendar, or, cancelled, what takes it out again. It carries no address of anybody. The
 * file that is downloaded on the dashboard has the same UID and is numbered in the same way.
 */
export function sessionFile(
  booking: BookingForJobs,
  options: {
    role: 'founder' | 'mentor';
    otherName: string;
    isCancelled: boolean;
    siteUrl: string;
    now: Date;
  },
): MailAttachment {
  const method = options.isCancelled ? 'CANCEL' : 'PUBLISH';
  const event = sessionEvent(
    { ...booking, mentor_name: options.otherName },
    { dashboardUrl: new URL('/dashboard', options.siteUrl).href, now: options.now },
  );
  const forMentor =
    event.link === null ? dashboard.calendar.defaultNote : dashboard.calendar.eventJoin(event.link);
  const { error, value } = createEvent({
    productId: `-//${site.productName}//EN`,
    method,
    uid: event.uid,
    // Minutes since the booking, and of two moves within one minute the later one is greater.
    sequence: event.sequence + booking.sequence,
    title: event.title,
    // A mentor has no dashboard.
    description: options.role === 'founder' ? event.description : forMentor,
    start: event.start.getTime(),
    end: event.end.getTime(),
    status: options.isCancelled ? 'CANCELLED' : 'CONFIRMED',
    busyStatus: options.isCancelled ? 'FREE' : 'BUSY',
    ...(event.link && { url: event.link, location: event.link }),
  });
  if (error || !value) throw error ?? new Error('The calendar library made no file');
  return {
    filename: calendarFileName(booking),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: refoldCalendar(value),
  };
}
