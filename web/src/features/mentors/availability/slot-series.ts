import { singleTimes as copy } from '#copy/mentors/single-times.ts';
import { localInstant } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import {
  addDays,
  formatTimeRange,
  type IstDate,
  isIstDate,
  isIstTime,
  istTimeOfDay,
  istToday,
  minutesOfDay,
  slotEnd,
  slotStart,
} from '#rules/shell/ist.ts';

export const INDIAN_ZONE = 'Asia/Kolkata';

/** As many as save_mentor() takes. */
const MAX_SLOTS = 2000;

/** The furthest repetition: the same day a year later. */
const MAX_WEEKS = 52;

/** A slot as it is typed, in the zone of who types; `until` empty for a single one. */
export interface TypedSlot {
  date: string;
  startTime: string;
  endTime: string;
  until: string;
}

type SlotProblem = { field: keyof TypedSlot; sentence: string };

export interface SlotSeries {
  added: SlotTime[];
  /** How many of the series are left out: begun already, or over another slot. */
  skipped: number;
}

/**
 * The slots that a typed one adds to a list, repeated each week until the day `until`, that day included
 * (docs/product/hours.md#single-times). Times that have begun, and times that overlap a slot of the list, are left out
 * of a series; of a single slot they are a problem. So are times of another zone that reach past midnight in India, or
 * that its clocks skip: the list holds Indian days and times.
 */
export function planSlots(
  typed: TypedSlot,
  list: readonly SlotTime[],
  now: Date,
  zone = INDIAN_ZONE,
): { series: SlotSeries; problem?: never } | { problem: SlotProblem; series?: never } {
  const { date, startTime, endTime, until } = typed;
  const missing = !isIstDate(date)
    ? 'date'
    : !isIstTime(startTime)
      ? 'startTime'
      : !isIstTime(endTime)
        ? 'endTime'
        : null;
  if (missing) return { problem: { field: missing, sentence: copy.incomplete } };
  if (minutesOfDay(endTime) <= minutesOfDay(startTime)) {
    return { problem: { field: 'endTime', sentence: copy.endsBeforeStart } };
  }
  if (until !== '') {
    if (!isIstDate(until) || until < date) {
      return { problem: { field: 'until', sentence: copy.untilBeforeDate } };
    }
    if (until > addDays(date, MAX_WEEKS * 7)) {
      return { problem: { field: 'until', sentence: copy.untilTooFar } };
    }
  }

  const days = weekly(date, until || date);
  const sameTimes = days.flatMap((day) => indianTime({ date: day, startTime, endTime }, zone) ?? []);
  const added = sameTimes.filter((slot) => slotStart(slot) > now && !overlapping(slot, list));
  const [first] = added;
  if (!first) return { problem: whyNone(sameTimes, list, now, zone) };
  if (list.length + added.length > MAX_SLOTS) return { problem: { field: 'until', sentence: copy.tooMany } };
  return { series: { added, skipped: days.length - added.length } };
}

/** The slot of a list that shares time with another; slots that only touch share none. */
function overlapping(slot: SlotTime, list: readonly SlotTime[]): SlotTime | undefined {
  const [start, end] = [minutesOfDay(slot.startTime), minutesOfDay(slot.endTime)];
  return list.find(
    (other) => other.date === slot.date && minutesOfDay(other.startTime) < end && start < minutesOfDay(other.endTime),
  );
}

/** A time of another zone as India's clocks show it; null where there is none that a slot can have. */
function indianTime(local: SlotTime, zone: string): SlotTime | null {
  if (zone === INDIAN_ZONE) return local;
  const start = localInstant(local.date, local.startTime, zone);
  const end = localInstant(local.date, local.endTime, zone);
  if (!start || !end || istToday(start) !== istToday(end) || end <= start) return null;
  return { date: istToday(start), startTime: istTimeOfDay(start), endTime: istTimeOfDay(end) };
}

function whyNone(slots: readonly SlotTime[], list: readonly SlotTime[], now: Date, zone: string): SlotProblem {
  if (slots.length === 0) return { field: 'startTime', sentence: copy.acrossMidnight };
  const toCome = slots.find((slot) => slotStart(slot) > now);
  const other = toCome && overlapping(toCome, list);
  return other
    ? { field: 'startTime', sentence: copy.overlaps(localRange(other, zone)) }
    : { field: 'date', sentence: copy.inPast };
}

/** "10:00 AM – 11:00 AM", as the clocks of a zone show it. */
export function localRange(slot: SlotTime, zone: string): string {
  if (zone === INDIAN_ZONE) return formatTimeRange(slot.startTime, slot.endTime);
  return formatTimeRange(zoned(slotStart(slot), zone).time, zoned(slotEnd(slot), zone).time);
}

function weekly(from: IstDate, until: IstDate): IstDate[] {
  const days: IstDate[] = [];
  for (let day = from; day <= until; day = addDays(day, 7)) days.push(day);
  return days;
}
