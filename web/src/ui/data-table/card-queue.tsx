import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Card } from '../card.tsx';
import { LoadFailure } from '../messages/load-failure.tsx';
import { RefreshButton } from './refresh-button.tsx';

/** What waits for a decision, as cards: all of it on one page, without search. Its loading, failed and empty states. */
export function CardQueue<Item>({
  query,
  labels,
  heading,
  skeleton,
  keyOf,
  card,
  children,
}: {
  query: UseQueryResult<readonly Item[]>;
  labels: { title: string; hint: string; refresh: string; loading: string; loadFailed: string; none: string };
  heading: RefObject<HTMLHeadingElement | null>;
  /** Class of its height, of each of the two that are shown. */
  skeleton: string;
  keyOf: (item: Item) => string;
  card: (item: Item) => ReactNode;
  /** Dialogs of the cards. */
  children: ReactNode;
}) {
  const bone = <div aria-hidden="true" className={`skeleton rounded-card! ${skeleton}`} />;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {labels.title}
          </h2>
          <p className="text-sm text-muted">{labels.hint}</p>
        </div>
        <RefreshButton label={labels.refresh} isBusy={query.isRefetching} onRefresh={query.refetch} />
      </div>
      {query.isPending && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">{labels.loading}</span>
          {bone}
          {bone}
        </div>
      )}
      {query.isError && !query.data && (
        <LoadFailure isRetrying={query.isFetching} onRetry={query.refetch}>
          <p>{labels.loadFailed}</p>
        </LoadFailure>
      )}
      {query.data?.length === 0 && <Card className="px-5 py-12 text-center text-muted">{labels.none}</Card>}
      <ul className="grid gap-4">
        {query.data?.map((item) => (
          <li key={keyOf(item)}>{card(item)}</li>
        ))}
      </ul>
      {children}
    </>
  );
}
