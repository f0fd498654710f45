import { type ReactNode, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import { LoadFailure } from '../messages/load-failure.tsx';
import { PointMark } from '../point-mark.tsx';
import type { ListFrame } from './columns.ts';
import { ROW_ID } from './row-cursor.ts';

/** A list of the back office as cards, for things to look at. In a ShortcutList its keys go from card to card. */
export function CardGrid<Row extends { id: string }>({
  label,
  labels,
  rows,
  card,
  skeleton,
  skeletonCards = 6,
  filters,
  state,
  isStale,
  empty,
  failure,
  onRetry,
  columns,
}: ListFrame<Row> & {
  card: (row: Row) => ReactNode;
  /** Stands for one card that is on its way. */
  skeleton: ReactNode;
  skeletonCards?: number;
  /** The grid's columns, as classes; the grid is an `@container`'s child. */
  columns: string;
}) {
  /** The card that the focus was in last: Tab leads back to it. */
  const [current, setCurrent] = useState<string | null>(null);
  const frame = 'overflow-hidden rounded-card border border-line bg-surface';
  return (
    <div className="@container">
      {filters && <div className="mb-4 flex flex-wrap gap-3">{filters}</div>}
      {state === 'failed' ? (
        <LoadFailure retryLabel={labels.tryAgain} onRetry={onRetry}>
          {failure}
        </LoadFailure>
      ) : state === 'ready' && rows.length === 0 ? (
        <div className={cn(frame, 'px-5 py-10 text-center')}>
          <PointMark className="mx-auto mb-5 size-20" />
          {empty}
        </div>
      ) : (
        <ul
          aria-label={label}
          aria-busy={state === 'loading' || isStale}
          className={cn('grid gap-4 transition-opacity', columns, isStale && 'opacity-60')}
        >
          {state === 'loading'
            ? Array.from({ length: skeletonCards }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
                <li key={index} aria-hidden="true" className={frame}>
                  {skeleton}
                </li>
              ))
            : rows.map((row) => (
                <li
                  key={row.id}
                  {...{ [ROW_ID]: row.id }}
                  tabIndex={row.id === current ? 0 : -1}
                  onFocus={() => setCurrent(row.id)}
                  className={cn(frame, 'scroll-mb-4 scroll-mt-24 focus-visible:rounded-card')}
                >
                  {card(row)}
                </li>
              ))}
        </ul>
      )}
    </div>
  );
}
