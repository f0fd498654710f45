import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { mentorAnswer as copy } from '#copy/mentor-answer.ts';
import { findOfferProblem, instantIn, minutesOf, type OfferedTime, offeredTimeAt } from '#rules/mentor-answer.ts';
import { hasIndianClock, mentorMoment, zoned } from '#rules/mentor-time.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';

export interface TypedTime {
  key: number;
  /** 'yyyy-MM-dd' and 'HH:mm' on the mentor's clock. */
  day: string;
  start: string;
}

interface OfferOptions {
  /** The booking's own time. */
  present: OfferedTime;
  zone: string;
  /** The earliest and the latest start. */
  from: Date;
  to: Date;
}

let lastKey = 0;
const emptyTime = (): TypedTime => {
  lastKey += 1;
  return { key: lastKey, day: '', start: '' };
};

/** Other times as a mentor types them, in the mentor's own zone. `first` is how many rows stand there at once. */
export function useOfferedTimes({ present, zone, from, to }: OfferOptions, first = 0) {
  const [typed, setTyped] = useState<TypedTime[]>(() => Array.from({ length: first }, emptyTime));
  const [problem, setProblem] = useState<{ key: number; sentence: string } | null>(null);

  /** The times in India's words; null where one is not valid, which its row says then. */
  const read = (): OfferedTime[] | null => {
    const used = typed.filter(({ day, start }) => day !== '' || start !== '');
    const partial = used.find(({ day, start }) => day === '' || start === '');
    if (partial) {
      setProblem({ key: partial.key, sentence: copy.timeIncomplete });
      return null;
    }
    const times = used.map(({ day, start }) => {
      const at = instantIn(zone, day, start);
      return at && offeredTimeAt(at, minutesOf(present));
    });
    const found = findOfferProblem(times, present, { from, to, moment: (at) => mentorMoment(at, zone) });
    const row = found && used[found.index];
    setProblem(row ? { key: row.key, sentence: found.sentence } : null);
    return row ? null : (times as OfferedTime[]);
  };

  return {
    typed,
    problem,
    read,
    setTyped: (next: TypedTime[]) => {
      setTyped(next);
      setProblem(null);
    },
    /** What the database says against the times, at the first of them. */
    refuse: () => {
      const [row] = typed;
      const sentence = copy.timeNotValid(mentorMoment(from, zone), mentorMoment(to, zone));
      if (row) setProblem({ key: row.key, sentence });
    },
  };
}

/** Rows of day and start, and a button for one more. */
export function TimeFields({
  times,
  options,
  most,
  least = 0,
  isDisabled = false,
}: {
  times: ReturnType<typeof useOfferedTimes>;
  options: OfferOptions;
  most: number;
  /** As many rows cannot be removed. */
  least?: number;
  isDisabled?: boolean;
}) {
  const { typed, problem, setTyped } = times;
  const [min, max] = [zoned(options.from, options.zone).date, zoned(options.to, options.zone).date];
  const change = (key: number, part: Partial<TypedTime>) =>
    setTyped(typed.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-3">
      {typed.map(({ key, day, start }, index) => {
        const error = problem?.key === key ? problem.sentence : undefined;
        return (
          <div key={key}>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_8.5rem_auto]">
              <TextField
                label={copy.timeDay(index + 1)}
                type="date"
                className="col-span-2 sm:col-span-1"
                min={min}
                max={max}
                value={day}
                disabled={isDisabled}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `time-${key}-error` : undefined}
                onChange={(event) => change(key, { day: event.target.value })}
              />
              <TextField
                label={copy.timeStart(index + 1)}
                type="time"
                step={300}
                className={index < least ? 'max-sm:col-span-2' : undefined}
                value={start}
                disabled={isDisabled}
                aria-invalid={error ? true : undefined}
                onChange={(event) => change(key, { start: event.target.value })}
              />
              {index >= least && (
                <Button
                  variant="quiet"
                  className="w-11 px-0!"
                  disabled={isDisabled}
                  aria-label={copy.removeTime(index + 1)}
                  onClick={() => setTyped(typed.filter((one) => one.key !== key))}
                >
                  <Trash2 className="size-4.5" aria-hidden="true" />
                </Button>
              )}
            </div>
            {error && (
              <p id={`time-${key}-error`} role="alert" className="nums mt-1.5 text-sm text-danger">
                {error}
              </p>
            )}
          </div>
        );
      })}
      {typed.length < most && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start pointer-coarse:h-11"
          disabled={isDisabled}
          onClick={() => setTyped([...typed, emptyTime()])}
        >
          <Plus className="size-4" aria-hidden="true" />
          {copy.addTime}
        </Button>
      )}
      {!hasIndianClock(options.zone, options.from) && (
        <p className="text-sm text-muted">{copy.yourZone(options.zone.replaceAll('_', ' '))}</p>
      )}
    </div>
  );
}
