import { useMutation } from '@tanstack/react-query';
import { bankFileCopy, payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { explain } from '#lib/functions/functions.ts';
import { serverNow } from '#lib/server-time.ts';
import { Button } from '#ui/button.tsx';
import { CopyableText } from '#ui/copy-button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { PayoutDetails } from '../payout-details.data.ts';
import { changeSentence, isUsable } from '../payout-wait.ts';
import { openPayoutDetails } from './read-payout-details.data.ts';

const { shown: copy } = bankFileCopy;
const FIELDS = ['holder', 'account', 'ifsc', 'upi', 'pan'] as const;

/** Where to pay a mentor: masked, and opened with a proof (docs/product/earnings.md#bank-file). Forgotten when it closes. */
export function BankDetails({ mentorId, details }: { mentorId: string; details: PayoutDetails | null }) {
  const { withProof, dialog } = useProof();
  const { mutate, data, error, isPending } = useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: () => withProof(() => openPayoutDetails(mentorId)),
  });
  if (details === null) return <p className="text-sm text-muted">{bankFileCopy.reasons.not_given}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      {data ? (
        <dl className="grid gap-3">
          {FIELDS.filter((field) => data[field] !== '').map((field) => (
            <div key={field}>
              <dt className="text-sm text-muted">{payoutDetailsCopy.labels[field]}</dt>
              <dd>
                <CopyableText text={data[field]} label={copy.copy(payoutDetailsCopy.labels[field])} sentences={copy} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="nums wrap-anywhere">{payoutDetailsCopy.destination(details.kind, details.masked)}</p>
      )}
      <p className="text-sm text-muted">{data ? copy.recorded : changeSentence(details, serverNow())}</p>
      {!data && isUsable(details, serverNow()) && (
        <Button variant="secondary" size="sm" isBusy={isPending} onClick={() => mutate()}>
          {copy.open}
        </Button>
      )}
      {error && <Alert tone="danger">{explain(error, copy.openFailed).sentence}</Alert>}
      {dialog}
    </div>
  );
}
