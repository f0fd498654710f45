import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { payoutsCopy } from '#copy/admin/payouts.ts';
import { toast } from '#lib/toast.ts';
import { readFeeBps } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { mentorFeeQuery, setMentorFee } from './payouts.data.ts';

const { share: copy } = payoutsCopy;

/**
 * The marketplace's share of a mentor's sessions, shown in percent, in the mentor editor
 * (docs/product/earnings.md#marketplace-share).
 */
export function MarketplaceShare({ mentorId }: { mentorId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(mentorFeeQuery(mentorId));
  if (data === undefined && !isError) return null;
  return (
    <section className="mx-auto mt-8 max-w-3xl rounded-card border border-line bg-surface p-5 md:p-6">
      {data === undefined ? (
        <LoadFailure look="line" isRetrying={isFetching} onRetry={refetch}>
          <p className="text-danger">{copy.loadFailed}</p>
        </LoadFailure>
      ) : (
        <ShareForm key={data} mentorId={mentorId} feeBps={data} />
      )}
    </section>
  );
}

function ShareForm({ mentorId, feeBps }: { mentorId: string; feeBps: number }) {
  const client = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState(String(feeBps / 100));
  const [error, setError] = useState<string>();
  const save = useMutation({
    mutationFn: (bps: number) => setMentorFee(mentorId, bps),
    onSuccess: () => toast.success(copy.saved),
    onError: (problem) => {
      console.warn('The share was not saved', problem);
      setError(copy.failed);
    },
    onSettled: () => client.invalidateQueries(mentorFeeQuery(mentorId)),
  });
  return (
    <form
      id={form}
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const bps = readFeeBps(typed);
        setError(bps === null ? copy.invalid : undefined);
        if (bps !== null) save.mutate(bps);
      }}
    >
      <TextField
        label={copy.label}
        hint={copy.hint}
        inputMode="decimal"
        className="w-full sm:w-80"
        trailing={<span className="pointer-events-none pr-3 text-muted">%</span>}
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="secondary" className="sm:mt-6.5" isBusy={save.isPending}>
        {copy.save}
      </Button>
    </form>
  );
}
