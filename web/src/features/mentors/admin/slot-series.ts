import { mentorEditor } from '#copy/admin/mentor-editor.ts';
import { addDays, formatTimeRange, type IstDate, isIstDate, isIstTime, minutesOfDay, slotStart } from '#rules/ist.ts';
import type { SlotTime } from '#rules/slots.ts';

const { slots: copy } = mentorEditor;

/** As many as save_mentor() takes. */
const MAX_SLOTS = 2000;

/** The furthest repetition: the same day a year later. */
const MAX_WEEKS = 52;

/** A slot as it is typed; `until` empty for a single one. */
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
 * (administrator side, section 5). Times that have begun, and times that overlap a slot of the list, are left out of
 * a series; of a single slot they are a problem.
 */
export function planSlots(
  typed: TypedSlot,
  list: readonly SlotTime[],
  now: Date,
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
  const sameTimes = days.map((day) => ({ date: day, startTime, endTime }));
  const added = sameTimes.filter((slot) => slotStart(slot) > now && !overlapping(slot, list));
  const [first] = added;
  if (!first) return { problem: whyNone(sameTimes, list, now) };
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

function whyNone(slots: readonly SlotTime[], list: readonly SlotTime[], now: Date): SlotProblem {
  const toCome = slots.find((slot) => slotStart(slot) > now);
  const other = toCome && overlapping(toCome, list);
  return other
    ? { field: 'startTime', sentence: copy.overlaps(formatTimeRange(other.startTime, other.endTime)) }
    : { field: 'date', sentence: copy.inPast };
}

function weekly(from: IstDate, until: IstDate): IstDate[] {
  const days: IstDate[] = [];
  for (let day = from; day <= until; day = addDays(day, 7)) days.push(day);
  return days;
}
