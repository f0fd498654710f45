import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
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
  /** Further filters, folded on a narrow screen; `active` of them narrow the list. */
  moreFilters?: { active: number; fields: ReactNode } | undefined;
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
        <div className="mb-4 flex flex-wrap gap-3">
          {filters}
          {moreFilters && (
            <>
              <Button
                variant="secondary"
                className="@2xl:hidden"
                aria-expanded={areMoreShown}
                aria-controls={moreId}
                onClick={() => setAreMoreShown(!areMoreShown)}
              >
                <SlidersHorizontal aria-hidden="true" />
                {labels.filters(moreFilters.active)}
              </Button>
              <div id={moreId} className={areMoreShown ? 'contents' : 'hidden @2xl:contents'}>
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
