import { CircleCheck, Wrench } from 'lucide-react';
import { Link } from 'react-router';
import { findingsCopy as copy } from '#copy/money/discrepancies.ts';
import { paths } from '#lib/paths.ts';
import { formatMoment } from '#rules/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { describeFinding, type MoneyFinding } from './discrepancy.ts';

/** What the finding is about, short enough for a button's name. */
function aboutOf(finding: MoneyFinding): string {
  const { title } = describeFinding(finding);
  return `${title}, ${finding.payment_id ?? finding.subject}`;
}

/** One finding: what happened, what to do, and the buttons that do it. */
export function FindingCard({
  finding,
  onRepair,
  onDismiss,
}: {
  finding: MoneyFinding;
  onRepair: () => void;
  onDismiss: () => void;
}) {
  const { title, what, todo, repair } = describeFinding(finding);
  const isOpen = finding.resolved_at === null;
  const about = aboutOf(finding);
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4 md:p-5">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold">{title}</h3>
          {finding.resolution !== null && (
            <Badge
              tone={finding.resolution === 'dismissed' ? 'neutral' : 'success'}
              icon={<CircleCheck aria-hidden="true" />}
            >
              {copy.resolutions[finding.resolution] ?? finding.resolution}
            </Badge>
          )}
        </div>
        <p className="nums mt-1 max-w-prose break-words">{what}</p>
        {isOpen && (
          <p className="nums mt-2 max-w-prose">
            <span className="font-semibold">{copy.todo}:</span> {todo}
          </p>
        )}
        {finding.note !== null && (
          <p className="mt-2 max-w-prose whitespace-pre-line break-words">
            <span className="font-semibold">{copy.note}:</span> {finding.note}
          </p>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:mt-2 max-sm:w-full max-sm:[&>*]:flex-1">
          {repair && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={copy.repair.of(repair.action, about)}
              onClick={onRepair}
            >
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
      <Facts finding={finding} title={title} />
    </article>
  );
}

function Facts({ finding, title }: { finding: MoneyFinding; title: string }) {
  const moment = (at: string) => formatMoment(new Date(at));
  const found = moment(finding.found_at);
  const seen = moment(finding.seen_at);
  return (
    <ul className="nums flex w-full flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <li>{copy.found(found)}</li>
      {finding.resolved_at === null
        ? seen !== found && <li>{copy.seen(seen)}</li>
        : finding.resolution !== null && (
            <li>
              {copy.resolutions[finding.resolution]} {copy.closedAt(moment(finding.resolved_at))}
            </li>
          )}
      {finding.payment_id !== null && <li className="wrap-anywhere">{copy.payment(finding.payment_id)}</li>}
      {finding.booking_id !== null && (
        <li>
          <Link
            to={`${paths.adminTab('bookings')}&q=${finding.booking_id}`}
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
