import { Plus, X } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { type HoursProblem, type HoursRange, MOST_RANGES } from '#rules/mentors/hours.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { DAY_MINUTES, QUARTER, rangeLabel, startAt, timeLabel } from './hours-values.ts';

/** Quarter hours from 0:00 to 24:00. Made once: a week has a thousand of them, and React passes over what it knows. */
const TIMES = Array.from({ length: DAY_MINUTES / QUARTER + 1 }, (_, quarter) => quarter * QUARTER).map((minute) => (
  <option key={minute} value={minute}>
    {timeLabel(minute)}
  </option>
));
const STARTS = TIMES.slice(0, -1);

/** The times after one, and the one that is chosen. */
function endsAfter({ start_minute: start, end_minute: end }: HoursRange) {
  return TIMES.filter((_, quarter) => quarter * QUARTER > start || quarter * QUARTER === end);
}

/** The ranges of one day, each with its two ends and a way to remove it. */
export function RangeRows({
  day,
  ranges,
  problems,
  onChange,
}: {
  /** What the ranges are of, for their names. */
  day: string;
  ranges: readonly HoursRange[];
  problems: readonly HoursProblem[];
  onChange: (ranges: HoursRange[]) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const whole = problems.find(({ range }) => range === null);
  return (
    <div ref={list} className="grid gap-2">
      {ranges.map((range, place) => {
        const problem = problems.find((one) => one.range === place);
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a range has no other name than its place
            key={place}
          >
            <div
              className={
                'grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2 ' +
                '@max-[16rem]:grid-cols-[minmax(0,1fr)_auto] @max-[16rem]:[&>:not(button)]:col-span-2 @max-[16rem]:[&>button]:col-start-2'
              }
            >
              <TimeSelect
                label={copy.from(day)}
                value={range.start_minute}
                times={STARTS}
                isInvalid={problem !== undefined}
                onPick={(minute) => onChange(ranges.map((one, at) => (at === place ? startAt(one, minute) : one)))}
              />
              <span aria-hidden="true" className="text-muted @max-[16rem]:hidden">
                –
              </span>
              <TimeSelect
                label={copy.to(day)}
                value={range.end_minute}
                times={endsAfter(range)}
                isInvalid={problem !== undefined}
                onPick={(minute) =>
                  onChange(ranges.map((one, at) => (at === place ? { ...one, end_minute: minute } : one)))
                }
              />
              <button
                type="button"
                aria-label={copy.removeHours(day, rangeLabel(range))}
                className="-mr-3 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
                onClick={() => {
                  onChange(ranges.filter((_, at) => at !== place));
                  // This button goes with its range.
                  (list.current?.closest('fieldset')?.querySelector('[data-add]') as HTMLElement | null)?.focus();
                }}
              >
                <X aria-hidden="true" className="size-4.5" />
              </button>
            </div>
            {problem && <Problem>{problem.sentence}</Problem>}
          </div>
        );
      })}
      {whole && <Problem>{whole.sentence}</Problem>}
    </div>
  );
}

function Problem({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-1 text-sm text-danger">
      {children}
    </p>
  );
}

function TimeSelect({
  label,
  value,
  times,
  isInvalid,
  onPick,
}: {
  label: string;
  value: number;
  times: readonly ReactElement[];
  isInvalid: boolean;
  onPick: (minute: number) => void;
}) {
  return (
    <SelectField
      label={label}
      isLabelHidden
      value={value}
      aria-invalid={isInvalid || undefined}
      onChange={({ target }) => onPick(Number(target.value))}
    >
      {times}
    </SelectField>
  );
}

/** Adds a range to a day, up to six. */
export function AddRange({ day, count, onAdd }: { day: string; count: number; onAdd: () => void }) {
  return (
    <Button
      variant="quiet"
      size="sm"
      data-add
      aria-label={copy.addHoursOn(day)}
      aria-disabled={count >= MOST_RANGES || undefined}
      onClick={() => count < MOST_RANGES && onAdd()}
    >
      <Plus aria-hidden="true" className="size-4" />
      {copy.addHours}
    </Button>
  );
}
