import { groupBy } from '#lib/group-by.ts';
import { generateTimes, type MentorHours } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { addDays, slotEnd, slotStart } from '#rules/shell/ist.ts';
import type { HiddenBecause, HoursPreview } from './hours.data.ts';

const PREVIEW_DAYS = 14;

export interface OfferedTime {
  startsAt: Date;
  endsAt: Date;
  isBooked: boolean;
  /** Why founders do not see it; null where they do. */
  why: HiddenBecause | 'too_soon' | null;
}

export interface OfferedDay {
  /** The mentor's day. */
  date: string;
  times: OfferedTime[];
  /** Why the whole day has no hours. */
  off: 'time_off' | 'unavailable' | null;
}

/**
 * What founders will find in the next 14 days: the times of the hours and the single ones, as they stand in the form, and
 * what the database says of them, which knows sales and causes to hide. Its answer may be of the moment before.
 */
export function offeredDays({
  hours,
  singleTimes,
  answer,
  now,
}: {
  hours: MentorHours;
  singleTimes: readonly SlotTime[];
  answer: HoursPreview | undefined;
  now: Date;
}): OfferedDay[] {
  const zone = hours.time_zone;
  const answered = answer?.days.flatMap(({ slots }) => slots) ?? [];
  const byStart = new Map(answered.map((slot) => [slot.starts_at.getTime(), slot]));
  const soonest = new Date(now.getTime() + hours.min_notice_minutes * 60_000);

  const sold = answered.filter((slot) => slot.is_booked).map(({ starts_at, ends_at }) => [starts_at, ends_at] as const);
  const single = singleTimes.map((slot) => [slotStart(slot), slotEnd(slot)] as const);
  const fixed = [...sold, ...single.filter(([start]) => !sold.some(([at]) => at.getTime() === start.getTime()))];
  const generated = generateTimes(hours, now, PREVIEW_DAYS)
    .times.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const)
    .filter(([start, end]) => !fixed.some(([from, to]) => start < to && from < end));

  const times = [...fixed, ...generated]
    .filter(([start]) => start > now)
    .toSorted(([one], [other]) => one.getTime() - other.getTime())
    .map(([startsAt, endsAt]): OfferedTime => {
      const known = byStart.get(startsAt.getTime());
      const isBooked = known?.is_booked ?? false;
      const why = known?.hidden_because ?? (startsAt < soonest ? 'too_soon' : null);
      return { startsAt, endsAt, isBooked, why: isBooked ? null : why };
    });
  const byDay = groupBy(times, ({ startsAt }) => zoned(startsAt, zone).date);
  const today = zoned(now, zone).date;
  return Array.from({ length: PREVIEW_DAYS }, (_, day) => {
    const date = addDays(today, day);
    return { date, times: byDay.get(date) ?? [], off: whyOff(hours, date) };
  });
}

function whyOff(hours: MentorHours, date: string): OfferedDay['off'] {
  if (hours.time_off.some(({ first_day, last_day }) => first_day <= date && date <= last_day)) return 'time_off';
  return hours.overrides.some((one) => one.date === date && one.ranges.length === 0) ? 'unavailable' : null;
}
