import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import { useCurrentRow } from './row-cursor.ts';

/** A list of the back office as cards, for rows with pictures. In a ShortcutList the keys move between cards. */
export function CardGrid<Row extends { id: string }>({
  card,
  skeleton,
  skeletonCards = 6,
  columns,
  ...frame
}: ListFrameProps<Row> & {
  card: (row: Row) => ReactNode;
  /** The skeleton of one card. */
  skeleton: ReactNode;
  skeletonCards?: number;
  /** The grid's columns, as classes; the grid is an `@container`'s child. */
  columns: string;
}) {
  const { label, rows, state, isStale } = frame;
  const rowProps = useCurrentRow();
  const look = 'overflow-hidden rounded-card border border-line bg-surface';
  return (
    <ListFrame {...frame}>
      <ul
        aria-label={label}
        aria-busy={state === 'loading' || isStale}
        className={cn('grid gap-4 transition-opacity', columns, isStale && 'opacity-60')}
      >
        {state === 'loading'
          ? Array.from({ length: skeletonCards }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
              <li key={index} aria-hidden="true" className={look}>
                {skeleton}
              </li>
            ))
          : rows.map((row) => (
              <li
                key={row.id}
                {...rowProps(row.id)}
                className={cn(look, 'scroll-mb-4 scroll-mt-24 focus-visible:rounded-card')}
              >
                {card(row)}
              </li>
            ))}
      </ul>
    </ListFrame>
  );
}
