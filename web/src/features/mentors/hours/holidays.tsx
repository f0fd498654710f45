import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { cn } from '#lib/class-names.ts';
import type { MentorHours } from '#rules/mentors/hours.ts';
import { addDays, formatDateShort } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { holidaysQuery } from './hours.data.ts';
import { withOverride } from './hours-values.ts';

const words = copy.holidays;

/** Days of the twelve months that are shown. */
const YEAR = 365;

/** The holidays of the next twelve months; each can be taken off with one press. */
export function Holidays({
  overrides,
  today,
  onChange,
}: {
  overrides: MentorHours['overrides'];
  /** The mentor's day. */
  today: string;
  onChange: (overrides: MentorHours['overrides']) => void;
}) {
  const holidays = useQuery(holidaysQuery(today, addDays(today, YEAR)));
  const isOff = (date: string) => overrides.some((one) => one.date === date && one.ranges.length === 0);
  if (holidays.isError && !holidays.data) {
    return (
      <LoadFailure look="line" isRetrying={holidays.isFetching} onRetry={holidays.refetch}>
        <p className="text-danger">{words.failed}</p>
      </LoadFailure>
    );
  }
  if (!holidays.data) {
    return (
      <div aria-hidden="true" className="flex flex-wrap gap-2">
        {['w-44', 'w-40', 'w-48', 'w-44'].map((width, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all there is
          <span key={place} className={cn('skeleton h-small', width)} />
        ))}
      </div>
    );
  }
  if (holidays.data.length === 0) return <p className="text-sm text-muted">{words.none}</p>;
  const dates = [...new Set(holidays.data.map(({ date }) => date))];
  const toTake = dates.filter((date) => !isOff(date));
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {holidays.data.map(({ date, name }) => {
          const isTaken = isOff(date);
          return (
            <li key={`${date} ${name}`} className="max-w-full">
              <button
                type="button"
                aria-pressed={isTaken}
                onClick={() => onChange(withOverride(overrides, date, isTaken ? null : []))}
                className={cn(
                  'inline-flex min-h-9 pointer-coarse:min-h-11 max-w-full items-center gap-1.5 rounded-full border px-3.5 text-left text-sm ' +
                    'transition-colors duration-150',
                  isTaken
                    ? 'border-accent bg-accent-soft text-accent-text'
                    : 'border-line-strong bg-surface hover:bg-sunken',
                )}
              >
                {isTaken && <Check aria-hidden="true" className="size-4 shrink-0" />}
                <span className="min-w-0">
                  <span className="font-semibold">{name}</span>{' '}
                  <span className={cn('nums', !isTaken && 'text-muted')}>{formatDateShort(date)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="long-label mt-4"
        aria-disabled={toTake.length === 0 || undefined}
        onClick={() => {
          if (toTake.length === 0) return;
          onChange(toTake.reduce((all, date) => withOverride(all, date, []), overrides));
        }}
      >
        {words.takeAll}
      </Button>
    </>
  );
}
