import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { failuresCopy } from '#copy/office/overview.ts';
import { site } from '#copy/shell/site.ts';
import { fieldOf } from '#lib/field-of.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Failure, putAside, recordOutsideRefund } from './failures.data.ts';

const { outsideRefund: refundCopy, putAside: asideCopy } = failuresCopy;

export type OtherActDialogProps = DialogOpening & {
  failure: Failure;
  title: string;
  onDone: (outcome: 'done' | 'gone') => void;
};

/** Takes what administrators do with a failure instead of trying it again (docs/product/back-office.md#needs-attention). */
export function OtherActDialog(props: OtherActDialogProps) {
  return props.failure.other_act === 'outside_refund' ? <OutsideRefund {...props} /> : <PutAside {...props} />;
}

/** Takes the bank's reference of a refund that we returned by a transfer. */
function OutsideRefund({ failure, title, onDone, ...dialog }: OtherActDialogProps) {
  const {
    form,
    submit,
    isBusy,
    failure: problem,
  } = useFormMutation({
    schema: z.object({ utr: z.string() }),
    defaultValues: { utr: '' },
    send: ({ utr }) => recordOutsideRefund(failure.id, utr),
    onSent: onDone,
    say: (error) => knownRefusal(error, refundCopy.refusals) ?? refundCopy.failed,
    fields: { utr_not_valid: 'utr', utr_used: 'utr' },
  });
  return (
    <FormDialog
      {...dialog}
      title={title}
      description={refundCopy.description}
      labels={{ keep: site.cancel, submit: refundCopy.confirm }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <TextField
        label={refundCopy.utr}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        {...fieldOf(form, 'utr')}
      />
      {problem && <Alert tone="danger">{problem}</Alert>}
    </FormDialog>
  );
}

/** Asks before a job is left undone. */
function PutAside({ failure, title, onDone, ...dialog }: OtherActDialogProps) {
  const { mutate, error, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => putAside(failure.id),
    onSuccess: onDone,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={asideCopy.title}
      description={asideCopy.description}
      labels={{ keep: site.cancel, confirm: asideCopy.action }}
      isBusy={isPending}
      onConfirm={() => mutate()}
      failure={error && { text: knownRefusal(error, asideCopy.refusals) ?? asideCopy.failed }}
    >
      <p className="nums">{title}</p>
    </ConfirmDialog>
  );
}
