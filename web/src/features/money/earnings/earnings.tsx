import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { earningsCopy as copy } from '#copy/money/earnings.ts';
import { PayoutDetailsSection } from '#features/money/payouts/payout-details-section.tsx';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { formatPaise } from '#rules/money/rupees.ts';
import { formatMonthYear } from '#rules/shell/ist.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type Earnings, earningsQuery } from './earnings.data.ts';
import { StatementPage } from './statement.tsx';

/** The section Earnings, and a month's statement below it (docs/product/earnings.md#balance). */
export function MentorEarnings({ mentor, part }: { mentor: MyMentor; part: string | undefined }) {
  if (part !== undefined) return <StatementPage mentorId={mentor.id} month={part} />;
  return <Overview mentorId={mentor.id} />;
}

function Overview({ mentorId }: { mentorId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(earningsQuery(mentorId));
  return (
    <>
      <h1 className="text-2xl">{copy.title}</h1>
      <p className="mt-1 mb-6 flex items-center gap-2 text-muted">
        <Landmark className="size-4.5 shrink-0" aria-hidden="true" />
        {copy.transfer}
      </p>
      {data ? (
        <Figures earnings={data} />
      ) : isError ? (
        <LoadFailure isRetrying={isFetching} onRetry={refetch}>
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      ) : (
        <Skeleton />
      )}
      <div className="mt-10">
        <PayoutDetailsSection mentorId={mentorId} />
      </div>
    </>
  );
}

const CARD = 'rounded-card border border-line bg-surface';

function Figures({ earnings }: { earnings: Earnings }) {
  const { unpaid_paise: unpaid, fee_bps: share } = earnings;
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Figure label={copy.unpaid} amount={unpaid} hint={unpaid < 0 ? copy.carriedOver : copy.unpaidHint} isStrong />
        <Figure
          label={copy.paidThisYear}
          amount={earnings.paid_this_year_paise}
          hint={copy.yearHint(Number(earnings.year_start.slice(0, 4)))}
        />
      </dl>
      {share > 0 && <p className="mt-3 text-sm text-muted">{copy.share(`${share / 100} %`)}</p>}
      <h2 className="mt-10 mb-3 text-lg">{copy.months}</h2>
      {earnings.months.length === 0 ? (
        <p className={cn(CARD, 'px-5 py-10 text-center text-muted')}>{copy.empty}</p>
      ) : (
        <ul className={cn(CARD, 'divide-y divide-line')}>
          {earnings.months.map((month) => (
            <Month key={month.month} {...month} />
          ))}
        </ul>
      )}
    </>
  );
}

function Figure(props: { label: string; amount: number; hint: ReactNode; isStrong?: boolean }) {
  return (
    <div className={cn(CARD, 'p-5', props.isStrong && 'border-accent-line')}>
      <dt className="text-sm font-medium text-muted">{props.label}</dt>
      <dd className="nums mt-1 font-display text-3xl font-semibold tracking-tight">{formatPaise(props.amount)}</dd>
      <dd className="mt-1.5 text-sm text-muted">{props.hint}</dd>
    </div>
  );
}

function Month({ month, sessions, net_paise: net }: Earnings['months'][number]) {
  return (
    <li>
      <Link
        to={paths.mentorSection(`earnings/${month.slice(0, 7)}`)}
        className="flex min-h-16 items-center gap-3 rounded-card px-5 py-3 hover:bg-sunken"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <span className="block font-semibold">{formatMonthYear(month)}</span>
            <span className="block text-sm text-muted">{sessions > 0 ? copy.sessions(sessions) : copy.noSessions}</span>
          </span>
          <span className="nums font-semibold">{formatPaise(net)}</span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
      </Link>
    </li>
  );
}

function Skeleton() {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2">
      <span className="sr-only">{copy.loading}</span>
      <div className="skeleton h-32 rounded-card" aria-hidden="true" />
      <div className="skeleton h-32 rounded-card" aria-hidden="true" />
      <div className="skeleton h-48 rounded-card sm:col-span-2" aria-hidden="true" />
    </div>
  );
}
