import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { payoutsCopy } from '#copy/money/payouts.ts';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { readFeeBps } from '#rules/money/rupees.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type MentorFee, mentorFeeQuery, setMentorFee } from './payouts.data.ts';

const { share: copy } = payoutsCopy;
/** Empty: the marketplace's default. */
const shareSchema = z.object({
  share: z.string().refine((typed) => typed.trim() === '' || readFeeBps(typed) !== null, copy.invalid),
});

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
        <ShareForm key={data.own_bps} mentorId={mentorId} fee={data} />
      )}
    </section>
  );
}

function ShareForm({ mentorId, fee }: { mentorId: string; fee: MentorFee }) {
  const client = useQueryClient();
  const { form, submit, isBusy } = useFormMutation({
    schema: shareSchema,
    defaultValues: { share: fee.own_bps === null ? '' : String(fee.own_bps / 100) },
    send: ({ share }) => setMentorFee(mentorId, readFeeBps(share)),
    onSent: () => toast.success(copy.saved),
    say: () => copy.failed,
    field: 'share',
    onSettled: () => client.invalidateQueries(mentorFeeQuery(mentorId)),
  });
  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={submit}>
      <TextField
        label={copy.label}
        hint={(fee.own_bps === null ? copy.hintOfDefault : copy.hintOfOwn)(`${fee.default_bps / 100} %`)}
        inputMode="decimal"
        className="w-full sm:w-80"
        trailing={<span className="pointer-events-none pr-3 text-muted">%</span>}
        {...fieldOf(form, 'share')}
      />
      <Button type="submit" variant="secondary" className="sm:mt-6.5" isBusy={isBusy}>
        {copy.save}
      </Button>
    </form>
  );
}
