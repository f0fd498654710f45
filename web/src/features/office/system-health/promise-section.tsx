import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { promise } from '#copy/content/promise.ts';
import { promiseCases as copy } from '#copy/office/promise-cases.ts';
import { healthCopy } from '#copy/office/system-health.ts';
import type { FigureName, Report } from '#features/content/promise/promise.data.ts';
import { countedWords, FIGURES, Figure, Months } from '#features/content/promise/promise.tsx';
import { cn } from '#lib/class-names.ts';
import { isolate } from '#lib/isolate.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { LoadingRows } from './loading-rows.tsx';
import { casesQuery, promiseQuery } from './promise-cases.data.ts';

/** The figures whose cases are shown are in the address, so that Back from a booking shows them again. */
const CASES = 'cases';

/** The public promise, with the cases behind each figure. */
export function PromiseSection() {
  const query = useQuery(promiseQuery);
  if (query.isPending) return <LoadingRows label={healthCopy.promiseLoading} widths={[62, 55]} />;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-4 md:px-5">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-display text-lg font-semibold">{copy.title}</h3>
          <p className="mt-1 max-w-prose text-sm text-muted">{copy.lead}</p>
          {query.data && <p className="nums mt-1 text-sm text-muted">{countedWords(query.data)}</p>}
        </div>
        <ButtonLink variant="secondary" size="sm" to={paths.ourPromise} className="max-sm:w-full">
          {copy.publicPage}
        </ButtonLink>
      </div>
      {query.data ? (
        <>
          <ul aria-label={copy.title} className="divide-y divide-line">
            {FIGURES.map((name) => (
              <FigureRow key={name} name={name} report={query.data} />
            ))}
          </ul>
          <div className="border-t border-line px-4 py-4 md:px-5">
            <h4 className="text-base font-semibold">{promise.monthsTitle}</h4>
            <Months report={query.data} level="h5" empty={copy} />
          </div>
        </>
      ) : (
        <LoadFailure look="line" className="px-4 py-4 text-sm md:px-5" onRetry={query.refetch}>
          <p>{copy.failed}</p>
        </LoadFailure>
      )}
    </Card>
  );
}

function FigureRow({ name, report }: { name: FigureName; report: Report }) {
  const [search, setSearch] = useSearchParams();
  const listId = useId();
  const isOpen = search.getAll(CASES).includes(name);
  const cases = report.figures[name]?.cases ?? 0;
  const toggle = () =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (isOpen) next.delete(CASES, name);
        else next.append(CASES, name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <li className="px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose flex-1 basis-72">
          <Figure name={name} report={report} level="h4" empty={copy} />
          {cases > 0 && cases < report.fewest && <Badge className="mt-3">{copy.notPublic(report.fewest)}</Badge>}
        </div>
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:w-full"
          aria-label={copy.of(promise.topics[name])}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={toggle}
        >
          {copy.show}
          <ChevronDown aria-hidden="true" className={cn('size-4', isOpen && 'rotate-180')} />
        </Button>
      </div>
      {isOpen && (
        <div id={listId} className="mt-4">
          <Cases name={name} />
        </div>
      )}
    </li>
  );
}

/** The outcomes with which a figure's promise was kept. */
const KEPT = ['in_time', 'held', 'helped'];

function Cases({ name }: { name: FigureName }) {
  const query = useQuery(casesQuery(name));
  if (query.isPending) {
    return (
      <div role="status" aria-label={copy.casesLoading} className="space-y-3">
        <span className="skeleton block h-4 w-72 max-w-full" />
        <span className="skeleton block h-4 w-56 max-w-full" />
      </div>
    );
  }
  if (query.isError) {
    return (
      <LoadFailure look="line" className="text-sm" onRetry={query.refetch}>
        <p>{copy.casesFailed}</p>
      </LoadFailure>
    );
  }
  if (query.data.length === 0) return <p className="text-sm text-muted">{copy.noCases}</p>;
  const words: Readonly<Record<string, string>> = copy.outcomes[name];
  return (
    <ul
      aria-label={copy.of(promise.topics[name])}
      className="divide-y divide-line rounded-control border border-line text-sm"
    >
      {query.data.map(({ booking_id: bookingId, code, mentor, at, outcome }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two refunds without a booking can be alike
          key={index}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-3 py-1.5"
        >
          <div className="nums flex min-w-0 flex-wrap items-center gap-x-4 sm:grid sm:grid-cols-[6rem_14rem_auto]">
            {bookingId !== null && code !== null ? (
              <>
                <Link
                  to={officePaths.booking(bookingId)}
                  className="tap-line whitespace-nowrap text-accent-text underline-offset-4 hover:underline"
                >
                  {code}
                </Link>
                <span className="wrap-anywhere">{isolate(mentor)}</span>
              </>
            ) : (
              <span className="py-1 text-muted sm:col-span-2">{copy.noBooking}</span>
            )}
            <time dateTime={at} className="text-muted">
              {copy.at(formatMoment(new Date(at)))}
            </time>
          </div>
          <Badge
            tone={KEPT.includes(outcome) ? 'success' : 'neutral'}
            icon={KEPT.includes(outcome) && <CircleCheck aria-hidden="true" />}
          >
            {words[outcome] ?? outcome}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
