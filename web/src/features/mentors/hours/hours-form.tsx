import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { singleTimes } from '#copy/mentors/single-times.ts';
import { SingleTimes } from '#features/mentors/availability/single-times.tsx';
import { INDIAN_ZONE } from '#features/mentors/availability/slot-series.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import {
  type HoursField,
  type HoursProblem,
  type HoursRange,
  isTimeZone,
  mentorHours,
  problemsOfHours,
} from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LeaveDialog, useUnsavedChanges } from '#ui/unsaved-changes.tsx';
import { Holidays } from './holidays.tsx';
import { type SavedHours, savedHoursQuery } from './hours.data.ts';
import {
  changedParts,
  type HoursValues,
  hoursOf,
  mergeHours,
  presetWeek,
  valuesOf,
  withOverride,
} from './hours-values.ts';
import { Limits } from './limits.tsx';
import { NextDays } from './next-days.tsx';
import { PauseSection } from './pause-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { SpecialDates } from './special-dates.tsx';
import { TimeOff } from './time-off.tsx';
import { type HoursToSave, useHoursSave } from './use-hours-save.ts';
import { WeeklyHours } from './weekly-hours.tsx';
import { ZoneField } from './zone-field.tsx';
import { zoneName } from './zones.ts';

/** The problem of an entry that is not finished yet; said once a save was tried. */
const UNFINISHED: HoursProblem['code'] = 'day_missing';

const DaysOffDialog = lazyPart(() => import('./days-off-dialog.tsx').then((module) => module.DaysOffDialog));

/** The sections, by the ids that lead to them. */
const PARTS = {
  weekly: 'weekly-hours',
  overrides: 'special-dates',
  timeOff: 'time-off',
  holidays: 'holidays',
  limits: 'limits',
  singleTimes: 'single-times',
  preview: 'next-days',
} as const;

interface FormProps {
  mentorId: string;
  userId: string;
  saved: SavedHours;
  /** The mentor at the own hours; else an administrator. */
  isOwn: boolean;
  /** What stands after the single times: the mentor's calendar. */
  calendar?: ReactNode;
  onExpired?: (() => void) | undefined;
}

/**
 * All hours of a mentor in one form, saved together (docs/product/hours.md#saving). Not react-hook-form: presets, copied
 * days, the preview and the merge of two versions read and change the whole week as one value.
 */
export function HoursForm({ mentorId, userId, saved, isOwn, calendar, onExpired }: FormProps) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const draftName = `mentor-hours-${mentorId}`;
  const [was, setWas] = useState(saved);
  const [restored] = useState(() => readHoursDraft(draftName, userId, valuesOf(saved)));
  const [values, setValues] = useState(restored ?? valuesOf(saved));
  const [isRestored, setIsRestored] = useState(restored !== null);
  const [isOutdated, setIsOutdated] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [refused, setRefused] = useState<HoursProblem[]>([]);
  const [timesProblem, setTimesProblem] = useState<string>();
  const { opened: asked, open: ask, dialog } = useOpened<HoursToSave>();
  const hasTypedTime = useRef(false);
  /** A new one empties the parts that have a state of their own. */
  const [turn, setTurn] = useState(0);

  const now = useNow();
  const base = valuesOf(was);
  const hours = useMemo(() => hoursOf(values), [values]);
  const changed = changedParts(base, values);
  const hasChanges = changed.length > 0;
  const zone = isTimeZone(hours.time_zone) ? hours.time_zone : was.time_zone;
  const today = zoned(now, zone).date;
  const found = problemsOfHours(withoutPassed(values, base, today), now);
  const shown = [...found.filter(({ code }) => wasTried || code !== UNFINISHED), ...refused];
  const problemsOf = (field: HoursField) => shown.filter((one) => one.field === field);

  const set = (part: Partial<HoursValues>) => {
    setValues((all) => ({ ...all, ...part }));
    setRefused([]);
    if (part.single_times) setTimesProblem(undefined);
  };

  const keep = () => saveDraft(draftName, userId, { draft: JSON.stringify({ base, typed: values }) });
  const unsaved = useUnsavedChanges(hasChanges, keep);
  useEffect(() => {
    // A phone may close the page behind one's back.
    if (hasChanges) saveDraft(draftName, userId, { draft: JSON.stringify({ base: valuesOf(was), typed: values }) });
    else clearDraft(draftName, userId);
  }, [hasChanges, draftName, userId, was, values]);

  const restart = (from: SavedHours) => {
    setValues(valuesOf(from));
    setRefused([]);
    setTimesProblem(undefined);
    setWasTried(false);
    setIsRestored(false);
    setIsOutdated(false);
    setTurn((last) => last + 1);
  };

  const save = useHoursSave({
    mentorId,
    was,
    onProblems: (problems) => {
      setRefused(problems);
      toLater(() => focusFirstProblem(form.current));
    },
    onTimesProblem: (sentence) => {
      setTimesProblem(sentence);
      toast.error(sentence, { id: 'mentor-hours' });
    },
    onChanged: () => setIsOutdated(true),
    onDaysOff: ask,
    onExpired: () => {
      if (!onExpired) return;
      unsaved.leadOut();
      onExpired();
    },
    onSaved: (latest, sent) => {
      setWas(latest);
      setValues((typed) => mergeHours(sent, typed, valuesOf(latest)));
      setWasTried(false);
      setIsRestored(false);
      setIsOutdated(false);
    },
  });

  const submit = () => {
    setWasTried(true);
    if (found.length > 0) {
      toLater(() => focusFirstProblem(form.current));
    } else if (hasTypedTime.current) {
      setTimesProblem(singleTimes.notAdded);
      toast.error(singleTimes.notAdded, { id: 'mentor-hours' });
    } else {
      save.submit({ values: withoutPassed(values, base, today) });
    }
  };

  /** This day alone: what else was typed waits for its own save. */
  const takeOff = (date: string) => {
    const setDay = (ranges: HoursRange[] | null) =>
      setValues((all) => ({ ...all, overrides: withOverride(all.overrides, date, ranges) }));
    const own = values.overrides.find((one) => one.date === date)?.ranges ?? null;
    setDay([]);
    const alone = { ...base, overrides: withOverride(base.overrides, date, []) };
    save.submit({ values: withoutPassed(alone, base, today), onKept: () => setDay(own) });
  };

  const loadLatest = async () => {
    setIsLoading(true);
    try {
      const latest = await client.fetchQuery(savedHoursQuery(mentorId));
      setValues(mergeHours(base, values, valuesOf(latest)));
      setWas(latest);
      setIsOutdated(false);
      toast.success(copy.changed.loaded, { id: 'mentor-hours' });
    } catch (error) {
      console.warn('The latest hours could not be read', error);
      toast.error(copy.loadFailed, { id: 'mentor-hours' });
    } finally {
      setIsLoading(false);
    }
  };

  const hasNoHours = [base, values].every(({ weekly, overrides }) =>
    [...weekly, ...overrides].every(({ ranges }) => ranges.length === 0),
  );
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label={copy.title}
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isSaving && hasChanges) submit();
        }}
      >
        <div className="grid grid-cols-1 gap-5" key={turn}>
          {isRestored && (
            <Alert tone="info" title={copy.restored.title}>
              <p>{copy.restored.hint}</p>
              <Button variant="secondary" size="sm" className="mt-2" onClick={() => restart(was)}>
                {copy.restored.discard}
              </Button>
            </Alert>
          )}
          {hasNoHours && (
            <EmptyStart
              onStart={(preset) => {
                set({ weekly: presetWeek(preset) });
                toLater(() => goTo(PARTS.weekly));
              }}
            />
          )}
          <PartLinks />
          <PauseSection
            mentorId={mentorId}
            saved={{ isPaused: !was.is_taking_bookings, returnsOn: was.taking_bookings_from ?? '' }}
            today={today}
            isOwn={isOwn}
          />
          <FormSection title={copy.sections.weekly} id={PARTS.weekly}>
            <div className="grid gap-6">
              <ZoneField
                value={hours.time_zone}
                saved={was.time_zone}
                isOwn={isOwn}
                problem={problemsOf('time_zone')[0]?.sentence}
                onChange={(time_zone) => set({ time_zone })}
              />
              <WeeklyHours
                weekly={hours.weekly}
                length={hours.session_minutes}
                problems={problemsOf('weekly')}
                onChange={(weekly) => set({ weekly })}
              />
            </div>
          </FormSection>
          <FormSection title={copy.sections.overrides} id={PARTS.overrides} hint={copy.specialDates.hint}>
            <SpecialDates
              hours={hours}
              today={today}
              problems={problemsOf('overrides')}
              onChange={(overrides) => set({ overrides })}
              onTakeOff={save.isSaving ? undefined : takeOff}
            />
          </FormSection>
          <FormSection title={copy.sections.timeOff} id={PARTS.timeOff} hint={copy.timeOff.hint}>
            <TimeOff
              timeOff={hours.time_off}
              today={today}
              problems={problemsOf('time_off')}
              onChange={(time_off) => set({ time_off })}
            />
          </FormSection>
          <FormSection title={copy.sections.holidays} id={PARTS.holidays} hint={copy.holidays.hint}>
            <Holidays overrides={hours.overrides} today={today} onChange={(overrides) => set({ overrides })} />
          </FormSection>
          <FormSection title={copy.sections.limits} id={PARTS.limits}>
            <Limits hours={hours} savedLength={was.session_minutes} problems={shown} onChange={set} />
          </FormSection>
          <FormSection
            title={copy.sections.singleTimes}
            id={PARTS.singleTimes}
            hint={zone === INDIAN_ZONE ? singleTimes.zone : singleTimes.ownZone(zoneName(zone))}
          >
            <SingleTimes
              labels={copy.singleTimes}
              times={values.single_times}
              saved={was.single_times.map(({ id, date, start_time, end_time, is_booked }) => ({
                id,
                date,
                startTime: start_time,
                endTime: end_time,
                isBooked: is_booked,
                isHeld: false,
              }))}
              zone={zone}
              problem={timesProblem}
              onChange={(single_times) => set({ single_times })}
              onTyping={(isTyping) => {
                hasTypedTime.current = isTyping;
              }}
            />
          </FormSection>
          {calendar}
          <FormSection
            title={copy.sections.preview}
            id={PARTS.preview}
            hint={isOwn ? copy.preview.hint : copy.preview.hintOf}
          >
            <NextDays
              mentorId={mentorId}
              hours={hours}
              singleTimes={values.single_times}
              isValid={found.length === 0}
            />
          </FormSection>
        </div>
        <SaveBar
          changed={changed}
          problems={wasTried ? shown.length : 0}
          isBusy={save.isSaving}
          isAboveBar={isOwn}
          onDiscard={() => restart(was)}
        >
          {isOutdated && (
            <Alert tone="danger" title={copy.changed.title}>
              <p>{copy.changed.hint}</p>
              <Button
                variant="secondary"
                size="sm"
                className="mt-2"
                isBusy={isLoading}
                onClick={() => void loadLatest()}
              >
                {copy.changed.load}
              </Button>
            </Alert>
          )}
        </SaveBar>
        <LeaveDialog
          {...unsaved}
          discard={() => {
            clearDraft(draftName, userId);
            unsaved.discard();
          }}
          labels={copy.leave}
        />
      </form>
      {/* Its dialogs have forms of their own. */}
      {asked && (
        <DaysOffDialog
          key={asked.turn}
          {...dialog}
          mentorId={mentorId}
          hours={hoursOf(asked.values)}
          isOwn={isOwn}
          onClose={() => {
            dialog.onClose();
            asked.onKept?.();
          }}
          onTake={() => {
            dialog.onClose();
            save.submit({ values: asked.values, isAsked: true });
          }}
        />
      )}
    </>
  );
}

/** The page is long, above all on a phone. */
function PartLinks() {
  return (
    <nav aria-label={copy.onThisPage} className="-mx-5 overflow-x-auto px-5 py-1 md:mx-0 md:px-0">
      <ul className="flex w-max gap-2 md:w-auto md:flex-wrap">
        {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
          <li key={part}>
            <a
              href={`#${PARTS[part]}`}
              className={
                'inline-flex h-small items-center whitespace-nowrap rounded-full border border-line bg-surface px-3.5 ' +
                'text-sm font-medium text-muted transition-colors duration-150 hover:border-line-strong hover:text-ink'
              }
              onClick={(event) => {
                // The address stays: it tells which page this is, not where on it one was.
                event.preventDefault();
                goTo(PARTS[part]);
              }}
            >
              {copy.sections[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
}

/** The first step of a mentor without hours: a week to begin with. */
function EmptyStart({ onStart }: { onStart: (preset: keyof typeof copy.empty.presets) => void }) {
  const { title, hint, presets } = copy.empty;
  return (
    <Card className="border-accent-line! bg-accent-soft! p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-xl font-semibold">
        <CalendarClock aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
        {title}
      </h2>
      <p className="mt-1 max-w-prose">{hint}</p>
      <div className="mt-4 grid gap-2 lg:grid-cols-3">
        {(Object.keys(presets) as (keyof typeof presets)[]).map((preset) => (
          <button
            key={preset}
            type="button"
            className={
              'rounded-control border border-line-strong bg-surface px-4 py-2.5 text-left transition-colors ' +
              'duration-150 hover:border-accent-text'
            }
            onClick={() => onStart(preset)}
          >
            <span className="block font-semibold">{presets[preset].label}</span>
            <span className="block text-sm text-muted">{presets[preset].hint}</span>
          </button>
        ))}
      </div>
    </Card>
  );
}

/** Special dates that were ahead when the form was opened, and have passed since, are no mistake of who types. */
function withoutPassed(values: HoursValues, base: HoursValues, today: string): HoursValues {
  const hasPassed = (date: string) => date < today && base.overrides.some((one) => one.date === date);
  return values.overrides.some(({ date }) => hasPassed(date))
    ? { ...values, overrides: values.overrides.filter(({ date }) => !hasPassed(date)) }
    : values;
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** Once what was said is drawn. */
function toLater(work: () => void): void {
  setTimeout(work, 50);
}

const draftShape = z.object({
  base: mentorHours.extend({ single_times: z.array(z.custom<HoursValues['single_times'][number]>()) }),
  typed: mentorHours.extend({ single_times: z.array(z.custom<HoursValues['single_times'][number]>()) }),
});

/** The kept changes, upon the hours as they are now; null where none were kept. */
function readHoursDraft(name: string, userId: string, present: HoursValues): HoursValues | null {
  const { draft } = readDraft(name, userId);
  if (!draft) return null;
  try {
    const { base, typed } = draftShape.parse(JSON.parse(draft));
    const merged = mergeHours(base, typed, present);
    return changedParts(present, merged).length > 0 ? merged : null;
  } catch (error) {
    console.warn('The kept changes of the hours could not be read', error);
    return null;
  }
}
