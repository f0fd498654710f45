import { payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { payoutDetailsSchema } from '#rules/money/payout-details.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type PayoutDetails, savePayoutDetails } from './payout-details.data.ts';

const { dialog: copy, labels, kinds, saved, failed } = payoutDetailsCopy;
const EMPTY = { kind: 'account', holder: '', account: '', accountAgain: '', ifsc: '', upi: '', pan: '' } as const;

interface Props extends DialogOpening {
  /** Whether there are details that this replaces. */
  isReplacing: boolean;
  onSaved: (details: PayoutDetails) => void;
}

/** The form for where a mentor is paid; needs a proof. */
export function PayoutDetailsDialog({ isReplacing, onSaved, ...opening }: Props) {
  const { withProof, dialog } = useProof();
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: payoutDetailsSchema,
    defaultValues: EMPTY,
    send: (details) => withProof(() => savePayoutDetails(details)),
    onSent: (details) => {
      // Without a proof nothing is sent, and what was typed stays.
      if (details === undefined) return;
      onSaved(details);
      toast.success(saved);
      opening.onClose();
    },
    say: (error) => explain(error, failed).sentence,
  });
  const kind = form.watch('kind');
  /** Nothing of it stays in the browser, or is corrected by it. */
  const of = (name: Exclude<keyof typeof EMPTY, 'kind'>) => ({
    label: labels[name],
    autoComplete: 'off',
    spellCheck: false,
    ...fieldOf(form, name),
  });
  return (
    <>
      <FormDialog
        {...opening}
        title={payoutDetailsCopy.title}
        description={isReplacing ? copy.replaces : undefined}
        labels={{ keep: copy.cancel, submit: copy.save }}
        isBusy={isBusy}
        onSubmit={submit}
      >
        <Choices
          legend={copy.kind}
          choices={(['account', 'upi'] as const).map((value) => ({ value, label: kinds[value] }))}
          chosen={kind}
          onChoose={(chosen) => form.setValue('kind', chosen)}
          columns={2}
        />
        <TextField hint={copy.holderHint} required {...of('holder')} />
        {kind === 'account' ? (
          <>
            <TextField required inputMode="numeric" {...of('account')} />
            <TextField required inputMode="numeric" {...of('accountAgain')} />
            <TextField hint={copy.ifscHint} required autoCapitalize="characters" {...of('ifsc')} />
          </>
        ) : (
          <TextField hint={copy.upiHint} required inputMode="email" {...of('upi')} />
        )}
        <TextField hint={copy.panHint} autoCapitalize="characters" {...of('pan')} label={copy.pan} />
        <p className="text-sm text-muted">{copy.wait}</p>
        {failure && <Alert tone="danger">{failure}</Alert>}
      </FormDialog>
      {dialog}
    </>
  );
}
