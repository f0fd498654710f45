import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { bankFileCopy as copy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { explain } from '#lib/functions/functions.ts';
import { isolate } from '#lib/isolate.tsx';
import { saveFile } from '#lib/save-file.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { formatPaise } from '#rules/money/rupees.ts';
import { formatMonthYear } from '#rules/shell/ist.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { PayoutDetails } from '../payout-details.data.ts';
import { changeSentence, isUsable } from '../payout-wait.ts';
import { bankFileCsv } from './bank-file-csv.ts';
import { openBankFile } from './read-payout-details.data.ts';

interface Payable {
  mentor_id: string;
  mentor_name: string;
  net_paise: number;
  details: PayoutDetails | null;
}

interface Props extends DialogOpening {
  month: string;
  payouts: readonly Payable[];
  onLeftOut: () => void;
}

/** Who is in a month's bank file, who is not and why (docs/product/earnings.md#bank-file). */
export function BankFileDialog({ month, payouts, onLeftOut, ...opening }: Props) {
  const { withProof, dialog } = useProof();
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  const rows = payouts.map((payout) => ({ ...payout, reason: reasonOf(payout) }));
  const chosen = rows.filter(({ mentor_id: id, reason }) => reason === null && !omitted.includes(id));
  const download = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(() => openBankFile(month, chosen)),
    onSuccess: (file) => {
      if (file === undefined) return;
      if (file.left_out.length > 0) {
        toast.error(copy.withoutSome(file.left_out.join(', ')));
        onLeftOut();
      }
      if (file.rows.length === 0) return;
      saveFile(new Blob([bankFileCsv(file.rows)], { type: 'text/csv;charset=utf-8' }), copy.fileName(month));
      toast.success(copy.done(file.rows.length));
      opening.onClose();
    },
  });
  return (
    <>
      <FormDialog
        {...opening}
        placement="wide"
        title={copy.open}
        description={copy.text(formatMonthYear(`${month}-01`))}
        labels={{ keep: copy.cancel, submit: copy.submit(chosen.length) }}
        button={{ disabled: chosen.length === 0 }}
        isBusy={download.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          download.mutate();
        }}
      >
        <ul aria-label={copy.choose} className="divide-y divide-line">
          {rows.map(({ mentor_id: id, mentor_name: name, net_paise: net, details, reason }) => (
            <li key={id}>
              <label className="flex min-h-11 items-center gap-3 py-2">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-accent"
                  disabled={reason !== null}
                  checked={reason === null && !omitted.includes(id)}
                  onChange={({ target }) =>
                    setOmitted(target.checked ? omitted.filter((one) => one !== id) : [...omitted, id])
                  }
                />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {isolate(name)} <span className="nums text-sm text-muted">{reason ?? details?.masked}</span>
                </span>
                <span className="nums whitespace-nowrap">{formatPaise(net)}</span>
              </label>
            </li>
          ))}
        </ul>
        {download.isError && <Alert tone="danger">{explain(download.error, copy.failed).sentence}</Alert>}
      </FormDialog>
      {dialog}
    </>
  );
}

/** Why a payout cannot be in the file, as far as the screen knows; the server decides. */
function reasonOf({ details }: Payable): string | null {
  if (details === null) return copy.reasons.not_given;
  if (!isUsable(details, serverNow())) return changeSentence(details, serverNow());
  return details.kind === 'upi' ? copy.reasons.upi : null;
}
