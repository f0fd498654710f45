import { useQuery } from '@tanstack/react-query';
import { healthCopy as copy } from '#copy/office/system-health.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { formatMoment } from '#rules/shell/ist.ts';
import { Card } from '#ui/card.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { Administrators } from './administrators.tsx';
import { Light } from './check-row.tsx';
import { Checks } from './checks.tsx';
import { type Health, judgeHealth, verdictOf } from './health.ts';
import { LoadingRows } from './loading-rows.tsx';
import { healthQuery } from './system-health.data.ts';

const PromiseSection = lazyPart(() => import('./promise-section.tsx').then((m) => m.PromiseSection), {
  fallback: <LoadingRows label={copy.promiseLoading} widths={[62, 55]} />,
});

/** Whether the work behind the pages is being done, and what to do where it is not. */
export function SystemHealth() {
  const query = useQuery(healthQuery);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-xl">{copy.title}</h2>
        <RefreshButton label={copy.refresh} isBusy={query.isFetching && !query.isPending} onRefresh={query.refetch} />
      </div>
      {query.data ? (
        <div className="space-y-4">
          {query.isError && <Alert tone="danger">{copy.stale(formatMoment(new Date(query.data.checked_at)))}</Alert>}
          <Report health={query.data} />
          <PromiseSection />
          <Administrators twoStep={query.data.admin_two_step} />
        </div>
      ) : query.isError ? (
        <LoadFailure onRetry={query.refetch}>{copy.failed}</LoadFailure>
      ) : (
        <LoadingRows label={copy.loading} widths={[44, 62, 55, 48, 66, 52, 58, 46]} />
      )}
    </>
  );
}

function Report({ health }: { health: Health }) {
  const { level, toDo } = verdictOf(judgeHealth(health));
  return (
    <Card>
      <div className="border-b border-line px-4 py-4 md:px-5">
        {/* Announced when it changes, not each time that it is read. */}
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="nums font-display text-lg font-semibold">
            {level === 'act' ? copy.verdicts.act(toDo) : copy.verdicts[level]}
          </p>
          <Light level={level} />
        </div>
        <p className="nums mt-1 text-sm text-muted">{copy.checkedAt(formatMoment(new Date(health.checked_at)))}</p>
      </div>
      <Checks health={health} />
    </Card>
  );
}
