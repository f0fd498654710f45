import type { ReactNode } from 'react';
import { LoadFailure } from '../messages/load-failure.tsx';
import { PointMark } from '../point-mark.tsx';
import type { TableLabels } from './columns.ts';

/** What a list shows, as a table or as cards. */
export interface ListFrameProps<Row extends { id: string }> {
  label: string;
  labels: TableLabels;
  rows: readonly Row[];
  /** Search and filters: they stay, whatever the list holds. */
  filters?: ReactNode;
  state: 'loading' | 'failed' | 'ready';
  /** The rows are those of the question before; the answer to the present one is on its way. */
  isStale: boolean;
  empty: ReactNode;
  failure: ReactNode;
  onRetry: () => void;
}

/** What narrows a list, and below it the rows, or why there are none. */
export function ListFrame<Row extends { id: string }>({
  rows,
  filters,
  state,
  empty,
  failure,
  onRetry,
  children,
}: Omit<ListFrameProps<Row>, 'label' | 'labels' | 'isStale'> & { children: ReactNode }) {
  const isEmpty = state === 'ready' && rows.length === 0;
  return (
    <div className="@container">
      {filters && <div className="mb-4 flex flex-wrap gap-3">{filters}</div>}
      {state === 'failed' ? (
        <LoadFailure onRetry={onRetry}>{failure}</LoadFailure>
      ) : isEmpty ? (
        <div className="rounded-card border border-line bg-surface px-5 py-10 text-center">
          <PointMark className="mx-auto mb-5 size-20" />
          {empty}
        </div>
      ) : (
        children
      )}
    </div>
  );
}
