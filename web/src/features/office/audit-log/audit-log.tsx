import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { auditCopy as copy } from '#copy/office/audit-log.ts';
import { cn } from '#lib/class-names.ts';
import { useNow } from '#lib/use-now.ts';
import { addDays, formatDateFull, istToday } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { byDay } from './audit-entry.ts';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { type AuditFilters, NO_FILTERS, readAuditFilters, withAuditFilters } from './audit-filters.ts';
import { AuditItem } from './audit-item.tsx';
import { type AuditLogEntry, auditLogQuery } from './audit-log.data.ts';

const BEFORE = 'before';

/**
 * Who changed what, and when: pages by id, so that a new entry moves nothing. The address says which page, and what
 * narrows it.
 */
export function AuditLog() {
  const [params, setParams] = useSearchParams();
  const filters = readAuditFilters(params);
  const isNarrowed = Object.values(filters).some(Boolean);
  const asked = Number(params.get(BEFORE));
  const before = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  const { data, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(auditLogQuery(filters, before));

  const narrow = (change: Partial<AuditFilters>) =>
    setParams((current) => withAuditFilters(current, change), { replace: true, preventScrollReset: true });

  const addressOf = (id: number | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete(BEFORE);
    else next.set(BEFORE, String(id));
    return `?${next}`;
  };
  const last = data?.entries.at(-1);

  return (
    <div className="@container">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div>
          <h2 className="text-xl">{copy.title}</h2>
          <p className="mt-1 text-sm text-muted">{copy.intro}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {isNarrowed && (
            <Button variant="quiet" size="sm" onClick={() => narrow(NO_FILTERS)}>
              {copy.filters.clear}
            </Button>
          )}
          <RefreshButton label={copy.refresh} isBusy={isFetching && !isPending} onRefresh={refetch} />
        </div>
      </div>
      <AuditFilterBar filters={filters} onChange={narrow} />
      {isPending && <Skeleton />}
      {isError && <LoadFailure onRetry={refetch}>{copy.loadFailed}</LoadFailure>}
      {data && !isError && (
        <div aria-busy={isPlaceholderData} className={cn('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data.entries.length === 0 && (
            <p className="rounded-card border border-line bg-surface px-5 py-10 text-center">
              {before !== null ? copy.emptyOlder : isNarrowed ? copy.emptyNarrowed : copy.empty}
            </p>
          )}
          <Days entries={data.entries} />
          {(before !== null || data.hasOlder) && (
            <nav aria-label={copy.pages} className="mt-4 flex justify-between gap-3">
              {before === null ? (
                <span />
              ) : (
                <ButtonLink variant="secondary" size="sm" to={addressOf(null)}>
                  <ChevronLeft aria-hidden className="size-4" />
                  {copy.newest}
                </ButtonLink>
              )}
              {data.hasOlder && last && (
                <ButtonLink variant="secondary" size="sm" to={addressOf(last.id)}>
                  {copy.older}
                  <ChevronRight aria-hidden className="size-4" />
                </ButtonLink>
              )}
            </nav>
          )}
        </div>
      )}
    </div>
  );
}

function Days({ entries }: { entries: AuditLogEntry[] }) {
  const today = istToday(useNow());
  return byDay(entries).map(({ day, entries: ofDay }) => (
    <section key={day} className="mb-6">
      <h3 className="mb-2 font-sans text-sm font-semibold text-muted">
        {day === today ? copy.today : day === addDays(today, -1) ? copy.yesterday : formatDateFull(day)}
      </h3>
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {ofDay.map((entry) => (
          <AuditItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Skeleton() {
  return (
    <div
      role="status"
      aria-label={copy.loading}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {[62, 48, 71, 55, 66].map((width) => (
        <div key={width} className="space-y-2 px-4 py-4">
          <div className="skeleton h-4" style={{ width: `${width}%` }} />
          <div className="skeleton h-3.5 w-1/3" />
        </div>
      ))}
    </div>
  );
}
