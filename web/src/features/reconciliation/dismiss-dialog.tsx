import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { discrepanciesCopy } from '#copy/money/discrepancies.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Discrepancy, describeDiscrepancy, NOTE_LIMIT } from './discrepancy.ts';
import { dismissDiscrepancy } from './reconciliation.data.ts';

const { dismiss: copy } = discrepanciesCopy;

/** Takes a note of what was done, and closes the discrepancy. */
export function DismissDialog({
  discrepancy,
  onDone,
  ...dialog
}: {
  discrepancy: Discrepancy;
  onDone: (outcome: 'dismissed' | 'overtaken') => void;
} & Omit<DialogOpening, 'isOpen'>) {
  const form = useId();
  const [note, setNote] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const dismiss = useMutation({
    mutationFn: () => dismissDiscrepancy(discrepancy.id, note.trim()),
    onSuccess: onDone,
  });
  const length = note.trim().length;
  const error = length > NOTE_LIMIT ? copy.noteTooLong : isAsked && length === 0 ? copy.noteMissing : undefined;
  const caution = copy.stillOpen[discrepancy.kind];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (length === 0 || length > NOTE_LIMIT) {
      document.getElementById(`${form}-note`)?.focus();
      return;
    }
    dismiss.mutate();
  };

  return (
    <Dialog
      {...dialog}
      isOpen
      isLocked={dismiss.isPending}
      title={copy.title}
      closeLabel={site.close}
      description={copy.description}
      actions={
        <>
          <Button variant="secondary" disabled={dismiss.isPending} onClick={dialog.onClose}>
            {copy.keep}
          </Button>
          <Button type="submit" form={form} isBusy={dismiss.isPending}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      <p className="nums break-words rounded-control bg-sunken px-4 py-3 text-sm">
        {describeDiscrepancy(discrepancy).what}
        {caution && <span className="mt-1 block font-medium">{caution}</span>}
      </p>
      <form id={form} noValidate onSubmit={submit} className="mt-4">
        <TextAreaField
          id={`${form}-note`}
          label={copy.note}
          hint={copy.noteHint}
          error={error}
          counter={{ text: copy.noteCount(length, NOTE_LIMIT), isOver: length > NOTE_LIMIT }}
          required
          disabled={dismiss.isPending}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
      {dismiss.isError && (
        <div className="mt-4">
          <Alert tone="danger">{copy.failed}</Alert>
        </div>
      )}
    </Dialog>
  );
}
