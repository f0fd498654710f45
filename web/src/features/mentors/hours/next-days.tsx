import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { cn } from '#lib/class-names.ts';
import { useNow } from '#lib/use-now.ts';
import { droppedAtIndianMidnight, generateTimes, isTimeZone, type MentorHours } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTime, formatTimeRange, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { previewQuery } from './hours.data.ts';
import { type OfferedDay, type OfferedTime, offeredDays } from './offered-days.ts';

const words = copy.preview;

/** The database is asked once the typing pauses. */
const TYPING_MS = 600;

/** Times of a day before the rest is folded. */
const TIMES_SHOWN = 8;

/** What the hours offer in the next 14 days as they stand in the form, what is hidden of it, and why. */
export function NextDays({
  mentorId,
  hours,
  singleTimes,
  isValid,
}: {
  mentorId: string;
  hours: MentorHours;
  singleTimes: readonly SlotTime[];
  /** Whether the hours could be saved as they are. */
  isValid: boolean;
}) {
  const now = useNow();
  const asked = useSettled(hours);
  const preview = useQuery({
    ...previewQuery(mentorId, asked),
    enabled: isValid && asked === hours,
    placeholderData: (last) => last,
  });
  const days = useMemo(
    () => (isValid ? offeredDays({ hours, singleTimes, answer: preview.data, now }) : []),
    [hours, singleTimes, isValid, preview.data, now],
  );

  const { dropped, aWeek, hasCut } = useMemo(() => countTimes(hours, now), [hours, now]);
  if (!isValid) return <p className="text-sm text-muted">{words.invalid}</p>;
  const isEmpty = days.every(({ times }) => times.length === 0);
  const hasHidden = days.some(({ times }) => times.some(({ why }) => why !== null));
  const isCut = preview.data?.is_cut || hasCut;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1 text-sm text-muted" aria-live="polite">
        {aWeek > 0 && <p className="nums">{words.aWeek(aWeek)}</p>}
        {dropped > 0 && <p className="nums text-accent-text">{words.dropped(dropped)}</p>}
        {isCut && <p className="text-accent-text">{words.cut}</p>}
        {hasHidden && (
          <p className="flex gap-1.5">
            <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {words.legend}
          </p>
        )}
      </div>
      {preview.isError && (
        <LoadFailure look="line" isRetrying={preview.isFetching} onRetry={preview.refetch}>
          <p className="text-sm text-danger">{words.failed}</p>
        </LoadFailure>
      )}
      {isEmpty && <p>{words.nothing}</p>}
      <ol className={cn('@container divide-y divide-line', isEmpty && 'hidden')}>
        {days.map((day) => (
          <DayTimes key={day.date} day={day} zone={hours.time_zone} />
        ))}
      </ol>
    </div>
  );
}

/** How many times a week the hours offer and lose, special dates and time off aside. */
function countTimes(hours: MentorHours, now: Date) {
  if (!isTimeZone(hours.time_zone)) return { dropped: 0, aWeek: 0, hasCut: false };
  // From tomorrow on: of today a part has passed.
  const today = zoned(now, hours.time_zone).date;
  const week = generateTimes({ ...hours, overrides: [], time_off: [], window_weeks: 2 }, now, 8);
  return {
    dropped: droppedAtIndianMidnight(hours, now),
    aWeek: week.times.filter(({ date }) => date > today).length,
    hasCut: generateTimes(hours, now).isCut,
  };
}

function DayTimes({ day, zone }: { day: OfferedDay; zone: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? day.times : day.times.slice(0, TIMES_SHOWN);
  return (
    <li
      className={cn(
        'grid gap-x-6 gap-y-2 py-3 @lg:grid-cols-[6.5rem_1fr]',
        day.times.length === 0 && 'grid-cols-[6.5rem_minmax(0,1fr)] @max-tight:grid-cols-1',
      )}
    >
      <h3 className="nums font-sans text-sm font-semibold tracking-normal @lg:pt-1.5">{formatDateShort(day.date)}</h3>
      {day.times.length === 0 ? (
        <p className="text-sm text-muted @lg:pt-1.5">
          {day.off === 'time_off' ? words.hidden.time_off : day.off === 'unavailable' ? copy.unavailable : words.none}
        </p>
      ) : (
        <div className="min-w-0">
          <ul className="flex flex-wrap gap-2">
            {shown.map((time) => (
              <Time key={time.startsAt.getTime()} time={time} zone={zone} />
            ))}
          </ul>
          {day.times.length > shown.length && (
            <button
              type="button"
              className="mt-1 text-sm font-semibold text-accent-text tap-line underline underline-offset-4"
              onClick={() => setIsWhole(true)}
            >
              {words.showTimes(day.times.length)}
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function Time({ time, zone }: { time: OfferedTime; zone: string }) {
  const { startsAt, endsAt, isBooked, why } = time;
  const [start, end] = [zoned(startsAt, zone), zoned(endsAt, zone)];
  const why_ = why === 'too_soon' ? words.tooSoon : why && words.hidden[why];
  const isIndias = start.time === istTimeOfDay(startsAt) && start.date === istToday(startsAt);
  return (
    <li
      className={cn(
        'nums rounded-control border px-2.5 py-1.5 text-sm',
        why ? 'border-dashed border-line-strong text-muted' : 'border-line bg-sunken',
      )}
    >
      <span className="flex flex-wrap items-center gap-x-2">
        <span className={why ? 'line-through' : 'font-medium'}>{formatTimeRange(start.time, end.time)}</span>
        {isBooked && <Badge tone="success">{words.booked}</Badge>}
        {why_ && <span className="text-xs">{why_}</span>}
      </span>
      {!isIndias && <span className="block text-xs text-muted">{inIndia(startsAt, start.date)}</span>}
    </li>
  );
}

/** "8:30 PM IST", with its day where that is another one. */
function inIndia(at: Date, ownDay: string): string {
  const time = formatTime(istTimeOfDay(at));
  return words.india(istToday(at) === ownDay ? time : `${formatDateShort(istToday(at))}, ${time}`);
}

/** A value once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
