import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, Hourglass, RotateCcw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refundsCopy as copy } from '#copy/money/refunds.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, formatMoment } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { columnsOf } from '#ui/data-table/columns.ts';
import { type Refund, retryRefund } from './refunds.data.ts';

const column = columnsOf<Refund>();

/** A refund in its table: who gets what back and why, how it stands, and the way to start it again. */
export const refundColumns = [
  column.accessor('amount_paise', {
    header: copy.columns.refund,
    cell: ({ row: { original } }) => (
      <div className="@rows:min-w-36">
        <span className="nums block font-semibold">{amountOf(original)}</span>
        <span className="block break-words">{original.founder_name ?? copy.unknownPayer}</span>
        {original.mentor_name !== null && (
          <span className="block break-words text-muted">{copy.withMentor(original.mentor_name)}</span>
        )}
      </div>
    ),
    meta: { card: 'title' },
  }),
  column.accessor('reason', {
    header: copy.columns.reason,
    cell: ({ row: { original } }) => (
      <div className="@rows:min-w-32">
        <span className="block">{copy.reasons[original.reason] ?? original.reason}</span>
        {original.booking_id !== null && (
          <Link
            to={`${paths.adminTab('bookings')}&view=all&q=${original.booking_id}`}
            aria-label={copy.bookingOf(amountOf(original))}
            className="tap-line text-accent-text underline underline-offset-4"
          >
            {copy.booking}
          </Link>
        )}
      </div>
    ),
  }),
  column.accessor('state', { header: copy.columns.state, cell: ({ row: { original } }) => <State {...original} /> }),
  column.accessor('created_at', {
    header: copy.columns.dates,
    cell: ({ row: { original } }) => <Dates {...original} />,
  }),
  column.accessor('payment_id', {
    header: copy.columns.payment,
    cell: ({ row: { original } }) => (
      <>
        <span className="nums block">{original.payment_id}</span>
        {original.attempt > 1 && <span className="block text-muted">{copy.attempt(original.attempt)}</span>}
      </>
    ),
  }),
  column.display({
    id: 'actions',
    header: copy.columns.actions,
    cell: ({ row: { original } }) => (original.can_retry ? <RetryButton refund={original} /> : null),
    meta: { card: 'actions' },
  }),
];

export function amountOf({ amount_paise }: Pick<Refund, 'amount_paise'>): string {
  return formatInr(amount_paise / 100);
}

/** How a refund stands, in words. */
export function stateOf({ state, can_retry }: Pick<Refund, 'state' | 'can_retry'>): string {
  if (state === 'failed') return copy.failed;
  if (can_retry) return state === 'queued' ? copy.notSent : copy.unanswered;
  return copy.states[state];
}

const LOOKS: Record<Refund['state'], { tone: Tone; icon: ReactNode }> = {
  queued: { tone: 'accent', icon: <Hourglass aria-hidden="true" /> },
  pending: { tone: 'info', icon: <Clock aria-hidden="true" /> },
  processed: { tone: 'success', icon: <CircleCheck aria-hidden="true" /> },
  failed: { tone: 'danger', icon: <TriangleAlert aria-hidden="true" /> },
};

function State(refund: Refund) {
  const { state, can_retry, failure_reason, last_error } = refund;
  const why =
    state === 'failed'
      ? (failure_reason ?? copy.noReason)
      : last_error !== null
        ? can_retry
          ? last_error
          : copy.lastError(last_error)
        : null;
  return (
    <div className="@rows:min-w-40">
      <Badge {...LOOKS[can_retry ? 'failed' : state]}>{stateOf(refund)}</Badge>
      {why !== null && <span className="mt-1 block max-w-64 break-words text-muted">{why}</span>}
    </div>
  );
}

function Dates({ state, created_at, requested_at, processed_at, expected_by }: Refund) {
  const [word, at] =
    processed_at !== null
      ? [copy.processed, processed_at]
      : requested_at !== null
        ? [copy.requested, requested_at]
        : [copy.queued, created_at];
  return (
    <div className="nums">
      <span className="block">{word}</span>
      <span className="block @rows:whitespace-nowrap">{copy.at(formatMoment(new Date(at)))}</span>
      {state === 'pending' && <span className="block text-muted">{copy.expectedBy(formatDateShort(expected_by))}</span>}
    </div>
  );
}

/** Asks the provider for a refund again that stopped. */
function RetryButton({ refund }: { refund: Refund }) {
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
