import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { type HoursProblem, type MentorHours, MOST_TIME_OFF, NOTE_LENGTH } from '#rules/mentors/hours.ts';
import { isIstDate } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';

const words = copy.timeOff;
const DAY_MS = 86_400_000;

/** Days in a row on which nothing is offered. */
export function TimeOff({
  timeOff,
  today,
  problems,
  onChange,
}: {
  timeOff: MentorHours['time_off'];
  /** The mentor's day. */
  today: string;
  problems: readonly HoursProblem[];
  onChange: (timeOff: MentorHours['time_off']) => void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const change = (place: number, part: Partial<MentorHours['time_off'][number]>) =>
    onChange(timeOff.map((one, at) => (at === place ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-5">
      {timeOff.map((one, place) => {
        const sentence = problems.find(({ index }) => index === place)?.sentence;
        const isOfNote = sentence === copy.problems.note_too_long;
        return (
          <fieldset
            key={one.id ?? `new ${place}`}
            className={
              'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] min-w-0 items-start gap-3 ' +
              'border-b border-line pb-5 lg:grid-cols-[10rem_10rem_1fr_auto]'
            }
          >
            <legend className="sr-only">{words.item(place + 1)}</legend>
            <TextField
              label={words.first}
              type="date"
              min={one.first_day < today && one.id !== undefined ? one.first_day : today}
              max="2099-12-31"
              value={one.first_day}
              aria-invalid={(sentence && !isOfNote) || undefined}
              onChange={({ target }) => {
                const first_day = target.value;
                // A last day that is not chosen yet, or lies before, follows.
                const follows = isIstDate(first_day) && (one.last_day === '' || one.last_day < first_day);
                change(place, { first_day, ...(follows && { last_day: first_day }) });
              }}
            />
            <TextField
              label={words.last}
              type="date"
              min={one.first_day || today}
              max="2099-12-31"
              value={one.last_day}
              aria-invalid={(sentence && !isOfNote) || undefined}
              onChange={({ target }) => change(place, { last_day: target.value })}
            />
            <TextField
              className="max-lg:col-span-full"
              label={words.note}
              placeholder={words.notePlaceholder}
              autoComplete="off"
              maxLength={NOTE_LENGTH * 2}
              value={one.note}
              aria-invalid={isOfNote || undefined}
              onChange={({ target }) => change(place, { note: target.value })}
            />
            <p aria-live="polite" className="nums self-center text-sm text-muted lg:col-span-3 lg:row-start-2">
              {sentence ? <span className="text-danger">{sentence}</span> : lengthOf(one)}
            </p>
            <Button
              variant="quiet"
              size="sm"
              className="-mr-3 justify-self-end lg:mt-7.5"
              aria-label={words.remove(place + 1)}
              onClick={() => {
                onChange(timeOff.filter((_, at) => at !== place));
                add.current?.focus({ preventScroll: true });
              }}
            >
              <X aria-hidden="true" className="size-4.5" />
            </Button>
          </fieldset>
        );
      })}
      <div>
        <Button
          ref={add}
          variant="secondary"
          size="sm"
          aria-disabled={timeOff.length >= MOST_TIME_OFF || undefined}
          onClick={() => {
            if (timeOff.length < MOST_TIME_OFF) onChange([...timeOff, { first_day: '', last_day: '', note: '' }]);
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          {words.add}
        </Button>
      </div>
    </div>
  );
}

function lengthOf({ first_day, last_day }: MentorHours['time_off'][number]): string {
  if (!isIstDate(first_day) || !isIstDate(last_day) || last_day < first_day) return '';
  return words.days(Math.round((Date.parse(last_day) - Date.parse(first_day)) / DAY_MS) + 1);
}
