import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { singleTimes as copy } from '#copy/mentors/single-times.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { type Slot, type SlotTime, slotKey } from '#rules/mentors/slots.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SectionError } from '#ui/forms/form-section.tsx';
import { SingleTimesList } from './single-times-list.tsx';
import { INDIAN_ZONE, planSlots, type TypedSlot } from './slot-series.ts';

const NOTHING: TypedSlot = { date: '', startTime: '', endTime: '', until: '' };

/** What is typed as the slots that it adds to a list. */
function slotSchema(list: readonly SlotTime[], zone: string) {
  return z.custom<TypedSlot>().transform((slot, context) => {
    const { series, problem } = planSlots(slot, list, serverNow(), zone);
    if (series) return series;
    context.addIssue({ code: 'custom', path: [problem.field], message: problem.sentence });
    return z.NEVER;
  });
}

/** The times on offer: one can be added, or one a week until a day; those that are neither sold nor held can go. */
export function SingleTimes({
  labels,
  times,
  saved,
  zone = INDIAN_ZONE,
  problem,
  onChange,
  onTyping,
}: {
  labels: { none: string; added: (count: number) => string };
  /** Indian days and times. */
  times: readonly SlotTime[];
  /** The slots as the database has them. */
  saved: readonly Slot[];
  /** By whose clocks they are typed and shown. */
  zone?: string;
  /** What is wrong with the list. */
  problem: string | undefined;
  onChange: (times: SlotTime[]) => void;
  /** Whether times are typed that are not in the list yet. */
  onTyping: (isTyping: boolean) => void;
}) {
  const form = useForm({
    resolver: zodResolver(slotSchema(times, zone)),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: NOTHING,
  });
  const typed = form.watch();
  const dateId = useId();
  const now = useNow();
  const isComplete = Boolean(typed.date && typed.startTime && typed.endTime);
  const plan = isComplete ? planSlots(typed, times, now, zone).series : undefined;

  const change = (slots: SlotTime[]) =>
    onChange(slots.toSorted((one, other) => slotKey(one).localeCompare(slotKey(other))));

  const add = form.handleSubmit(
    ({ added }) => {
      change([...times, ...added]);
      toast.success(labels.added(added.length), { id: 'mentor-slots' });
      form.setValues({ ...NOTHING, date: typed.date });
      onTyping(false);
      document.getElementById(dateId)?.focus();
    },
    (errors) => toast.error(Object.values(errors)[0]?.message ?? '', { id: 'mentor-slots' }),
  );

  // Enter adds a slot here; it would save the whole form otherwise.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void add();
  };
  const today = zoned(now, zone).date;
  const input = (name: keyof TypedSlot) => ({
    value: typed[name],
    error: form.formState.errors[name]?.message,
    onKeyDown,
    ...form.register(name, {
      onChange: () => {
        form.clearErrors();
        const { startTime, endTime } = form.getValues();
        onTyping(Boolean(startTime || endTime));
      },
    }),
  });
  return (
    <>
      <fieldset className="@container min-w-0">
        <legend className="sr-only">{copy.add}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-4 lg:grid-cols-4 @max-tight:flex @max-tight:flex-col">
          <TextField
            className="max-sm:col-span-2"
            id={dateId}
            label={copy.date}
            type="date"
            min={today}
            max="2099-12-31"
            {...input('date')}
          />
          <TextField
            className="max-lg:sm:col-start-1 max-lg:sm:row-start-2"
            label={copy.startTime}
            type="time"
            {...input('startTime')}
          />
          <TextField className="max-lg:sm:row-start-2" label={copy.endTime} type="time" {...input('endTime')} />
          <TextField
            className="max-sm:col-span-2"
            label={copy.repeat}
            hint={copy.repeatHint}
            type="date"
            min={typed.date || today}
            {...input('until')}
          />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" className="@max-tight:long-label" onClick={() => void add()}>
            <Plus aria-hidden className="size-4.5" />
            {plan && plan.added.length > 1 ? copy.addMany(plan.added.length) : copy.add}
          </Button>
          <p aria-live="polite" className="nums min-w-0 flex-1 basis-56 text-sm text-muted">
            {plan && typed.until && copy.preview(plan.added.length, plan.skipped)}
          </p>
        </div>
      </fieldset>
      <SectionError>{problem}</SectionError>
      <SingleTimesList
        slots={times}
        saved={saved}
        zone={zone}
        none={labels.none}
        onRemove={(slot) => change(times.filter((one) => slotKey(one) !== slotKey(slot)))}
      />
    </>
  );
}
