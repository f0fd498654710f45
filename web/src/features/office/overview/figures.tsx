import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { overviewCopy } from '#copy/office/overview.ts';
import { refundWords } from '#features/money/payments/refund-sums.ts';
import { cn } from '#lib/class-names.ts';
import { officePaths } from '#lib/office-paths.ts';
import { splitHours } from '#lib/split-hours.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { Card } from '#ui/card.tsx';
import { type Overview, type OverviewWeek, totalOf } from './overview-figures.ts';

/** The four numbers that an administrator looks for first. */
export function Figures({ overview, weeks }: { overview: Overview; weeks: OverviewWeek[] }) {
  const { pending, approval, revenue, bookings } = overviewCopy;
  const nextAnswer = overview.next_answer_hours;
  const isOverdue = nextAnswer !== null && nextAnswer < 0;
  const { refunds } = overview;
  const hasRefunds = Object.values(refunds).some((paise) => paise > 0);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-4">
      <Figure
        label={pending.label}
        value={overview.pending_now.toLocaleString('en-IN')}
        note={
          nextAnswer === null
            ? pending.none
            : (isOverdue ? pending.overdue : pending.nextAnswer)(span(Math.abs(nextAnswer)))
        }
        isAlarming={isOverdue}
        more={
          overview.pending_now > 0 && (
            <Link
              to={officePaths.tab('bookings')}
              className="tap-line text-sm font-medium text-accent-text underline underline-offset-4"
            >
              {pending.review}
            </Link>
          )
        }
      />
      <Figure
        label={approval.label}
        value={overview.median_approval_hours === null ? approval.unknown : span(overview.median_approval_hours)}
        note={overview.median_approval_hours === null ? approval.none : approval.note}
      />
      <Figure
        label={revenue.label}
        value={formatInr(totalOf(weeks, 'net'))}
        note={
          hasRefunds ? revenue.note(formatInr(totalOf(weeks, 'captured')), refundWords(refunds)) : revenue.noRefunds
        }
      />
      <Figure
        label={bookings.label}
        value={totalOf(weeks, 'bookings').toLocaleString('en-IN')}
        note={bookings.note(totalOf(weeks, 'confirmed'))}
      />
    </dl>
  );
}

const span = (hours: number) => overviewCopy.span(splitHours(hours));

function Figure({
  label,
  value,
  note,
  isAlarming = false,
  more,
}: {
  label: string;
  value: string;
  note: string;
  isAlarming?: boolean;
  more?: ReactNode;
}) {
  return (
    <Card className="flex min-w-0 flex-col p-4 md:p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="nums mt-1 break-words font-display text-xl font-semibold md:text-2xl">{value}</dd>
      <dd className={cn('mt-1 text-sm', isAlarming ? 'font-medium text-danger' : 'text-muted')}>{note}</dd>
      {more && <dd className="mt-auto pt-2">{more}</dd>}
    </Card>
  );
}
