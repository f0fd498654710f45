import { z } from 'zod';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { addDays, isIstDate, istToday } from '#rules/shell/ist.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';
import { zoned } from './mentor-time.ts';

/**
 * A mentor's hours and the times that they generate (docs/product/hours.md#generating). private.generate_availability()
 * in the database decides. By the same rule, the page shows which times a save would offer.
 */

export const SESSION_LENGTHS = [30, 45, 60] as const;
export const BUFFERS = [0, 5, 10, 15, 30, 45, 60] as const;
/** Minutes (docs/product/hours.md#minimum-notice). */
export const NOTICE = { min: 120, max: 10_080 } as const;
export const WINDOW_WEEKS = { min: 1, max: 26 } as const;
export const MOST_A_DAY = 20;
export const MOST_A_WEEK = 60;
export const MOST_RANGES = 6;
export const MOST_OVERRIDES = 200;
export const MOST_TIME_OFF = 50;
export const MOST_DAYS_OFF = 180;
export const NOTE_LENGTH = 100;
/** Most generated times of one mentor; the latest ones are left out. */
const MOST_TIMES = 3000;
const DAY_MINUTES = 1440;
const QUARTER = 15;

const range = z.object({ start_minute: z.number(), end_minute: z.number() });
/** Minutes after midnight in the mentor's zone; the end is up to 1440. */
export type HoursRange = z.output<typeof range>;

/** As read_hours() answers and save_hours() takes them; days are in the mentor's zone. */
export const mentorHours = z.object({
  time_zone: z.string(),
  session_minutes: z.number(),
  /** Monday is 0. */
  weekly: z.array(z.object({ weekday: z.number(), ranges: z.array(range) })),
  /** Without ranges the mentor is unavailable on that date. */
  overrides: z.array(z.object({ date: z.string(), ranges: z.array(range) })),
  time_off: z.array(
    z.object({ id: z.string().optional(), first_day: z.string(), last_day: z.string(), note: z.string() }),
  ),
  buffer_before_minutes: z.number(),
  buffer_after_minutes: z.number(),
  min_notice_minutes: z.number(),
  window_weeks: z.number(),
  /** Null is no limit. */
  max_per_day: z.number().nullable(),
  max_per_week: z.number().nullable(),
});
export type MentorHours = z.output<typeof mentorHours>;
export type HoursField = keyof MentorHours;
export type HoursCode = keyof typeof copy.problems;

/** What is wrong, and where. In a list, `index` is the place. */
export interface HoursProblem {
  code: HoursCode;
  field: HoursField;
  index: number | null;
  /** The wrong range, if there is one. */
  range: number | null;
  sentence: string;
}

/**
 * The hours that can be saved; save_hours() in the database has the same rules.
 *
 * @param today the day in the mentor's zone
 */
function savableHours(today: string) {
  return mentorHours.superRefine((hours, context) => {
    const say = (code: HoursCode, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, message: copy.problems[code], params: { code } });
    const settings: [HoursField, boolean][] = [
      ['session_minutes', isOneOf(SESSION_LENGTHS, hours.session_minutes)],
      ['buffer_before_minutes', isOneOf(BUFFERS, hours.buffer_before_minutes)],
      ['buffer_after_minutes', isOneOf(BUFFERS, hours.buffer_after_minutes)],
      ['min_notice_minutes', isWithin(hours.min_notice_minutes, NOTICE.min, NOTICE.max)],
      ['window_weeks', isWithin(hours.window_weeks, WINDOW_WEEKS.min, WINDOW_WEEKS.max)],
      ['max_per_day', hours.max_per_day === null || isWithin(hours.max_per_day, 1, MOST_A_DAY)],
      ['max_per_week', hours.max_per_week === null || isWithin(hours.max_per_week, 1, MOST_A_WEEK)],
    ];
    if (!isTimeZone(hours.time_zone)) say('time_zone_unknown', 'time_zone');
    for (const [field, isValid] of settings) if (!isValid) say('setting_not_valid', field);

    const checkRanges = (ranges: readonly HoursRange[], ...path: (string | number)[]) => {
      if (ranges.length > MOST_RANGES) return say('too_many_ranges', ...path);
      for (const [place, one] of ranges.entries()) {
        const problem = problemOfRange(one, ranges.slice(0, place), hours.session_minutes);
        if (problem) say(problem, ...path, place);
      }
    };
    for (const [index, { ranges }] of hours.weekly.entries()) checkRanges(ranges, 'weekly', index);
    for (const [index, { date, ranges }] of hours.overrides.entries()) {
      const isFirst = hours.overrides.findIndex((one) => one.date === date) === index;
      if (!isIstDate(date)) say('day_missing', 'overrides', index);
      else if (date < today) say('override_in_past', 'overrides', index);
      else if (!isFirst) say('override_twice', 'overrides', index);
      checkRanges(ranges, 'overrides', index);
    }
    if (hours.overrides.length > MOST_OVERRIDES) say('too_many_overrides', 'overrides', MOST_OVERRIDES);
    for (const [index, one] of hours.time_off.entries()) {
      const problem = problemOfTimeOff(one, today);
      if (problem) say(problem, 'time_off', index);
    }
    if (hours.time_off.length > MOST_TIME_OFF) say('too_many_time_off', 'time_off', MOST_TIME_OFF);
  });
}

function problemOfRange(one: HoursRange, before: readonly HoursRange[], length: number): HoursCode | null {
  const { start_minute: start, end_minute: end } = one;
  const isOnQuarters = start % QUARTER === 0 && end % QUARTER === 0;
  if (!isOnQuarters || start < 0 || end > DAY_MINUTES || end <= start) return 'range_not_valid';
  if (before.some((other) => start < other.end_minute && other.start_minute < end)) return 'ranges_overlap';
  return end - start < length ? 'range_too_short' : null;
}

function problemOfTimeOff(one: MentorHours['time_off'][number], today: string): HoursCode | null {
  const { id, first_day: first, last_day: last, note } = one;
  if (!isIstDate(first) || !isIstDate(last)) return 'day_missing';
  if (last < first) return 'last_day_before_first';
  // A time off that has begun may stay until it ends.
  if (last < today || (first < today && id === undefined)) return 'time_off_in_past';
  if (last > addDays(first, MOST_DAYS_OFF - 1)) return 'time_off_too_long';
  return countCharacters(cleanLine(note)) > NOTE_LENGTH ? 'note_too_long' : null;
}

/** All problems that prevent saving, in the order of the fields. */
export function problemsOfHours(hours: MentorHours, now: Date): HoursProblem[] {
  const today = isTimeZone(hours.time_zone) ? zoned(now, hours.time_zone).date : istToday(now);
  const issues = savableHours(today).safeParse(hours).error?.issues ?? [];
  return issues.flatMap((issue) => {
    const [field, index, range] = issue.path;
    if (issue.code !== 'custom') return [];
    return problemOf({ ...issue.params, field, index, range }) ?? [];
  });
}

/** A problem that the database names, with its sentence; null if the form does not know it. */
export function problemOf(named: { code?: unknown; field?: unknown; index?: unknown; range?: unknown }) {
  const { code, field, index, range } = named;
  if (!Object.hasOwn(copy.problems, String(code)) || !Object.hasOwn(mentorHours.shape, String(field))) return null;
  const problem: HoursProblem = {
    code: code as HoursCode,
    field: field as HoursField,
    index: typeof index === 'number' ? index : null,
    range: typeof range === 'number' ? range : null,
    sentence: copy.problems[code as HoursCode],
  };
  return problem;
}

/** A zone by its name in the list of the world's zones: 'Asia/Kolkata', 'UTC'; no abbreviation and no offset. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  if (!/^[A-Z][A-Za-z_]+\/[A-Za-z0-9_+/-]+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A time that the hours generate. */
export interface GeneratedTime {
  /** The mentor's day that it belongs to. */
  date: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * The times that a listed mentor's hours generate, from the first to the last. Manual rows and claims, which replace
 * generated times, are known only to the database.
 *
 * @param days how many of the mentor's days, from today on; by default the whole window
 */
export function generateTimes(
  hours: MentorHours,
  now: Date,
  days = hours.window_weeks * 7,
): { times: GeneratedTime[]; isCut: boolean } {
  const first = zoned(now, hours.time_zone).date;
  const times = Array.from({ length: Math.min(days, hours.window_weeks * 7) }, (_, day) => addDays(first, day))
    .flatMap((date) => timesOn(hours, date, rangesOn(hours, date)))
    .filter((time) => time.startsAt > now && !isAcrossIndianMidnight(time));
  return { times: times.slice(0, MOST_TIMES), isCut: times.length > MOST_TIMES };
}

/**
 * How many times of the weekly hours, in the seven days from today on, are not offered because they cross midnight in
 * India or end at it.
 */
export function droppedAtIndianMidnight(hours: MentorHours, now: Date): number {
  const first = zoned(now, hours.time_zone).date;
  return Array.from({ length: 7 }, (_, day) => addDays(first, day))
    .flatMap((date) => timesOn(hours, date, weeklyRanges(hours, date)))
    .filter(isAcrossIndianMidnight).length;
}

/** The ranges of a day: none where it is off, else those of the date, else those of the weekday. */
function rangesOn(hours: MentorHours, date: string): readonly HoursRange[] {
  if (hours.time_off.some(({ first_day, last_day }) => first_day <= date && date <= last_day)) return [];
  const own = hours.overrides.find((one) => one.date === date);
  return own ? joined(own.ranges) : weeklyRanges(hours, date);
}

/** Joins ranges of a date that touch, as the database does. */
function joined(ranges: readonly HoursRange[]): HoursRange[] {
  const all: HoursRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start_minute - b.start_minute)) {
    const last = all.at(-1);
    if (last && range.start_minute <= last.end_minute) {
      all.splice(-1, 1, { ...last, end_minute: Math.max(last.end_minute, range.end_minute) });
    } else all.push(range);
  }
  return all;
}

function weeklyRanges(hours: MentorHours, date: string): readonly HoursRange[] {
  return hours.weekly.find(({ weekday }) => weekday === weekdayOf(date))?.ranges ?? [];
}

/** Monday is 0. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/**
 * The ranges of one day, cut into sessions. Sessions that a change of the clocks skips or changes in length are left
 * out.
 */
function timesOn(hours: MentorHours, date: string, ranges: readonly HoursRange[]): GeneratedTime[] {
  if (ranges.length === 0) return [];
  const length = hours.session_minutes;
  const step = length + Math.max(hours.buffer_before_minutes, hours.buffer_after_minutes);
  const instant = localInstants(date, hours.time_zone);
  const times: GeneratedTime[] = [];
  for (const { start_minute, end_minute } of ranges.toSorted((a, b) => a.start_minute - b.start_minute)) {
    for (let start = start_minute; start + length <= end_minute; start += step) {
      const [startsAt, endsAt] = [instant(start), instant(start + length)];
      // When the clocks change during a session, it would be shorter or longer than the sold one.
      if (!startsAt || !endsAt || endsAt.getTime() - startsAt.getTime() !== length * 60_000) continue;
      times.push({ date, startsAt, endsAt });
    }
  }
  return times;
}

function isAcrossIndianMidnight({ startsAt, endsAt }: GeneratedTime): boolean {
  return istToday(startsAt) !== istToday(endsAt);
}

const DAY_MS = 86_400_000;

/**
 * The instants at which the clocks of a zone show times of one day: null for a time that they skip, and the later
 * instant for a time that they show twice. At the end of summer time that is standard time, as in Postgres.
 */
function localInstants(date: string, zone: string): (minute: number) => Date | null {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const before = offsetAt(midnight - DAY_MS, zone);
  const after = offsetAt(midnight + 2 * DAY_MS, zone);
  return (minute) => {
    const local = midnight + minute * 60_000;
    if (before === after) return new Date(local - before);
    const shown = [local - before, local - after].filter((at) => at + offsetAt(at, zone) === local);
    return shown.length === 0 ? null : new Date(Math.max(...shown));
  };
}

/** The instant at which the clocks of a zone show a time of a day, 'HH:mm'; null where they skip it. */
export function localInstant(date: string, time: string, zone: string): Date | null {
  return localInstants(date, zone)(Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const { date, time } = zoned(new Date(at), zone);
  return Date.parse(`${date}T${time}:00Z`) - at;
}

function isOneOf(values: readonly number[], value: number): boolean {
  return values.includes(value);
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
