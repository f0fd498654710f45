import { useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { cancellationRequest as copy } from '#copy/sessions/cancellation-requests.ts';
import { serverNow } from '#lib/server-time.ts';
import { istToday } from '#rules/shell/ist.ts';
import { Choices } from '#ui/forms/choices.tsx';
import { TextField } from '#ui/forms/field.tsx';
import type { IncidentForm } from './incident-form.ts';

/** When the founder wrote: the refund policy counts from there, however long the answer took. */
export function CancellationRequestField({
  mustBeEarlier,
  problem,
  answer,
  isDisabled,
}: {
  /** The session has begun, so "just now" would be too late for anything. */
  mustBeEarlier: boolean;
  /** What is wrong with the entered time. */
  problem: string | null;
  answer: (part: Partial<IncidentForm>) => void;
  isDisabled: boolean;
}) {
  const noteId = useId();
  const form = useFormContext<IncidentForm>();
  const request = form.watch('request');
  const [today] = useState(() => istToday(serverNow()));
  const field = (name: 'date' | 'time') => ({
    required: true,
    value: request[name],
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': noteId,
    ...form.register(`request.${name}`, { onChange: () => answer({}) }),
  });
  return (
    <div className="grid gap-4">
      {!mustBeEarlier && (
        <Choices
          legend={copy.question}
          choices={[
            { value: 'now', ...copy.now },
            { value: 'earlier', ...copy.earlier },
          ]}
          chosen={request.isEarlier ? 'earlier' : 'now'}
          onChoose={(when) =>
            answer({
              request:
                when === 'earlier'
                  ? // Mostly it was today.
                    { ...request, isEarlier: true, date: request.date || today }
                  : { ...request, isEarlier: false },
            })
          }
          isDisabled={isDisabled}
          columns={2}
        />
      )}
      {(mustBeEarlier || request.isEarlier) && (
        <fieldset className="min-w-0" disabled={isDisabled}>
          <legend className={mustBeEarlier ? 'mb-1.5 text-sm font-medium' : 'sr-only'}>{copy.question}</legend>
          <div className="grid grid-cols-2 gap-4">
            <TextField type="date" label={copy.date} max={today} {...field('date')} />
            <TextField type="time" label={copy.time} {...field('time')} />
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
