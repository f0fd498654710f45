import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { hasIndianClock, mentorMoment, zoned } from '#rules/mentors/mentor-time.ts';
import { findOfferProblem, instantIn, minutesOf, type OfferedTime, offeredTimeAt } from '#rules/sessions/request.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';

interface OfferOptions {
  /** The booking's own time. */
  present: OfferedTime;
  zone: string;
  /** The earliest and the latest start. */
  from: Date;
  to: Date;
}

/** 'yyyy-MM-dd' and 'HH:mm' on the mentor's clock. */
export const EMPTY_TIME = { day: '', start: '' };

/** What is said at the first of the times where the database refuses them. */
export function offerRefusals({ zone, from, to }: OfferOptions) {
  return { proposal_not_valid: copy.timeNotValid(mentorMoment(from, zone), mentorMoment(to, zone)) };
}

/** Other times as a mentor types them in their own zone; their output is India's. */
export function offeredTimes({ present, zone, from, to }: OfferOptions) {
  return z.array(z.object({ day: z.string(), start: z.string() })).transform((typed, context): OfferedTime[] => {
    const refuse = (row: number, message: string) => {
      context.addIssue({ code: 'custom', path: [row], message });
      return z.NEVER;
    };
    const used = typed.flatMap(({ day, start }, row) => (day === '' && start === '' ? [] : [{ row, day, start }]));
    const partial = used.find(({ day, start }) => day === '' || start === '');
    if (partial) return refuse(partial.row, copy.timeIncomplete);
    const times = used.map(({ day, start }) => {
      const at = instantIn(zone, day, start);
      return at && offeredTimeAt(at, minutesOf(present));
    });
    const found = findOfferProblem(times, present, { from, to, moment: (at) => mentorMoment(at, zone) });
    const wrong = found && used[found.index];
    return wrong ? refuse(wrong.row, found.sentence) : (times as OfferedTime[]);
  });
}

/** Rows of day and start, the field `times` of the form around them, and a button for one more. */
export function TimeFields({
  options,
  most,
  least = 0,
  isDisabled = false,
}: {
  options: OfferOptions;
  most: number;
  /** As many rows cannot be removed. */
  least?: number;
  isDisabled?: boolean;
}) {
  const { control, register, formState } = useFormContext<{ times: (typeof EMPTY_TIME)[] }>();
  const { fields, append, remove } = useFieldArray({ control, name: 'times' });
  const [min, max] = [zoned(options.from, options.zone).date, zoned(options.to, options.zone).date];
  return (
    <div className="grid gap-3">
      {fields.map(({ id }, index) => {
        const error = formState.errors.times?.[index]?.message;
        return (
          <div key={id}>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_8.5rem_auto]">
              <TextField
                label={copy.timeDay(index + 1)}
                type="date"
                className="col-span-2 sm:col-span-1"
                min={min}
                max={max}
                disabled={isDisabled}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `time-${id}-error` : undefined}
                {...register(`times.${index}.day`)}
              />
              <TextField
                label={copy.timeStart(index + 1)}
                type="time"
                step={300}
                className={index < least ? 'max-sm:col-span-2' : undefined}
                disabled={isDisabled}
                aria-invalid={error ? true : undefined}
                {...register(`times.${index}.start`)}
              />
              {index >= least && (
                <Button
                  variant="quiet"
                  className="w-11 px-0!"
                  disabled={isDisabled}
                  aria-label={copy.removeTime(index + 1)}
                  onClick={() => remove(index)}
                >
                  <Trash2 className="size-4.5" aria-hidden="true" />
                </Button>
              )}
            </div>
            {error && (
              <p id={`time-${id}-error`} role="alert" className="nums mt-1.5 text-sm text-danger">
                {error}
              </p>
            )}
          </div>
        );
      })}
      {fields.length < most && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start pointer-coarse:h-11"
          disabled={isDisabled}
          onClick={() => append(EMPTY_TIME, { shouldFocus: false })}
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
