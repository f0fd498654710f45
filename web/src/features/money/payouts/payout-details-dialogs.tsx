import { useMutation } from '@tanstack/react-query';
import { payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { explain } from '#lib/functions/functions.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { payoutDetailsSchema } from '#rules/money/payout-details.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type PayoutDetails, savePayoutDetails } from './payout-details.data.ts';

const { dialog: copy, removal, kinds, saved, removed, failed } = payoutDetailsCopy;
const EMPTY = { kind: 'account', holder: '', account: '', accountAgain: '', ifsc: '', upi: '', pan: '' } as const;
/** Nothing of it stays in the browser, or is corrected by it. */
const PLAIN = { autoComplete: 'off', spellCheck: false, translate: 'no' } as const;

interface Props extends DialogOpening {
  what: 'change' | 'remove';
  /** Whether there are details that this replaces. */
  isReplacing: boolean;
  onSaved: (details: PayoutDetails | null) => void;
}

/** The form for where a mentor is paid, and the question before it is removed. Both need a proof. */
export function PayoutDetailsDialogs({ what, ...props }: Props) {
  return what === 'change' ? <ChangeDialog {...props} /> : <RemoveDialog {...props} />;
}

function ChangeDialog({ isReplacing, onSaved, ...opening }: Omit<Props, 'what'>) {
  const { withProof, dialog } = useProof();
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: payoutDetailsSchema,
    defaultValues: EMPTY,
    send: (details) => withProof(() => savePayoutDetails(details)),
    onSent: (details) => {
      // Undefined: the proof was not given, and what was typed stays.
      if (details === undefined) return;
      onSaved(details);
      toast.success(saved);
      opening.onClose();
    },
    say: (error) => explain(error, failed).sentence,
  });
  const kind = form.watch('kind');
  return (
    <>
      <FormDialog
        {...opening}
        title={copy.title}
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
        <TextField label={copy.holder} hint={copy.holderHint} required {...PLAIN} {...fieldOf(form, 'holder')} />
        {kind === 'account' ? (
          <>
            <TextField label={copy.account} required inputMode="numeric" {...PLAIN} {...fieldOf(form, 'account')} />
            <TextField
              label={copy.accountAgain}
              required
              inputMode="numeric"
              {...PLAIN}
              {...fieldOf(form, 'accountAgain')}
            />
            <TextField
              label={copy.ifsc}
              hint={copy.ifscHint}
              required
              autoCapitalize="characters"
              {...PLAIN}
              {...fieldOf(form, 'ifsc')}
            />
          </>
        ) : (
          <TextField
            label={copy.upi}
            hint={copy.upiHint}
            required
            inputMode="email"
            {...PLAIN}
            {...fieldOf(form, 'upi')}
          />
        )}
        <TextField
          label={copy.pan}
          hint={copy.panHint}
          autoCapitalize="characters"
          {...PLAIN}
          {...fieldOf(form, 'pan')}
        />
        <p className="text-sm text-muted">{copy.wait}</p>
        {failure && <Alert tone="danger">{failure}</Alert>}
      </FormDialog>
      {dialog}
    </>
  );
}

function RemoveDialog({ onSaved, isReplacing: _, ...opening }: Omit<Props, 'what'>) {
  const { withProof, dialog } = useProof();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(() => savePayoutDetails(null)),
    onSuccess: (details) => {
      if (details === undefined) return;
      onSaved(details);
      toast.success(removed);
      opening.onClose();
    },
  });
  return (
    <>
      <ConfirmDialog
        {...opening}
        title={removal.title}
        description={removal.text}
        labels={{ keep: copy.cancel, confirm: removal.confirm }}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        failure={remove.isError && { text: explain(remove.error, failed).sentence }}
      />
      {dialog}
    </>
  );
}
