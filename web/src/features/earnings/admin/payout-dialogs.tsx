import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { payoutsCopy as copy } from '#copy/admin/payouts.ts';
import { site } from '#copy/site.ts';
import { isolate } from '#lib/isolate.tsx';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { addDays, formatMonthYear, istToday } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type PayoutField, payoutProblem } from './payout-problem.ts';
import { correctReference, markPaid, type Payout } from './payouts.data.ts';

interface DialogProps extends DialogOpening {
  payout: Payout;
}

type Problem = { field: PayoutField; sentence: string } | null;

/** Records a bank transfer. What was typed stays wherever it fails. */
export function MarkPaidDialog({ payout, month, ...dialog }: DialogProps & { month: string }) {
  const client = useQueryClient();
  const today = istToday(serverNow());
  const [utr, setUtr] = useState('');
  const [paidOn, setPaidOn] = useState(today);
  const [problem, setProblem] = useState<Problem>(null);
  const pay = useMutation({
    mutationFn: () => markPaid({ mentorId: payout.mentor_id, month, utr, paidOn, expectedPaise: payout.net_paise }),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast.success(copy.dialog.done(payout.mentor_name));
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The payout was not recorded', error);
      setProblem(payoutProblem(error) ?? { field: 'amount', sentence: copy.dialog.failed });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'payouts'] }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    pay.mutate();
  };
  const errorOf = (field: PayoutField) => (problem?.field === field ? problem.sentence : undefined);
  return (
    <FormDialog
      {...dialog}
      title={copy.dialog.title(payout.mentor_name)}
      labels={{ keep: site.cancel, submit: copy.dialog.submit }}
      isBusy={pay.isPending}
      onSubmit={submit}
    >
      <p>
        <span className="block text-sm text-muted">{copy.dialog.period(formatMonthYear(`${month}-01`))}</span>
        <span className="nums font-display text-2xl font-semibold">{formatInr(payout.net_paise / 100)}</span>
      </p>
      <TextField
        label={copy.dialog.utr}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={utr}
        error={errorOf('utr')}
        onChange={({ target }) => setUtr(target.value)}
      />
      <TextField
        label={copy.dialog.paidOn}
        type="date"
        required
        min={lastDayOf(month)}
        max={today}
        value={paidOn}
        error={errorOf('paidOn')}
        onChange={({ target }) => setPaidOn(target.value)}
      />
      {problem?.field === 'amount' && <Alert tone="danger">{problem.sentence}</Alert>}
    </FormDialog>
  );
}

/** Corrects a mistyped bank reference, with a reason for the audit log. */
export function CorrectReferenceDialog({ payout, ...dialog }: DialogProps) {
  const client = useQueryClient();
  const [utr, setUtr] = useState(payout.utr ?? '');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem>(null);
  const correct = useMutation({
    mutationFn: () => correctReference(payout.payout_id ?? '', utr, reason),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast.success(copy.correction.done);
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The reference was not corrected', error);
      setProblem(payoutProblem(error) ?? { field: 'amount', sentence: copy.correction.failed });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'payouts'] }),
  });
  return (
    <FormDialog
      {...dialog}
      title={copy.correction.title}
      labels={{ keep: site.cancel, submit: copy.correction.submit }}
      isBusy={correct.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        correct.mutate();
      }}
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
        value={utr}
        error={problem?.field === 'utr' ? problem.sentence : undefined}
        onChange={({ target }) => setUtr(target.value)}
      />
      <TextField
        label={copy.correction.reason}
        required
        autoComplete="off"
        value={reason}
        error={problem?.field === 'reason' ? problem.sentence : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      {problem?.field === 'amount' && <Alert tone="danger">{problem.sentence}</Alert>}
    </FormDialog>
  );
}

/** @param month 'yyyy-MM' */
function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return addDays(new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10), -1);
}
