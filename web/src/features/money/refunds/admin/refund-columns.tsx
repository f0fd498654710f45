import { CircleCheck, Clock, Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { refundsCopy as copy } from '#copy/money/refunds.ts';
import { amountOf } from '#features/money/payments/admin/payment-words.ts';
import { isolate } from '#lib/isolate.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { formatDateShort, formatMoment } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { Line } from '#ui/data-table/line.tsx';
import type { Refund } from './refunds.data.ts';

const column = columnsOf<Refund>();

/** A refund in its table: who gets what back and why, and how it stands. */
export const refundColumns = [
  column.accessor('amount_paise', {
    header: copy.columns.refund,
    cell: ({ row: { original } }) => (
      <Line
        title={[
          original.founder_name ?? copy.unknownPayer,
          original.mentor_name && copy.withMentor(original.mentor_name),
        ]
          .filter(Boolean)
          .join(' ')}
      >
        <span className="nums font-semibold @max-rows:block">{amountOf(original)} </span>
        <bdi className="@max-rows:block">{original.founder_name ?? copy.unknownPayer} </bdi>
        {original.mentor_name !== null && (
          <span className="text-muted">{isolate(copy.withMentor(original.mentor_name))}</span>
        )}
      </Line>
    ),
    meta: { card: 'title', className: `${SHARE} @rows:w-[26%]` },
  }),
  column.accessor('reason', {
    header: copy.columns.reason,
    cell: ({ row: { original } }) => (
      <span className="block @rows:flex @rows:items-center @rows:gap-2">
        <Line>{copy.reasons[original.reason] ?? original.reason}</Line>
        {original.booking_id !== null && (
          <Link
            to={`${officePaths.tab('bookings')}&view=all&q=${original.booking_id}`}
            aria-label={copy.bookingOf(amountOf(original))}
            className="tap-line shrink-0 whitespace-nowrap text-accent-text underline underline-offset-4"
          >
            {copy.booking}
          </Link>
        )}
      </span>
    ),
    meta: { className: `${SHARE} @rows:w-[24%]` },
  }),
  column.accessor('state', {
    header: copy.columns.state,
    cell: ({ row: { original } }) => <State {...original} />,
    meta: { className: `${SHARE} @rows:w-[20%]` },
  }),
  column.accessor('created_at', {
    header: copy.columns.dates,
    cell: ({ row: { original } }) => <Dates {...original} />,
  }),
  column.accessor('payment_id', {
    header: copy.columns.payment,
    cell: ({ row: { original } }) => (
      <Line title={original.payment_id}>
        <span className="nums @max-rows:block">{original.payment_id} </span>
        {original.attempt > 1 && <span className="text-muted">{copy.attempt(original.attempt)}</span>}
      </Line>
    ),
    meta: { className: `${SHARE} @rows:w-[14%]` },
  }),
];

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
  const { state, can_retry, failure_reason, last_error, outside_reference } = refund;
  const why =
    state === 'failed'
      ? (failure_reason ?? copy.noReason)
      : outside_reference !== null
        ? copy.outside(outside_reference)
        : last_error !== null
          ? can_retry
            ? last_error
            : copy.lastError(last_error)
          : null;
  return (
    <div className="@rows:flex @rows:items-center @rows:gap-2">
      <Badge {...LOOKS[can_retry ? 'failed' : state]}>{stateOf(refund)}</Badge>
      {why !== null && <Line className="text-muted @max-rows:mt-1 @max-rows:max-w-64">{why}</Line>}
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
  const expected = state === 'pending' ? copy.expectedBy(formatDateShort(expected_by)) : undefined;
  return (
    <div className="nums @rows:flex @rows:gap-1.5 @rows:whitespace-nowrap" title={expected}>
      <span className="block">{word}</span>
      <span className="block">{copy.at(formatMoment(new Date(at)))}</span>
      {expected && <span className="block text-muted @rows:sr-only">{expected}</span>}
    </div>
  );
}
