/**
 * India Standard Time: all slots and bookings are in it. India has one offset and no daylight saving, so arithmetic
 * needs no time zone database, and nothing here reads the machine's zone.
 */

/** A day in India, 'yyyy-MM-dd'. */
export type IstDate = string;
/** A time of day in India, 'HH:mm' or 'HH:mm:ss'. */
export type IstTime = string;

const OFFSET_MS = 330 * 60_000;
const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/;

// The formats are English and never change; each `Intl.DateTimeFormat` costs a phone 20 ms before it writes a day.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The day that it is in India at `now`. */
export function istToday(now: Date): IstDate {
  return new Date(now.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** The time of day that it is in India at `now`, 'HH:mm'. */
export function istTimeOfDay(now: Date): IstTime {
  return new Date(now.getTime() + OFFSET_MS).toISOString().slice(11, 16);
}

/** The day `days` after (or, negative, before) `date`. */
export function addDays(date: IstDate, days: number): IstDate {
  return new Date(utcMidnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The instant at which a slot starts. Throws RangeError when the date or the time does not exist. */
export function slotStart(slot: { date: IstDate; startTime: IstTime }): Date {
  return instant(slot.date, slot.startTime);
}

/** The instant at which a slot ends. Throws RangeError when the date or the time does not exist. */
export function slotEnd(slot: { date: IstDate; endTime: IstTime }): Date {
  return instant(slot.date, slot.endTime);
}

/** The form of a date in full (docs/product/site.md#dates): "Tuesday, 24 November 2026". */
export function formatDateFull(date: IstDate): string {
  const { weekday, day, month, year } = named(date);
  return `${weekday}, ${day} ${month} ${year}`;
}

/** "November 2026". */
export function formatMonthYear(date: IstDate): string {
  const { month, year } = named(date);
  return `${month} ${year}`;
}

/**
 * The short form of a date (docs/product/site.md#dates): "Tue 24 Nov", "Fri 1 Jan 2027" where that is not the year of
 * `today`. Its default is the machine's day: a wrong clock does no more than name this year.
 */
export function formatDateShort(date: IstDate, today: IstDate = istToday(new Date())): string {
  const { weekday, day, month } = named(date);
  const year = date.slice(0, 4);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}${year === today.slice(0, 4) ? '' : ` ${year}`}`;
}

/** "10:00 AM". */
export function formatTime(time: IstTime): string {
  const { hours, minutes } = parseTime(time);
  const twelve = hours % 12 === 0 ? 12 : hours % 12;
  return `${twelve}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "10:00 AM – 11:00 AM". */
export function formatTimeRange(startTime: IstTime, endTime: IstTime): string {
  return `${formatTime(startTime)} – ${formatTime(endTime)}`;
}

/** "Tue 24 Nov, 10:00 AM", the time in India; the year as in `formatDateShort`. */
export function formatMoment(at: Date, now = new Date()): string {
  return `${formatDateShort(istToday(at), istToday(now))}, ${formatTime(istTimeOfDay(at))}`;
}

/** Whether `date` is a day that exists, written 'yyyy-MM-dd'. */
export function isIstDate(date: string): boolean {
  if (!DATE.test(date)) return false;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}

/** Whether `time` is a time of day, written 'HH:mm' or 'HH:mm:ss'. */
export function isIstTime(time: string): boolean {
  return TIME.test(time);
}

/** Minutes after midnight. */
export function minutesOfDay(time: IstTime): number {
  const { hours, minutes } = parseTime(time);
  return hours * 60 + minutes;
}

function instant(date: IstDate, time: IstTime): Date {
  const { hours, minutes, seconds } = parseTime(time);
  return new Date(utcMidnight(date) + ((hours * 60 + minutes) * 60 + seconds) * 1000 - OFFSET_MS);
}

/** The parts of a day as people read them: "Tuesday", 24, "November", 2026. */
function named(date: IstDate): { weekday: string; day: number; month: string; year: number } {
  const midnight = new Date(utcMidnight(date));
  return {
    weekday: WEEKDAYS[midnight.getUTCDay()] ?? '',
    day: midnight.getUTCDate(),
    month: MONTHS[midnight.getUTCMonth()] ?? '',
    year: midnight.getUTCFullYear(),
  };
}

function utcMidnight(date: IstDate): number {
  if (!isIstDate(date)) throw new RangeError(`Not a date: ${date}`);
  return Date.parse(`${date}T00:00:00Z`);
}

function parseTime(time: IstTime): { hours: number; minutes: number; seconds: number } {
  const match = TIME.exec(time);
  if (!match) throw new RangeError(`Not a time: ${time}`);
  return { hours: Number(match[1]), minutes: Number(match[2]), seconds: Number(match[3] ?? 0) };
}
