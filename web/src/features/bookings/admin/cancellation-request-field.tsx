import { useId, useState } from 'react';
import { cancellationRequest as copy } from '#copy/money/cancellation-request.ts';
import { istToday } from '#rules/ist.ts';
import { Choices } from '#ui/forms/choices.tsx';
import { TextField } from '#ui/forms/field.tsx';
import type { CancellationRequestForm } from './cancellation-request.ts';

/** When the founder wrote: the refund policy counts from there, however long the answer took. */
export function CancellationRequestField({
  form,
  mustBeEarlier,
  problem,
  onChange,
  isDisabled,
}: {
  form: CancellationRequestForm;
  /** The session has begun, so "just now" would be too late for anything. */
  mustBeEarlier: boolean;
  /** What is wrong with the entered time. */
  problem: string | null;
  onChange: (part: Partial<CancellationRequestForm>) => void;
  isDisabled: boolean;
}) {
  const noteId = useId();
  const [today] = useState(() => istToday(new Date()));
  return (
    <div className="grid gap-4">
      {!mustBeEarlier && (
        <Choices
          legend={copy.question}
          choices={[
            { value: 'now', ...copy.now },
            { value: 'earlier', ...copy.earlier },
          ]}
          chosen={form.isEarlier ? 'earlier' : 'now'}
          onChoose={(when) => onChange({ isEarlier: when === 'earlier' })}
          isDisabled={isDisabled}
          columns={2}
        />
      )}
      {(mustBeEarlier || form.isEarlier) && (
        <fieldset className="min-w-0" disabled={isDisabled}>
          <legend className={mustBeEarlier ? 'mb-1.5 text-sm font-medium' : 'sr-only'}>{copy.question}</legend>
          <div className="grid grid-cols-2 gap-4">
            <TextField
              type="date"
              label={copy.date}
              max={today}
              required
              aria-invalid={problem ? true : undefined}
              aria-describedby={noteId}
              value={form.date}
              onChange={({ target }) => onChange({ date: target.value })}
            />
            <TextField
              type="time"
              label={copy.time}
              required
              aria-invalid={problem ? true : undefined}
              aria-describedby={noteId}
              value={form.time}
              onChange={({ target }) => onChange({ time: target.value })}
            />
          </div>
          {problem ? (
            <p id={noteId} role="alert" className="mt-1.5 text-sm text-danger">
              {problem}
            </p>
          ) : (
            <p id={noteId} className="mt-1.5 text-sm text-muted">
              {copy.hint}
            </p>
          )}
        </fieldset>
      )}
    </div>
  );
}
