import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Wrench } from 'lucide-react';
import { Link } from 'react-router';
import { discrepanciesCopy as copy } from '#copy/money/discrepancies.ts';
import { failuresQuery } from '#features/office/failures/failures.data.ts';
import { FailureCards } from '#features/office/failures/failures.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Discrepancy, describeDiscrepancy } from './discrepancy.ts';

/** One discrepancy: what happened, what to do, and the buttons that do it. */
export function DiscrepancyCard({
  discrepancy,
  onRepair,
  onDismiss,
}: {
  discrepancy: Discrepancy;
  onRepair: () => void;
  onDismiss: () => void;
}) {
  const { title, what, todo, repair } = describeDiscrepancy(discrepancy);
  const isOpen = discrepancy.resolved_at === null;
  /** Short enough for a button's name. */
  const about = `${title}, ${discrepancy.payment_id ?? discrepancy.subject}`;
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4 md:p-5">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">{title}</h3>
          {discrepancy.resolution !== null && (
            <Badge
              tone={discrepancy.resolution === 'dismissed' ? 'neutral' : 'success'}
              icon={<CircleCheck aria-hidden="true" />}
            >
              {copy.resolutions[discrepancy.resolution] ?? discrepancy.resolution}
            </Badge>
          )}
        </div>
        <p className="nums mt-1 max-w-prose break-words">{what}</p>
        {isOpen && (
          <p className="nums mt-2 max-w-prose">
            <span className="font-semibold">{copy.todo}:</span> {todo}
          </p>
        )}
        {discrepancy.note !== null && (
          <p className="mt-2 max-w-prose whitespace-pre-line break-words">
            <span className="font-semibold">{copy.note}:</span> {discrepancy.note}
          </p>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:mt-2 max-sm:w-full max-sm:[&>*]:flex-1">
          {repair && (
            <Button variant="secondary" size="sm" aria-label={copy.repair.of(repair.action, about)} onClick={onRepair}>
              <Wrench className="size-4" aria-hidden="true" />
              {repair.action}
            </Button>
          )}
          <Button
            variant={repair ? 'quiet' : 'secondary'}
            size="sm"
            aria-label={copy.dismiss.of(about)}
            onClick={onDismiss}
          >
            {copy.dismiss.action}
          </Button>
        </div>
      )}
      {isOpen && discrepancy.kind === 'refund_failed' && <FailedRefund discrepancy={discrepancy} title={title} />}
      <Facts discrepancy={discrepancy} title={title} />
    </article>
  );
}

/** The card of the same refund, as it stands wherever failures are listed (docs/product/back-office.md#needs-attention). */
function FailedRefund({ discrepancy, title }: { discrepancy: Discrepancy; title: string }) {
  const { data } = useQuery(
    failuresQuery({ kind: 'refund', ...(discrepancy.booking_id !== null && { bookingId: discrepancy.booking_id }) }),
  );
  const failures = data?.rows.filter(({ id }) => id === `refund:${discrepancy.subject}`) ?? [];
  if (failures.length === 0) return null;
  return (
    <div className="w-full rounded-control border border-line">
      <FailureCards failures={failures} label={title} />
    </div>
  );
}

function Facts({ discrepancy, title }: { discrepancy: Discrepancy; title: string }) {
  const moment = (at: string) => formatMoment(new Date(at));
  const found = moment(discrepancy.found_at);
  const seen = moment(discrepancy.seen_at);
  return (
    <ul className="nums flex w-full flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <li>{copy.found(found)}</li>
      {discrepancy.resolved_at === null
        ? seen !== found && <li>{copy.seen(seen)}</li>
        : discrepancy.resolution !== null && (
            <li>
              {copy.resolutions[discrepancy.resolution]} {copy.closedAt(moment(discrepancy.resolved_at))}
            </li>
          )}
      {discrepancy.payment_id !== null && <li className="wrap-anywhere">{copy.payment(discrepancy.payment_id)}</li>}
      {discrepancy.booking_id !== null && (
        <li>
          <Link
            to={`${officePaths.tab('bookings')}&view=all&q=${discrepancy.booking_id}`}
            aria-label={copy.bookingOf(title)}
            className="tap-line text-accent-text underline underline-offset-4"
          >
            {copy.booking}
          </Link>
        </li>
      )}
    </ul>
  );
}
