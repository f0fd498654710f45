import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { refundsCopy as copy } from '#copy/money/refunds.ts';
import { toast } from '#lib/toast.ts';
import { formatInr } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';
import { type Refund, retryRefund } from './refunds.data.ts';

/** Asks the provider for a refund again that stopped. */
export function RetryButton({ refund }: { refund: Refund }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryRefund(refund.id),
    onSuccess: async (outcome) => {
      if (outcome === 'started') toast.success(copy.retried);
      else toast.info(copy.overtaken);
      // Its finding is closed with it, and the overview forgets the failure.
      await client.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: () => toast.error(copy.failedToRetry),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={copy.retryOf(formatInr(refund.amount_paise / 100), refund.payment_id)}
      isBusy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {!retry.isPending && <RotateCcw className="size-4" aria-hidden="true" />}
      {copy.retry}
    </Button>
  );
}
