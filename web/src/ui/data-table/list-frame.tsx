import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { LoadFailure } from '../messages/load-failure.tsx';
import { PointMark } from '../point-mark.tsx';
import type { TableLabels } from './columns.ts';

/** The props of a list, as a table or as cards. */
export interface ListFrameProps<Row extends { id: string }> {
  label: string;
  labels: TableLabels;
  rows: readonly Row[];
  /** Search and filters; always shown. */
  filters?: ReactNode;
  /** Further filters, folded behind a button; `active` is how many of them narrow the list. */
  moreFilters?: { active: number; fields: ReactNode } | undefined;
  state: 'loading' | 'failed' | 'ready';
  /** The rows are those of the previous query; the answer to the present one is loading. */
  isStale: boolean;
  empty: ReactNode;
  failure: ReactNode;
  onRetry: () => void;
}

/** The search and filters of a list, and below them the rows, or the reason why there are none. */
export function ListFrame<Row extends { id: string }>({
  rows,
  labels,
  filters,
  moreFilters,
  state,
  empty,
  failure,
  onRetry,
  children,
}: Omit<ListFrameProps<Row>, 'label' | 'isStale'> & { children: ReactNode }) {
  const [areMoreShown, setAreMoreShown] = useState(false);
  const moreId = useId();
  const isEmpty = state === 'ready' && rows.length === 0;
  return (
    <div className="@container">
      {filters && (
        <div className="mb-4 flex flex-wrap gap-3 xl:mb-2">
          {filters}
          {moreFilters && (
            <>
              <Button
                variant="secondary"
                aria-expanded={areMoreShown}
                aria-controls={moreId}
                onClick={() => setAreMoreShown(!areMoreShown)}
              >
                <SlidersHorizontal aria-hidden="true" />
                {labels.filters(moreFilters.active)}
              </Button>
              <div id={moreId} className={areMoreShown ? 'contents' : 'hidden'}>
                {moreFilters.fields}
              </div>
            </>
          )}
        </div>
      )}
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
