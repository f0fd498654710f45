import { Copy } from 'lucide-react';
import { useState } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { type HoursProblem, type HoursRange, type MentorHours, SESSION_LENGTHS } from '#rules/mentors/hours.ts';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { copyDay, nextRange, rangesLabel } from './hours-values.ts';
import { AddRange, RangeRows } from './range-editor.tsx';

/** The seven days of a week, each with its ranges. */
export function WeeklyHours({
  weekly,
  length = SESSION_LENGTHS[2],
  problems,
  onChange,
}: {
  weekly: MentorHours['weekly'];
  /** Of a session, in minutes. */
  length?: number;
  problems: readonly HoursProblem[];
  onChange: (weekly: MentorHours['weekly']) => void;
}) {
  const { opened, open, dialog } = useOpened<{ weekday: number }>();
  const set = (weekday: number, ranges: HoursRange[]) =>
    onChange(weekly.map((day) => (day.weekday === weekday ? { ...day, ranges } : day)));
  return (
    <>
      <div className="@container">
        <div className="-my-3 divide-y divide-line">
          {weekly.map(({ weekday, ranges }, index) => (
            <DayRow
              key={weekday}
              day={copy.weekdays[weekday] ?? ''}
              ranges={ranges}
              length={length}
              problems={problems.filter((one) => one.index === index)}
              onChange={(changed) => set(weekday, changed)}
              onCopy={() => open({ weekday })}
            />
          ))}
        </div>
      </div>
      {opened && (
        <CopyDialog
          key={opened.turn}
          {...dialog}
          weekly={weekly}
          from={opened.weekday}
          onCopy={(to) => {
            onChange(copyDay(weekly, opened.weekday, to));
            dialog.onClose();
          }}
        />
      )}
    </>
  );
}

function DayRow({
  day,
  ranges,
  length,
  problems,
  onChange,
  onCopy,
}: {
  day: string;
  ranges: readonly HoursRange[];
  length: number;
  problems: readonly HoursProblem[];
  onChange: (ranges: HoursRange[]) => void;
  onCopy: () => void;
}) {
  const isOpen = ranges.length > 0;
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-6 py-3 @2xl:grid-cols-[7rem_minmax(0,22rem)_1fr] @2xl:items-start">
      <legend className="sr-only">{day}</legend>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 @2xl:contents">
        <p aria-hidden="true" className="font-semibold @2xl:py-2.5">
          {day}
        </p>
        {!isOpen && <p className="text-sm text-muted @2xl:py-3">{copy.unavailable}</p>}
        <div className="-mr-3 ml-auto flex flex-wrap items-center justify-end @2xl:order-last @2xl:mr-0 @2xl:pt-0.5">
          <AddRange day={day} count={ranges.length} onAdd={() => onChange([...ranges, nextRange(ranges, length)])} />
          {isOpen && (
            <button
              type="button"
              aria-label={copy.copyDays.openOf(day)}
              title={copy.copyDays.open}
              className={
                'inline-flex h-small min-w-11 items-center justify-center gap-1.5 rounded-control px-3 text-sm ' +
                'font-semibold hover:bg-sunken'
              }
              onClick={onCopy}
            >
              <Copy aria-hidden="true" className="size-4" />
              <span className="hidden whitespace-nowrap @min-[52rem]:inline">{copy.copyDays.open}</span>
            </button>
          )}
        </div>
      </div>
      {isOpen && <RangeRows day={day} ranges={ranges} problems={problems} onChange={onChange} />}
    </fieldset>
  );
}

/** Asks which other days get the hours of one. */
function CopyDialog({
  weekly,
  from,
  onCopy,
  ...dialog
}: {
  isOpen: boolean;
  onClose: () => void;
  weekly: MentorHours['weekly'];
  from: number;
  onCopy: (to: number[]) => void;
}) {
  const { copyDays, weekdays } = copy;
  const [chosen, setChosen] = useState<number[]>([]);
  const day = weekdays[from] ?? '';
  const others = weekly.map(({ weekday }) => weekday).filter((weekday) => weekday !== from);
  const ranges = weekly.find(({ weekday }) => weekday === from)?.ranges ?? [];
  const shortcuts: [string, number[]][] = [
    [copyDays.weekdays, others.filter((weekday) => weekday < 5)],
    [copyDays.all, others],
  ];
  return (
    // No form library: a choice that cannot be wrong, and that is sent with all hours.
    <FormDialog
      {...dialog}
      placement="bottom"
      title={copyDays.title(day)}
      description={copyDays.description(rangesLabel(ranges, copy.unavailable))}
      labels={{ keep: copyDays.keep, submit: copyDays.submit(chosen.length) }}
      button={{ disabled: chosen.length === 0 }}
      isBusy={false}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onCopy(chosen);
      }}
    >
      <div className="flex flex-wrap gap-2">
        {shortcuts.map(([label, days]) => {
          const isOn = days.every((weekday) => chosen.includes(weekday)) && days.length === chosen.length;
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isOn}
              className={
                'h-small rounded-full border px-3.5 text-sm font-semibold transition-colors ' +
                (isOn ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong hover:bg-sunken')
              }
              onClick={() => setChosen(isOn ? [] : days)}
            >
              {label}
            </button>
          );
        })}
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{copyDays.legend}</legend>
        <div className="grid grid-cols-2 gap-2">
          {others.map((weekday) => (
            <label
              key={weekday}
              className={
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line-strong px-3 ' +
                'has-checked:border-accent has-checked:bg-accent-soft hover:bg-sunken'
              }
            >
              <input
                type="checkbox"
                className="size-4.5 shrink-0 accent-accent"
                checked={chosen.includes(weekday)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, weekday] : chosen.filter((one) => one !== weekday))
                }
              />
              {weekdays[weekday]}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
