import { Pencil, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { type HoursProblem, type HoursRange, type MentorHours, MOST_OVERRIDES } from '#rules/mentors/hours.ts';
import { addDays, formatDateFull, formatDateShort } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { Calendar } from '#ui/forms/calendar.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { nextRange, rangesLabel, usualRanges, withOverride } from './hours-values.ts';
import { AddRange, RangeRows } from './range-editor.tsx';

const words = copy.specialDates;

/** How far ahead a date can be chosen, in days. */
const YEAR = 366;

type Kind = 'usual' | 'other' | 'unavailable';

/** Single dates with hours of their own, chosen in a calendar. */
export function SpecialDates({
  hours,
  today,
  problems,
  onChange,
  onTakeOff,
}: {
  hours: MentorHours;
  /** The mentor's day. */
  today: string;
  problems: readonly HoursProblem[];
  onChange: (overrides: MentorHours['overrides']) => void;
  /** The date is saved at once as a day off; undefined while something else is being saved. */
  onTakeOff: ((date: string) => void) | undefined;
}) {
  const { overrides } = hours;
  const [day, setDay] = useState<string | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const withHours = new Set(overrides.filter(({ ranges }) => ranges.length > 0).map(({ date }) => date));
  const without = new Set(overrides.filter(({ ranges }) => ranges.length === 0).map(({ date }) => date));
  const isFull = overrides.length >= MOST_OVERRIDES;

  const pick = (date: string) => {
    setDay(date);
    // Below the calendar on a phone.
    requestAnimationFrame(() => detail.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
  };
  const describe = (date: string) => {
    const mark = withHours.has(date) ? words.marks.other : without.has(date) ? words.marks.unavailable : null;
    return mark === null ? formatDateFull(date) : `${formatDateFull(date)}, ${mark}`;
  };
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 @2xl:grid-cols-2">
        <Calendar
          label={words.calendar}
          today={today}
          selected={day}
          open={withHours}
          full={without}
          selectable={{ from: today, to: addDays(today, YEAR) }}
          describeDay={describe}
          previousLabel={words.previous}
          nextLabel={words.next}
          onSelect={pick}
        />
        <div ref={detail} className="min-w-0 scroll-my-28">
          {day === null ? (
            <p className="text-sm text-muted @2xl:pt-3">{overrides.length === 0 && words.none}</p>
          ) : (
            <DateHours
              key={day}
              hours={hours}
              date={day}
              isFull={isFull}
              problems={problems.filter((one) => overrides[one.index ?? -1]?.date === day)}
              onChange={(ranges) => onChange(withOverride(overrides, day, ranges))}
              onTakeOff={onTakeOff && (() => onTakeOff(day))}
            />
          )}
        </div>
      </div>
      {overrides.length > 0 && (
        <div className="mt-6 border-t border-line pt-4">
          <h3 ref={heading} tabIndex={-1} className="text-sm font-semibold">
            {words.list}
          </h3>
          <ul className="mt-1 divide-y divide-line">
            {overrides.map(({ date, ranges }, index) => {
              const problem = problems.find((one) => one.index === index);
              return (
                <li key={date} className="flex min-h-11 flex-wrap items-center justify-end gap-1 py-1">
                  <div className="min-w-0 flex-1 basis-40 py-1.5">
                    <p className="text-sm">
                      <span className="nums font-medium">{formatDateShort(date)}</span>{' '}
                      <span className="text-muted">{rangesLabel(ranges, words.unavailable)}</span>
                    </p>
                    {problem && date !== day && <p className="text-sm text-danger">{problem.sentence}</p>}
                  </div>
                  <button
                    type="button"
                    aria-label={words.edit(formatDateFull(date))}
                    className="grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
                    onClick={() => pick(date)}
                  >
                    <Pencil aria-hidden="true" className="size-4" />
                  </button>
                  <button
                    type="button"
                    aria-label={words.remove(formatDateFull(date))}
                    className={
                      '-mr-3 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink'
                    }
                    onClick={() => {
                      onChange(withOverride(overrides, date, null));
                      heading.current?.focus({ preventScroll: true });
                    }}
                  >
                    <X aria-hidden="true" className="size-4.5" />
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What one date has: the hours of its weekday, others, or none. */
function DateHours({
  hours,
  date,
  isFull,
  problems,
  onChange,
  onTakeOff,
}: {
  hours: MentorHours;
  date: string;
  isFull: boolean;
  problems: readonly HoursProblem[];
  onChange: (ranges: HoursRange[] | null) => void;
  onTakeOff: (() => void) | undefined;
}) {
  const own = hours.overrides.find((one) => one.date === date)?.ranges;
  const usual = usualRanges(hours, date);
  const kind: Kind = own === undefined ? 'usual' : own.length > 0 ? 'other' : 'unavailable';
  const name = formatDateFull(date);
  const choose = (chosen: Kind) => {
    if (chosen === 'usual') onChange(null);
    else if (!isFull || own !== undefined) {
      const first = usual.length > 0 ? structuredClone(usual) : [nextRange([], hours.session_minutes)];
      onChange(chosen === 'unavailable' ? [] : first);
    }
  };
  return (
    <div className="grid gap-4">
      <Choices
        legend={words.choiceOf(name)}
        choices={[
          { value: 'usual', label: words.usual, hint: rangesLabel(usual, words.noHours) },
          { value: 'other', label: words.other },
          { value: 'unavailable', label: words.unavailable },
        ]}
        chosen={kind}
        onChoose={choose}
      />
      {kind !== 'unavailable' && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          disabled={!onTakeOff || (isFull && own === undefined)}
          onClick={onTakeOff}
        >
          {copy.daysOff.take}
        </Button>
      )}
      {own !== undefined && own.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="sr-only">{name}</legend>
          <RangeRows day={name} ranges={own} problems={problems} onChange={onChange} />
          <div className="mt-2 -ml-3">
            <AddRange
              day={name}
              count={own.length}
              onAdd={() => onChange([...own, nextRange(own, hours.session_minutes)])}
            />
          </div>
        </fieldset>
      )}
      {problems
        .filter(({ range, index }) => range === null && index !== null && own?.length === 0)
        .map((one) => (
          <p key={one.code} role="alert" className="text-sm text-danger">
            {one.sentence}
          </p>
        ))}
    </div>
  );
}
