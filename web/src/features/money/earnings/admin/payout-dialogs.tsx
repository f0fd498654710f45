import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { payoutsCopy as copy } from '#copy/money/payouts.ts';
import { site } from '#copy/shell/site.ts';
import { fieldOf } from '#lib/field-of.ts';
import { isolate } from '#lib/isolate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { knownRefusal } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { addDays, formatMonthYear, istToday } from '#rules/shell/ist.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { correctReference, markPaid, PAYOUTS_KEY, type Payout, payoutRefusals } from './payouts.data.ts';

const BankDetails = lazyPart(() =>
  import('#features/money/payouts/admin/bank-details.tsx').then((module) => module.BankDetails),
);

interface DialogProps extends DialogOpening {
  payout: Payout;
}

const OF_UTR = { utr_not_valid: 'utr', utr_used: 'utr' } as const;

/** Records a bank transfer. What was typed stays wherever it fails. */
export function MarkPaidDialog({ payout, month, ...dialog }: DialogProps & { month: string }) {
  const client = useQueryClient();
  const today = istToday(serverNow());
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: z.object({ utr: z.string(), paidOn: z.string() }),
    defaultValues: { utr: '', paidOn: today },
    send: (typed) => markPaid({ ...typed, mentorId: payout.mentor_id, month, expectedPaise: payout.net_paise }),
    onSent: () => {
      toast.success(copy.dialog.done(payout.mentor_name));
      dialog.onClose();
    },
    say: (error) => knownRefusal(error, payoutRefusals) ?? copy.dialog.failed,
    fields: { ...OF_UTR, paid_on_not_valid: 'paidOn' },
    onSettled: () => client.invalidateQueries({ queryKey: PAYOUTS_KEY }),
  });
  return (
    <FormDialog
      {...dialog}
      title={copy.dialog.title(payout.mentor_name)}
      labels={{ keep: site.cancel, submit: copy.dialog.submit }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <p>
        <span className="block text-sm text-muted">{copy.dialog.period(formatMonthYear(`${month}-01`))}</span>
        <span className="nums font-display text-2xl font-semibold">{formatInr(payout.net_paise / 100)}</span>
      </p>
      <BankDetails mentorId={payout.mentor_id} details={payout.details} />
      <TextField
        label={copy.dialog.utr}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        {...fieldOf(form, 'utr')}
      />
      <TextField
        label={copy.dialog.paidOn}
        type="date"
        required
        min={lastDayOf(month)}
        max={today}
        {...fieldOf(form, 'paidOn')}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}

/** Corrects a mistyped bank reference, with a reason for the audit log. */
export function CorrectReferenceDialog({ payout, ...dialog }: DialogProps) {
  const client = useQueryClient();
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: z.object({ utr: z.string(), reason: z.string() }),
    defaultValues: { utr: payout.utr ?? '', reason: '' },
    send: ({ utr, reason }) => correctReference(payout.payout_id ?? '', utr, reason),
    onSent: () => {
      toast.success(copy.correction.done);
      dialog.onClose();
    },
    say: (error) => knownRefusal(error, payoutRefusals) ?? copy.correction.failed,
    fields: { ...OF_UTR, reason_text_length: 'reason' },
    onSettled: () => client.invalidateQueries({ queryKey: PAYOUTS_KEY }),
  });
  return (
    <FormDialog
      {...dialog}
      title={copy.correction.title}
      labels={{ keep: site.cancel, submit: copy.correction.submit }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <p className="text-sm text-muted">
        {isolate(copy.correction.hint(payout.mentor_name, formatInr(payout.net_paise / 100)))}
      </p>
      <TextField
        label={copy.dialog.utr}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        {...fieldOf(form, 'utr')}
      />
      <TextField label={copy.correction.reason} required autoComplete="off" {...fieldOf(form, 'reason')} />
      {failure && <Alert tone="danger">{failure}</Alert>}
    </FormDialog>
  );
}

/** @param month 'yyyy-MM' */
function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return addDays(new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10), -1);
}
