import { CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { problemsOf } from '#lib/functions/visitor-functions.ts';
import { isolate } from '#lib/isolate.tsx';
import {
  ANSWERS,
  type Answer,
  type CheckInAnswer,
  checkInForm,
  NUMBERS,
  type StoredCheckIn,
} from '#rules/sessions/check-in.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';

interface CheckInFormProps {
  mentor: string;
  stored: StoredCheckIn;
  answer: Answer | null;
  onAnswer: (answer: Answer) => void;
  onSave: (answer: CheckInAnswer) => void;
  /** Under the choices, where an answer is stored by a press: the line is there before it says something. */
  isPressSaved?: boolean;
  /** Something was typed since the answer was saved. */
  onEdit?: () => void;
  isBusy: boolean;
  /** Why it was not saved. */
  failure: string | null;
  /** Beside the button. */
  children?: ReactNode;
}

/** The questions after a session, by link and on the session's page (docs/product/outcomes.md#check-ins). */
export function CheckInForm(props: CheckInFormProps) {
  const { mentor, stored, answer, onAnswer, onSave, onEdit, isBusy, failure, isPressSaved, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => ({
    change: stored.change,
    customers: textOf(stored.customers),
    revenue_inr: textOf(stored.revenue_inr),
    team: textOf(stored.team),
  }));
  const [isReleased, setIsReleased] = useState(stored.is_released);
  const [problems, setProblems] = useState<Record<string, string>>({});

  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: target.value });
      onEdit?.();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = checkInForm.safeParse({ ...typed, answer, is_released: isReleased });
    const found = problemsOf(result.error);
    setProblems(found);
    if (result.success) return onSave(result.data);
    const [first = ''] = Object.keys(found);
    const wrong = first === 'answer' ? 'input[type="radio"]' : `[name="${first}"]`;
    form.current?.querySelector<HTMLElement>(wrong)?.focus();
  };

  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
      <div>
        <Choices
          legend={copy.question}
          choices={ANSWERS.map((value) => ({ value, label: copy.answers[value] }))}
          chosen={answer}
          onChoose={(chosen) => {
            setProblems({});
            onAnswer(chosen);
          }}
          columns="fitting"
        />
        {isPressSaved !== undefined && (
          <p role="status" className="mt-1.5 min-h-5 text-sm font-medium text-success">
            {isPressSaved && <span>{copy.saved}</span>}
          </p>
        )}
        {problems.answer && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {problems.answer}
          </p>
        )}
      </div>
      <TextField label={copy.change} hint={copy.changeHint} {...field('change')} />
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">{copy.numbersTitle}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-end gap-x-3 gap-y-4">
          {NUMBERS.map((name) => (
            <TextField key={name} label={copy.numbers[name]} inputMode="numeric" {...field(name)} />
          ))}
        </div>
      </fieldset>
      <div className="border-t border-line pt-4">
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={isReleased}
            onChange={({ target }) => {
              setIsReleased(target.checked);
              onEdit?.();
            }}
          />
          <span className="min-w-0 wrap-anywhere">{isolate(copy.release(mentor))}</span>
        </label>
        <p className="text-sm text-muted">{copy.whoReads}</p>
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={isBusy}>
          {copy.save}
        </Button>
        {children}
      </div>
    </form>
  );
}

const textOf = (number: number | null) => (number === null ? '' : String(number));

/** After an answer was saved. `isSaid`: the sentence stands here; `story` leads to the form for a story, where something changed. */
export function SavedAnswer({ isSaid, story }: { isSaid: boolean; story: string | null }) {
  return (
    <div role="status" className="empty:hidden">
      {(isSaid || story) && (
        <div className="grid gap-3 rounded-control bg-success-soft p-4">
          {isSaid && (
            <p className="flex items-start gap-2 font-medium">
              <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
              <span>{copy.saved}</span>
            </p>
          )}
          {story && (
            <div>
              <p className="mb-2 text-sm">{copy.shareHint}</p>
              <ButtonLink to={story} variant="secondary" className="long-label">
                {copy.shareStory}
              </ButtonLink>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
