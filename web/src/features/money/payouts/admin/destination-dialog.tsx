import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bankFileCopy, payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { explain } from '#lib/functions/functions.ts';
import { Button } from '#ui/button.tsx';
import { CopyableText } from '#ui/copy-button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type Destination, openPayoutDetails } from './read-payout-details.data.ts';

const { shown: copy } = bankFileCopy;
const { dialog: labels } = payoutDetailsCopy;

/** Where a mentor is paid, in clear, for the administrator who makes the transfer. Forgotten when it closes. */
export function DestinationDialog({
  mentor,
  ...opening
}: DialogOpening & { mentor: { mentor_id: string; mentor_name: string } }) {
  const { withProof, dialog } = useProof();
  const { mutate, data, error, isPending } = useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: () => withProof(() => openPayoutDetails(mentor.mentor_id)),
    onSuccess: (details) => details === undefined && opening.onClose(),
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <>
      <Dialog
        {...opening}
        title={copy.title(mentor.mentor_name)}
        actions={
          <Button variant="secondary" onClick={opening.onClose}>
            {copy.close}
          </Button>
        }
      >
        {error && <Alert tone="danger">{explain(error, copy.failed).sentence}</Alert>}
        {isPending && <div role="status" aria-label={copy.loading} className="skeleton h-40" />}
        {data && <Facts details={data} />}
      </Dialog>
      {dialog}
    </>
  );
}

function Facts({ details }: { details: Destination }) {
  const facts = [
    [labels.holder, details.holder],
    [labels.account, details.account],
    [labels.ifsc, details.ifsc],
    [labels.upi, details.upi],
    [copy.pan, details.pan],
  ] as const;
  return (
    <>
      <dl className="grid gap-3">
        {facts.map(
          ([label, text]) =>
            text !== '' && (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd>
                  <CopyableText
                    text={text}
                    label={copy.copy(label)}
                    sentences={{ copied: copy.copied, failed: copy.copyFailed }}
                  />
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-4 text-sm text-muted">{copy.recorded}</p>
    </>
  );
}
