import { z } from 'zod';
import { discrepanciesCopy } from '#copy/money/discrepancies.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { cleanText } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Discrepancy, describeDiscrepancy, NOTE_LIMIT } from './discrepancy.ts';
import { dismissDiscrepancy } from './reconciliation.data.ts';

const { dismiss: copy } = discrepanciesCopy;

const dismissalSchema = z.object({
  note: z.string().transform(cleanText).pipe(z.string().min(1, copy.noteMissing).max(NOTE_LIMIT, copy.noteTooLong)),
});

/** Takes a note of what was done, and closes the discrepancy. */
export function DismissDialog({
  discrepancy,
  onDone,
  ...dialog
}: { discrepancy: Discrepancy; onDone: (outcome: 'dismissed' | 'overtaken') => void } & Omit<DialogOpening, 'isOpen'>) {
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: dismissalSchema,
    // A note that is too long is told while it is typed; one that is missing, when the form is sent.
    mode: 'onChange',
    defaultValues: { note: '' },
    send: ({ note }) => dismissDiscrepancy(discrepancy.id, note),
    onSent: onDone,
    say: () => copy.failed,
  });
  const { errors, isSubmitted } = form.formState;
  const length = cleanText(form.watch('note')).length;
  const caution = copy.stillOpen[discrepancy.kind];

  return (
    <FormDialog
      {...dialog}
      isOpen
      title={copy.title}
      description={copy.description}
      labels={{ keep: copy.keep, submit: copy.confirm }}
      isBusy={isBusy}
      onSubmit={submit}
      className="grid gap-4"
    >
      <p className="nums break-words rounded-control bg-sunken px-4 py-3 text-sm">
        {describeDiscrepancy(discrepancy).what}
        {caution && <span className="mt-1 block font-medium">{caution}</span>}
      </p>
      <ReasonField
        label={copy.note}
        hint={copy.noteHint}
        length={length}
        limit={NOTE_LIMIT}
        countOf={copy.noteCount}
        error={isSubmitted || length > 0 ? errors.note?.message : undefined}
        required
        disabled={isBusy}
        {...form.register('note')}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}
