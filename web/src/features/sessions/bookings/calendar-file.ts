import { createEvent } from 'ics';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { site } from '#copy/shell/site.ts';
import { type BookingEvent, refoldCalendar } from '#rules/sessions/booking-calendar.ts';

/** The event as an iCalendar file with an alarm 15 minutes before. Throws the library's error. */
export function calendarFile(event: BookingEvent): string {
  const { error, value } = createEvent({
    productId: `-//${site.productName}//EN`,
    method: 'PUBLISH',
    uid: event.uid,
    sequence: event.sequence,
    title: event.title,
    description: event.description,
    start: event.start.getTime(),
    end: event.end.getTime(),
    status: 'CONFIRMED',
    busyStatus: 'BUSY',
    ...(event.link && { url: event.link, location: event.link }),
    alarms: [{ action: 'display', description: dashboard.calendar.alarm, trigger: { minutes: 15, before: true } }],
  });
  if (error || value === null) throw error ?? new Error('The calendar library made no file');
  return refoldCalendar(value);
}
