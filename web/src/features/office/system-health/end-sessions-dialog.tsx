import { z } from 'zod';
import { administratorsCopy } from '#copy/office/administrators.ts';
import { fieldOf } from '#lib/field-of.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { textField } from '#rules/shell/form-fields.ts';
import { cleanLine } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Administrator, endSessionsOf } from './administrators.data.ts';

const { dialog: copy } = administratorsCopy;

const REASON = { min: 10, max: 200 };
const reasonSchema = z.object({ reason: textField(REASON, copy.reasonLength, cleanLine) });

/** Takes the reason, and signs an administrator out everywhere. */
export function EndSessionsDialog({
  administrator,
  name,
  onDone,
  ...dialog
}: { administrator: Administrator; name: string; onDone: (ended: number) => void } & Omit<DialogOpening, 'isOpen'>) {
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: reasonSchema,
    defaultValues: { reason: '' },
    send: ({ reason }) => endSessionsOf(administrator.id, reason),
    onSent: onDone,
    say: () => copy.failed,
  });
  return (
    <FormDialog
      {...dialog}
      isOpen
      title={copy.title}
      description={copy.description(name)}
      labels={{ keep: copy.keep, submit: copy.confirm }}
      isBusy={isBusy}
      onSubmit={submit}
      className="grid gap-4"
    >
      <ReasonField
        label={copy.reason}
        hint={copy.hint}
        length={cleanLine(form.watch('reason')).length}
        limit={REASON.max}
        countOf={copy.count}
        required
        disabled={isBusy}
        {...fieldOf(form, 'reason')}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}
