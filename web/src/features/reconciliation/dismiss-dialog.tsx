import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { discrepanciesCopy } from '#copy/money/discrepancies.ts';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Discrepancy, describeDiscrepancy, NOTE_LIMIT } from './discrepancy.ts';
import { dismissDiscrepancy } from './reconciliation.data.ts';

const { dismiss: copy } = discrepanciesCopy;

const dismissalSchema = z.object({
  note: z.string().trim().min(1, copy.noteMissing).max(NOTE_LIMIT, copy.noteTooLong),
});

/** Takes a note of what was done, and closes the discrepancy. */
export function DismissDialog({
  discrepancy,
  onDone,
  ...dialog
}: { discrepancy: Discrepancy; onDone: (outcome: 'dismissed' | 'overtaken') => void } & Omit<DialogOpening, 'isOpen'>) {
  const formId = useId();
  // A note that is too long is told while it is typed; one that is missing, when the form is sent.
  const form = useForm({ resolver: zodResolver(dismissalSchema), mode: 'onChange', defaultValues: { note: '' } });
  const { errors, isSubmitted } = form.formState;
  const dismiss = useMutation({
    mutationFn: ({ note }: z.output<typeof dismissalSchema>) => dismissDiscrepancy(discrepancy.id, note),
    onSuccess: onDone,
  });
  const length = form.watch('note').trim().length;
  const submit = form.handleSubmit((dismissal) => dismiss.mutate(dismissal));
  const caution = copy.stillOpen[discrepancy.kind];

  return (
    <Dialog
      {...dialog}
      isOpen
      isLocked={dismiss.isPending}
      title={copy.title}
      description={copy.description}
      actions={
        <DialogActions keep={copy.keep} onKeep={dialog.onClose} type="submit" form={formId} isBusy={dismiss.isPending}>
          {copy.confirm}
        </DialogActions>
      }
    >
      <p className="nums break-words rounded-control bg-sunken px-4 py-3 text-sm">
        {describeDiscrepancy(discrepancy).what}
        {caution && <span className="mt-1 block font-medium">{caution}</span>}
      </p>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="mt-4">
        <ReasonField
          label={copy.note}
          hint={copy.noteHint}
          length={length}
          limit={NOTE_LIMIT}
          countOf={copy.noteCount}
          error={isSubmitted || length > 0 ? errors.note?.message : undefined}
          required
          disabled={dismiss.isPending}
          {...form.register('note')}
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
