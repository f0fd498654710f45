import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { type HoursField, type HoursRange, type MentorHours, mentorHours, weekdayOf } from '#rules/mentors/hours.ts';
import { type SlotTime, slotKey } from '#rules/mentors/slots.ts';
import { formatTime } from '#rules/shell/ist.ts';
import type { SavedHours } from './hours.data.ts';

/** Everything that the form saves. Each list is in one order, so that versions of it can be compared. */
export type HoursValues = MentorHours & { single_times: SlotTime[] };

export const QUARTER = 15;
export const DAY_MINUTES = 1440;
const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

/** What the form begins with: all seven weekdays, and the single times that are to come. */
export function valuesOf(saved: SavedHours): HoursValues {
  return {
    ...mentorHours.parse(saved),
    weekly: WEEK.map((weekday) => ({
      weekday,
      ranges: saved.weekly.find((day) => day.weekday === weekday)?.ranges ?? [],
    })),
    single_times: saved.single_times.map(({ date, start_time, end_time }) => ({
      date,
      startTime: start_time,
      endTime: end_time,
    })),
  };
}

/** The hours alone, as the database takes them. */
export function hoursOf({ single_times: _, ...hours }: HoursValues): MentorHours {
  return hours;
}

/** The parts of the screen that differ from what is saved, by name. */
export function changedParts(was: HoursValues, values: HoursValues): string[] {
  const { sections, save } = copy;
  const names: [string, (keyof HoursValues)[]][] = [
    [save.zoneName, ['time_zone']],
    [sections.weekly, ['weekly']],
    [sections.overrides, ['overrides']],
    [sections.timeOff, ['time_off']],
    [sections.limits, LIMITS],
    [sections.singleTimes, ['single_times']],
  ];
  return names.filter(([, fields]) => fields.some((field) => !isSame(field, was, values))).map(([name]) => name);
}

const LIMITS: HoursField[] = [
  'session_minutes',
  'buffer_before_minutes',
  'buffer_after_minutes',
  'min_notice_minutes',
  'window_weeks',
  'max_per_day',
  'max_per_week',
];

function isSame(field: keyof HoursValues, one: HoursValues, other: HoursValues): boolean {
  if (field !== 'single_times') return JSON.stringify(one[field]) === JSON.stringify(other[field]);
  const keys = (values: HoursValues) => values.single_times.map(slotKey).toSorted().join();
  return keys(one) === keys(other);
}

export function hasSameHours(one: HoursValues, other: HoursValues): boolean {
  return JSON.stringify(hoursOf(one)) === JSON.stringify(hoursOf(other));
}

export function hasSameDaysOff(one: HoursValues, other: HoursValues): boolean {
  return isSame('overrides', one, other) && isSame('time_off', one, other);
}

export function hasSameTimes(one: HoursValues, other: HoursValues): boolean {
  return isSame('single_times', one, other);
}

/** What one person changed, upon a later version; each day, time off and single time for itself. */
export function mergeHours(base: HoursValues, mine: HoursValues, theirs: HoursValues): HoursValues {
  const timeOffKey = ({ first_day, last_day, note }: HoursValues['time_off'][number]) =>
    [first_day, last_day, note].join(' ');
  // A time off has its id from the save on, whose answer may have been lost.
  const time_off = mine.time_off.map((one) =>
    one.id ? one : (theirs.time_off.find((saved) => timeOffKey(saved) === timeOffKey(one)) ?? one),
  );
  const { merged } = mergeVersions(
    { base, mine: { ...mine, time_off }, theirs },
    {
      weekly: ({ weekday }) => weekday,
      overrides: ({ date }) => date,
      time_off: (one) => one.id ?? timeOffKey(one),
      single_times: slotKey,
    },
  );
  return {
    ...merged,
    overrides: merged.overrides.toSorted((one, other) => one.date.localeCompare(other.date)),
    single_times: merged.single_times.toSorted((one, other) => slotKey(one).localeCompare(slotKey(other))),
  };
}

/** Where the next range of a day begins: after its last one, as long as that, within the day. */
export function nextRange(ranges: readonly HoursRange[], length: number): HoursRange {
  const last = ranges.toSorted((a, b) => a.end_minute - b.end_minute).at(-1);
  if (!last) return { start_minute: 600, end_minute: 1080 };
  const shortest = Math.max(60, Math.ceil(length / QUARTER) * QUARTER);
  const start = Math.min(last.end_minute + 60, DAY_MINUTES - shortest);
  // The day is full at its end: before the first range.
  if (start < last.end_minute) {
    const first = Math.min(...ranges.map(({ start_minute }) => start_minute));
    const end = Math.max(first - 60, shortest);
    return { start_minute: Math.max(0, end - shortest), end_minute: end };
  }
  return { start_minute: start, end_minute: Math.min(start + shortest, DAY_MINUTES) };
}

/** A range that begins at another time: as long as it was, within the day, where its end would lie before. */
export function startAt(range: HoursRange, start: number): HoursRange {
  if (start < range.end_minute) return { ...range, start_minute: start };
  const length = range.end_minute - range.start_minute;
  return { start_minute: start, end_minute: Math.min(start + length, DAY_MINUTES) };
}

function inOrder(ranges: readonly HoursRange[]): HoursRange[] {
  return ranges.toSorted((a, b) => a.start_minute - b.start_minute || a.end_minute - b.end_minute);
}

export function copyDay(weekly: MentorHours['weekly'], from: number, to: readonly number[]): MentorHours['weekly'] {
  const ranges = weekly[from]?.ranges ?? [];
  return weekly.map((day) => (to.includes(day.weekday) ? { ...day, ranges: structuredClone(ranges) } : day));
}

/** The hours of one date: null takes them away, so that those of the weekday are offered. */
export function withOverride(
  overrides: MentorHours['overrides'],
  date: string,
  ranges: HoursRange[] | null,
): MentorHours['overrides'] {
  const rest = overrides.filter((one) => one.date !== date);
  return ranges === null ? rest : [...rest, { date, ranges }].toSorted((a, b) => a.date.localeCompare(b.date));
}

export function usualRanges(hours: MentorHours, date: string): HoursRange[] {
  return hours.weekly.find(({ weekday }) => weekday === weekdayOf(date))?.ranges ?? [];
}

/** "10:00 AM"; the end of a day is "Midnight". */
export function timeLabel(minute: number): string {
  if (minute === DAY_MINUTES) return copy.midnight;
  const two = (value: number) => String(value).padStart(2, '0');
  return formatTime(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
}

/** "10:00 AM – 1:00 PM". */
export function rangeLabel({ start_minute, end_minute }: HoursRange): string {
  return `${timeLabel(start_minute)} – ${timeLabel(end_minute)}`;
}

/** "10:00 AM – 1:00 PM, 6:00 PM – 9:00 PM"; the sentence for none. */
export function rangesLabel(ranges: readonly HoursRange[], none: string): string {
  return ranges.length === 0 ? none : inOrder(ranges).map(rangeLabel).join(', ');
}

const EVERY_WEEKDAY = [0, 1, 2, 3, 4];

export const PRESETS = {
  evenings: { days: EVERY_WEEKDAY, range: { start_minute: 1080, end_minute: 1260 } },
  days: { days: EVERY_WEEKDAY, range: { start_minute: 600, end_minute: 1080 } },
  weekends: { days: [5, 6], range: { start_minute: 600, end_minute: 780 } },
} as const;

export function presetWeek(name: keyof typeof PRESETS): MentorHours['weekly'] {
  const { days, range } = PRESETS[name];
  return WEEK.map((weekday) => ({
    weekday,
    ranges: (days as readonly number[]).includes(weekday) ? [{ ...range }] : [],
  }));
}
