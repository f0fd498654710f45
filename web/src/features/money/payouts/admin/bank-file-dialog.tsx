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
import { waitSentence } from '../payout-wait.ts';
import { bankFileCsv } from './bank-file-csv.ts';
import { openBankFile } from './read-payout-details.data.ts';

interface Payable {
  mentor_id: string;
  mentor_name: string;
  net_paise: number;
  details: PayoutDetails | null;
}

/** Who is in a month's bank file, who is not and why (docs/product/earnings.md#bank-file). */
export function BankFileDialog({
  month,
  payouts,
  onLeftOut,
  ...opening
}: DialogOpening & { month: string; payouts: readonly Payable[]; onLeftOut: () => void }) {
  const { withProof, dialog } = useProof();
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  const reasons = new Map(payouts.map((payout) => [payout, reasonOf(payout)]));
  const able = payouts.filter((payout) => reasons.get(payout) === null);
  const unable = payouts.filter((payout) => reasons.get(payout) !== null);
  const chosen = able.filter(({ mentor_id: id }) => !omitted.includes(id));
  const download = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(() => openBankFile(month, chosen)),
    onSuccess: (file) => {
      if (file === undefined) return;
      const { rows, left_out: leftOut } = file;
      if (leftOut.length > 0) {
        toast.error(copy.withoutSome(leftOut.map(({ mentor_name: name }) => name).join(', ')));
        onLeftOut();
      }
      if (rows.length === 0) return toast.error(copy.empty);
      saveFile(new Blob([bankFileCsv(rows)], { type: 'text/csv;charset=utf-8' }), copy.fileName(month));
      toast.success(copy.done(rows.length));
      opening.onClose();
    },
  });
  return (
    <>
      <FormDialog
        {...opening}
        placement="wide"
        title={copy.title}
        description={copy.text(formatMonthYear(`${month}-01`))}
        labels={{ keep: copy.cancel, submit: copy.submit(chosen.length) }}
        button={{ disabled: chosen.length === 0 }}
        isBusy={download.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          download.mutate();
        }}
      >
        {able.length === 0 ? (
          <p>{copy.nobody}</p>
        ) : (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">{copy.choose}</legend>
            <ul className="divide-y divide-line">
              {able.map(({ mentor_id: id, mentor_name: name, net_paise: net, details }) => (
                <li key={id}>
                  <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
                    <input
                      type="checkbox"
                      className="size-5 shrink-0 accent-accent"
                      checked={!omitted.includes(id)}
                      onChange={({ target }) =>
                        setOmitted(target.checked ? omitted.filter((one) => one !== id) : [...omitted, id])
                      }
                    />
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      {isolate(name)} <span className="nums text-sm text-muted">{details?.masked}</span>
                    </span>
                    <span className="nums whitespace-nowrap">{formatPaise(net)}</span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        {unable.length > 0 && (
          <section>
            <h3 className="text-sm font-medium">{copy.leftOutTitle}</h3>
            <ul className="mt-1 grid gap-2 text-sm">
              {unable.map((payout) => (
                <li key={payout.mentor_id} className="wrap-anywhere">
                  {isolate(payout.mentor_name)}: <span className="text-muted">{reasons.get(payout)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {download.isError && <Alert tone="danger">{explain(download.error, copy.failed).sentence}</Alert>}
      </FormDialog>
      {dialog}
    </>
  );
}

/** Why a payout cannot be in the file, as far as the screen knows; the server decides. */
function reasonOf({ details }: Payable): string | null {
  if (details === null) return copy.leftOut.not_given;
  return waitSentence(details, serverNow()) ?? (details.kind === 'upi' ? copy.leftOut.upi : null);
}
