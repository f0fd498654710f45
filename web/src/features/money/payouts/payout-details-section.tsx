import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { payoutDetailsCopy as copy } from '#copy/money/payout-details.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { explain } from '#lib/functions/functions.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { Button } from '#ui/button.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type PayoutDetails, payoutDetailsQuery } from './payout-details.data.ts';
import { changedMoment, waitSentence } from './payout-wait.ts';

const Dialogs = lazyPart(() => import('./payout-details-dialogs.tsx').then((module) => module.PayoutDetailsDialogs));

/** The target of links to this part. */
export const PAYOUT_DETAILS_ID = 'payout-details';

/** Where the mentor is paid, on Settings and on Earnings (docs/product/earnings.md#where-we-pay-you). */
export function PayoutDetailsSection({ mentorId }: { mentorId: string }) {
  const { data, isPending, isFetching, refetch } = useQuery(payoutDetailsQuery(mentorId));
  return (
    <FormSection title={copy.title} hint={copy.intro} id={PAYOUT_DETAILS_ID}>
      {data !== undefined ? (
        <Given mentorId={mentorId} details={data} />
      ) : isPending && isFetching ? (
        <div role="status" aria-label={copy.loading} className="skeleton h-11 w-64 max-w-full" />
      ) : (
        <LoadFailure look="line" isRetrying={isFetching} onRetry={refetch}>
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      )}
    </FormSection>
  );
}

function Given({ mentorId, details }: { mentorId: string; details: PayoutDetails | null }) {
  const client = useQueryClient();
  const { withProof, dialog } = useProof();
  const [opened, setOpened] = useState<{ what: 'change' | 'remove'; turn: number; isOpen: boolean } | null>(null);
  // Asked before anything is typed: an account without a password confirms on another page.
  const open = (what: 'change' | 'remove') =>
    withProof(async () => true, { isAskedFirst: true })
      .then((isProven) => isProven && setOpened((last) => ({ what, turn: (last?.turn ?? 0) + 1, isOpen: true })))
      .catch((error: unknown) => toast.error(explain(error, copy.failed).sentence, { id: PAYOUT_DETAILS_ID }));
  return (
    <>
      {details ? <Shown details={details} /> : <p className="text-muted">{copy.none}</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant={details ? 'secondary' : 'primary'} aria-haspopup="dialog" onClick={() => open('change')}>
          {details ? copy.change : copy.add}
        </Button>
        {details && (
          <Button variant="quiet" className="text-danger" aria-haspopup="dialog" onClick={() => open('remove')}>
            {copy.remove}
          </Button>
        )}
      </div>
      {opened && (
        <Dialogs
          key={opened.turn}
          what={opened.what}
          isOpen={opened.isOpen}
          onClose={() => setOpened({ ...opened, isOpen: false })}
          isReplacing={details !== null}
          onSaved={(saved) => client.setQueryData(payoutDetailsQuery(mentorId).queryKey, saved)}
        />
      )}
      {dialog}
    </>
  );
}

function Shown({ details }: { details: PayoutDetails }) {
  const wait = waitSentence(details, useNow());
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Landmark className="size-5 shrink-0 text-muted" aria-hidden="true" />
        <span className="font-medium">{copy.kinds[details.kind]}</span>
        <span className="nums wrap-anywhere" translate="no">
          {details.masked}
        </span>
        {details.has_pan && <span className="text-sm text-muted">{copy.withPan}</span>}
      </p>
      {wait ? (
        <div className="mt-3">
          <Alert tone="accent">{wait}</Alert>
        </div>
      ) : (
        <p className="mt-1 text-sm text-muted">{copy.changed(changedMoment(details))}</p>
      )}
    </>
  );
}
