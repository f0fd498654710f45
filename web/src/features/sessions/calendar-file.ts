import { createEvent } from 'ics';
import { dashboard } from '#copy/dashboard.ts';
import { site } from '#copy/site.ts';
import type { SessionEvent } from '#rules/session-calendar.ts';

/** RFC 5545, section 3.1: no line is longer, without its line break. */
const LINE_OCTETS = 75;

/** The event as an iCalendar file with an alarm a quarter of an hour before. Throws what the library finds wrong with it. */
export function calendarFile(event: SessionEvent): string {
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
    alarms: [
      {
        action: 'display',
        description: dashboard.calendar.alarm,
        trigger: { minutes: 15, before: true },
      },
    ],
  });
  if (error || value === null) throw error ?? new Error('The calendar library made no file');
  return refold(value);
}

/** The library folds by characters; the standard counts octets, and a name in Devanagari has three a character. */
function refold(file: string): string {
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
