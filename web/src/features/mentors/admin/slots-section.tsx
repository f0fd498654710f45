import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { mentorEditor } from '#copy/admin/mentor-editor.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { istToday } from '#rules/ist.ts';
import { type Slot, type SlotTime, slotKey } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { EditorSection, SectionError } from './editor-section.tsx';
import { fieldId } from './error-summary.tsx';
import type { MentorForm } from './mentor-values.ts';
import { SlotList } from './slot-list.tsx';
import { planSlots, type SlotProblem, type TypedSlot } from './slot-series.ts';

const { slots: copy, sections } = mentorEditor;

const NOTHING: TypedSlot = { date: '', startTime: '', endTime: '', until: '' };
const noTurn = () => null;

/** The times on offer: one can be added, or one a week until a day; those that nobody has bought or holds can go. */
export function SlotsSection({
  control,
  saved,
  onTyping,
}: {
  control: Control<MentorForm>;
  /** The slots as the database has them. */
  saved: readonly Slot[];
  /** Whether times are typed that are not in the list yet. */
  onTyping: (isTyping: boolean) => void;
}) {
  const { field, fieldState } = useController({ control, name: 'slots' });
  const [typed, setTyped] = useState(NOTHING);
  const [problem, setProblem] = useState<SlotProblem>();
  const dateId = useId();
  const now = useNow(noTurn);
  const isComplete = Boolean(typed.date && typed.startTime && typed.endTime);
  const plan = isComplete ? planSlots(typed, field.value, now).series : undefined;

  const put = (next: TypedSlot) => {
    setTyped(next);
    onTyping(Boolean(next.startTime || next.endTime));
  };
  const type = (change: Partial<TypedSlot>) => {
    put({ ...typed, ...change });
    setProblem(undefined);
  };
  const change = (slots: SlotTime[]) =>
    field.onChange(slots.toSorted((one, other) => slotKey(one).localeCompare(slotKey(other))));

  const add = () => {
    const { series, problem: found } = planSlots(typed, field.value, new Date());
    setProblem(found);
    if (found) {
      toast.error(found.sentence, { id: 'mentor-slots' });
      return;
    }
    change([...field.value, ...series.added]);
    toast.success(copy.added(series.added.length), { id: 'mentor-slots' });
    put({ ...NOTHING, date: typed.date });
    document.getElementById(dateId)?.focus();
  };

  // Enter adds a slot here; it would save the whole form otherwise.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  const today = istToday(now);
  const errorOf = (name: keyof TypedSlot) => (problem?.field === name ? problem.sentence : undefined);
  return (
    <EditorSection title={sections.slots} id={fieldId('slots')} hint={copy.zone}>
      <fieldset>
        <legend className="sr-only">{copy.add}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-4 lg:grid-cols-4">
          <TextField
            className="max-sm:col-span-2"
            id={dateId}
            label={copy.date}
            type="date"
            min={today}
            max="2099-12-31"
            error={errorOf('date')}
            value={typed.date}
            onKeyDown={onKeyDown}
            onChange={(event) => type({ date: event.target.value })}
          />
          <TextField
            className="max-lg:sm:col-start-1 max-lg:sm:row-start-2"
            label={copy.startTime}
            type="time"
            error={errorOf('startTime')}
            value={typed.startTime}
            onKeyDown={onKeyDown}
            onChange={(event) => type({ startTime: event.target.value })}
          />
          <TextField
            className="max-lg:sm:row-start-2"
            label={copy.endTime}
            type="time"
            error={errorOf('endTime')}
            value={typed.endTime}
            onKeyDown={onKeyDown}
            onChange={(event) => type({ endTime: event.target.value })}
          />
          <TextField
            className="max-sm:col-span-2"
            label={copy.repeat}
            hint={copy.repeatHint}
            type="date"
            min={typed.date || today}
            error={errorOf('until')}
            value={typed.until}
            onKeyDown={onKeyDown}
            onChange={(event) => type({ until: event.target.value })}
          />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" onClick={add}>
            <Plus aria-hidden className="size-4.5" />
            {plan && plan.added.length > 1 ? copy.addMany(plan.added.length) : copy.add}
          </Button>
          <p aria-live="polite" className="nums min-w-0 flex-1 basis-56 text-sm text-muted">
            {plan && typed.until && copy.preview(plan.added.length, plan.skipped)}
          </p>
        </div>
      </fieldset>
      <SectionError>{fieldState.error?.message}</SectionError>
      <SlotList
        slots={field.value}
        saved={saved}
        onRemove={(slot) => change(field.value.filter((one) => slotKey(one) !== slotKey(slot)))}
      />
    </EditorSection>
  );
}
