import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { discrepanciesCopy } from '#copy/money/discrepancies.ts';
import { overviewCopy } from '#copy/office/overview.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { useIdle } from '#lib/use-idle.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type OverviewAnswer, overviewQuery } from './admin-overview.data.ts';
import { Failures } from './failures.tsx';
import { Figures } from './figures.tsx';
import { type OverviewWeek, overviewWeeks } from './overview-figures.ts';

const OpenYourMarketplace = lazyPart(() => import('./opening.tsx').then((module) => module.OpenYourMarketplace));
const WeeklyCharts = lazyPart(() => import('./weekly-charts.tsx').then((module) => module.WeeklyCharts), {
  fallback: <ChartsLoading />,
});

const NearRequests = lazyPart(() =>
  import('#features/people/users/near-requests.tsx').then((module) => module.NearRequests),
);

const PERIODS = [4, 12, 26, 52];
const DEFAULT_PERIOD = 12;

/** The period that an address names, in weeks. */
export function weeksOf(address: URLSearchParams): number {
  const asked = Number(address.get('weeks'));
  return PERIODS.includes(asked) ? asked : DEFAULT_PERIOD;
}

/** What waits, what came in and what failed, at a glance. The period stands in the address. */
export function Overview() {
  const [params, setParams] = useSearchParams();
  const weeks = weeksOf(params);
  const query = useQuery(overviewQuery(weeks));

  const choose = (value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('weeks', value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-xl max-sm:w-full">{overviewCopy.title}</h2>
        <SelectField
          label={overviewCopy.period}
          isLabelHidden
          className="w-44 max-sm:flex-1 max-sm:basis-40"
          value={weeks}
          onChange={(event) => choose(event.target.value)}
        >
          {PERIODS.map((one) => (
            <option key={one} value={one}>
              {overviewCopy.lastWeeks(one)}
            </option>
          ))}
        </SelectField>
        <RefreshButton
          label={overviewCopy.refresh}
          isBusy={query.isFetching && !query.isPending}
          onRefresh={query.refetch}
        />
      </div>
      {query.data ? (
        <Content data={query.data} />
      ) : query.isError ? (
        <LoadFailure onRetry={query.refetch}>{overviewCopy.failed}</LoadFailure>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Content({ data }: { data: OverviewAnswer }) {
  const weeks = overviewWeeks(data);
  return (
    <>
      {data.is_opening && <OpenYourMarketplace />}
      <OpenDiscrepancies count={data.openDiscrepancies} />
      {data.data_requests.length > 0 && <NearRequests requests={data.data_requests} />}
      {data.helpRequests > 0 && (
        <Alert tone="accent">
          <Link to={officePaths.tab('help-requests')} className="tap-line nums underline underline-offset-4">
            {overviewCopy.helpRequests(data.helpRequests)}
          </Link>
        </Alert>
      )}
      <Figures overview={data} weeks={weeks} />
      <Failures isShownEmpty={!data.is_opening} />
      <Charts weeks={weeks} />
    </>
  );
}

/** The charts stand below the first screen: their code comes when they are about to be seen, or when the page is idle. */
function Charts({ weeks }: { weeks: OverviewWeek[] }) {
  const [isSeen, setIsSeen] = useState(false);
  const isIdle = useIdle();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && setIsSeen(true),
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place}>{isSeen || isIdle ? <WeeklyCharts weeks={weeks} /> : <ChartsLoading />}</div>;
}

function ChartsLoading() {
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {[1, 2].map((one) => (
        <Card key={one} className="h-87 p-5">
          <span className="skeleton block h-5 w-40" />
          <span className="skeleton mt-6 block h-60 w-full" />
        </Card>
      ))}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={overviewCopy.loading} className="space-y-6">
      <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
        {[1, 2, 3, 4].map((one) => (
          <Card key={one} className="h-33 p-4 md:p-5">
            <span className="skeleton block h-4 w-24" />
            <span className="skeleton mt-3 block h-8 w-20" />
            <span className="skeleton mt-3 block h-4 w-28" />
          </Card>
        ))}
      </div>
      <Card className="h-28 p-5">
        <span className="skeleton block h-5 w-32" />
        <span className="skeleton mt-4 block h-4 w-56" />
      </Card>
      <ChartsLoading />
    </div>
  );
}

/**
 * That payments or calendar wait for a person; nothing where they do not. A failed check must not look as if
 * all were well.
 */
function OpenDiscrepancies({ count }: { count: number | null }) {
  if (count === 0) return null;
  return (
    <div
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border ' +
        'border-accent-line bg-accent-soft px-4 py-3 md:px-5'
      }
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
        <div className="min-w-0">
          <p className="nums font-semibold">
            {count === null ? discrepanciesCopy.needPersonUnknown : discrepanciesCopy.needPerson(count)}
          </p>
          {count !== null && <p className="text-sm">{discrepanciesCopy.needPersonHint}</p>}
        </div>
      </div>
      <ButtonLink variant="secondary" size="sm" to={officePaths.tab('payments')} className="max-sm:w-full">
        {discrepanciesCopy.open}
      </ButtonLink>
    </div>
  );
}
