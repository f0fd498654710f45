import {
  formatDateShort,
  formatTime,
  formatTimeRange,
  istTimeOfDay,
  istToday,
  slotEnd,
  slotStart,
} from '#rules/shell/ist.ts';

const INDIAN_ZONE = 'Asia/Kolkata';

export interface IndianSession {
  /** Day in India, 'yyyy-MM-dd'. */
  date: string;
  /** Times of day in India. */
  startTime: string;
  endTime: string;
}

/** A session's time in words; `india` is null where the mentor's zone has India's clock at that time. */
export interface MentorTime {
  /** "Tue 24 Nov, 10:00 AM – 11:00 AM", in the mentor's zone; with "IST" where that has India's clock. */
  own: string;
  /** "Tue 24 Nov, 8:30 PM – 9:30 PM IST". */
  india: string | null;
}

/**
 * A session's time as its mentor reads it: in the mentor's own zone, followed by India's time
 * (docs/product/mentor-accounts.md#times).
 */
export function mentorTime(session: IndianSession, zone: string): MentorTime {
  const start = zoned(slotStart(session), zone);
  const end = zoned(slotEnd(session), zone);
  const india = `${formatDateShort(session.date)}, ${formatTimeRange(session.startTime, session.endTime)} IST`;
  if (start.date === session.date && start.time === session.startTime.slice(0, 5)) return { own: india, india: null };
  return { own: `${formatDateShort(start.date)}, ${formatTimeRange(start.time, end.time)}`, india };
}

/** An instant as its mentor reads it: "Tue 24 Nov, 10:00 AM", with "IST" where the zone has India's clock. */
export function mentorMoment(at: Date, zone: string): string {
  const { date, time } = zoned(at, zone);
  return `${formatDateShort(date)}, ${formatTime(time)}${hasIndianClock(zone, at) ? ' IST' : ''}`;
}

/** Whether a zone's clocks show India's time at an instant, so that no zone needs a name. */
export function hasIndianClock(zone: string, at: Date): boolean {
  const { date, time } = zoned(at, zone);
  return date === istToday(at) && time === istTimeOfDay(at);
}

/** From when on, in seconds since 1970, a zone's clocks are how many minutes ahead of UTC; null where that is not known. */
export type ZoneOffsets = readonly { from: number; minutes: number | null }[];

const learned = new Map<string, ZoneOffsets>();

/** Takes over how the database reads a zone's clocks: a browser's own data may be older, and would sell another hour. */
export function learnZone(zone: string, offsets: ZoneOffsets): void {
  learned.set(zone, offsets);
}

/** Day 'yyyy-MM-dd' and time 'HH:mm' that the clocks of a zone show at an instant. */
export function zoned(at: Date, zone: string): { date: string; time: string } {
  if (zone === INDIAN_ZONE) return { date: istToday(at), time: istTimeOfDay(at) };
  const minutes = learned.get(zone)?.findLast(({ from }) => from * 1000 <= at.getTime())?.minutes;
  if (typeof minutes === 'number') {
    const shown = new Date(at.getTime() + minutes * 60_000).toISOString();
    return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
  }
  const parts = Object.fromEntries(
    zoneFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const made =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, made);
  return made;
}
