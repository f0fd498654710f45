import { useQuery, useQueryClient } from '@tanstack/react-query';
import { payoutDetailsCopy as copy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { explain } from '#lib/functions/functions.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { Button } from '#ui/button.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { FormSection } from '#ui/forms/form-section.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { payoutDetailsQuery } from './payout-details.data.ts';
import { changeSentence } from './payout-wait.ts';

const PayoutDetailsDialog = lazyPart(() =>
  import('./payout-details-dialog.tsx').then((module) => module.PayoutDetailsDialog),
);

/** The target of links to this part: settings#payout-details. */
const PAYOUT_DETAILS_ID = 'payout-details';

/** Where the mentor is paid, on Settings and on Earnings (docs/product/earnings.md#where-we-pay-you). */
export function PayoutDetailsSection({ mentorId }: { mentorId: string }) {
  const client = useQueryClient();
  const now = useNow();
  const { data, isError, isFetching, refetch } = useQuery(payoutDetailsQuery(mentorId));
  const { withProof, dialog } = useProof();
  const { opened, open, dialog: opening } = useOpened();
  // Asked before anything is typed: an account without a password confirms on another page.
  const change = (button: Element) =>
    withProof(async () => true, { isAskedFirst: true })
      .then((isProven) => isProven && open({}, button))
      .catch((error: unknown) => toast.error(explain(error, copy.failed).sentence, { id: PAYOUT_DETAILS_ID }));
  return (
    <FormSection title={copy.title} hint={copy.intro} id={PAYOUT_DETAILS_ID}>
      {data === undefined ? (
        isError ? (
          <LoadFailure look="line" isRetrying={isFetching} onRetry={refetch}>
            <p>{copy.loadFailed}</p>
          </LoadFailure>
        ) : (
          <div role="status" aria-label={copy.loading} className="skeleton h-11 w-64 max-w-full" />
        )
      ) : (
        <>
          <p className={data ? 'nums font-medium wrap-anywhere' : 'text-muted'} translate={data ? 'no' : undefined}>
            {data ? copy.destination(data.kind, data.masked) : copy.none}
          </p>
          {data && <p className="mt-1 text-sm text-muted">{changeSentence(data, now)}</p>}
          {data?.has_pan && <p className="mt-1 text-sm text-muted">{copy.withPan}</p>}
          <Button
            variant={data ? 'secondary' : 'primary'}
            className="mt-4"
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => void change(currentTarget)}
          >
            {data ? copy.change : copy.add}
          </Button>
        </>
      )}
      {opened && (
        <PayoutDetailsDialog
          key={opened.turn}
          {...opening}
          isReplacing={data !== null}
          onSaved={(saved) => client.setQueryData(payoutDetailsQuery(mentorId).queryKey, saved)}
        />
      )}
      {dialog}
    </FormSection>
  );
}
