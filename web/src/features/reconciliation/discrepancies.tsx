import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { findingsCopy as copy } from '#copy/money/discrepancies.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { CardGrid } from '#ui/data-table/card-grid.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import type { MoneyFinding } from './discrepancy.ts';
import { FindingCard } from './discrepancy-card.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { findingsQuery, PAGE_SIZE } from './reconciliation.data.ts';
import { RepairDialog } from './repair-dialog.tsx';

const LATEST_FIRST = { id: 'found_at', desc: true };
const CLOSED = 'closed';

/** What needs a person, the latest first, and what was made of it. */
export function MoneyFindings() {
  const client = useQueryClient();
  const address = useTableAddress({ defaultSort: LATEST_FIRST, sortable: [] });
  const isOpen = address.filter('status') !== CLOSED;
  const { data, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(
    findingsQuery({ isOpen, page: address.page }),
  );
  const [asked, setAsked] = useState<{ what: 'repair' | 'dismiss'; finding: MoneyFinding } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement | null>(null);

  const ask = (what: 'repair' | 'dismiss', finding: MoneyFinding) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setAsked({ what, finding });
  };
  const finish = (message: string, kind: 'success' | 'info') => {
    // The card is about to leave the list.
    opener.current = null;
    toast[kind](message);
    setAsked(null);
    // A repair may have started a refund again, and what the overview counts has changed.
    void client.invalidateQueries({ queryKey: ['admin'] });
  };
  const dialog = asked && {
    finding: asked.finding,
    onClose: () => setAsked(null),
    returnFocus: () => opener.current ?? heading.current,
  };

  return (
    <KeyedList words={shortcuts}>
      <ListHead
        title={copy.title}
        headingRef={heading}
        count={data && copy.count(data.total)}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      />
      <p className="-mt-2 mb-4 max-w-prose text-sm text-muted">{copy.intro}</p>
      <CardGrid
        label={copy.title}
        words={tableCopy}
        columns="grid-cols-1"
        rows={data?.rows ?? []}
        rowId={(row) => row.id}
        card={(finding) => (
          <FindingCard
            finding={finding}
            onRepair={() => ask('repair', finding)}
            onDismiss={() => ask('dismiss', finding)}
          />
        )}
        skeleton={<Skeleton />}
        skeletonCards={3}
        filters={
          <SelectField
            label={copy.filter}
            isLabelHidden
            className="w-full @2xl:w-52"
            value={isOpen ? '' : CLOSED}
            onChange={({ target }) => address.set({ filters: { status: target.value } })}
          >
            <option value="">{copy.isOpen}</option>
            <option value={CLOSED}>{copy.isClosed}</option>
          </SelectField>
        }
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        isStale={isPlaceholderData}
        empty={
          isOpen ? (
            <NothingListed text={copy.empty} hint={copy.emptyHint} />
          ) : (
            <NothingListed text={copy.emptyClosed} />
          )
        }
        failure={copy.loadFailed}
        onRetry={() => void refetch()}
      />
      {data && !isError && (
        <Pager
          words={tableCopy}
          page={data.page}
          pageSize={PAGE_SIZE}
          total={data.total}
          onPage={(page) => address.set({ page })}
        />
      )}
      {dialog && asked.what === 'repair' && (
        <RepairDialog
          {...dialog}
          onDone={(outcome) => finish(copy.repair[outcome], outcome === 'overtaken' ? 'info' : 'success')}
        />
      )}
      {dialog && asked.what === 'dismiss' && (
        <DismissDialog
          {...dialog}
          onDone={(outcome) =>
            outcome === 'dismissed'
              ? finish(copy.dismiss.done, 'success')
              : finish(copy.repair.overtaken, 'info')
          }
        />
      )}
    </KeyedList>
  );
}

function Skeleton() {
  return (
    <div className="space-y-3 p-4 md:p-5">
      <span className="skeleton block h-5 w-52 max-w-full" />
      <span className="skeleton block h-4 w-full max-w-prose" />
      <span className="skeleton block h-4 w-3/5" />
    </div>
  );
}
