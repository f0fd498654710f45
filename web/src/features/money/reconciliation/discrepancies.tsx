import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { discrepanciesCopy as copy } from '#copy/money/discrepancies.ts';
import { listLabels } from '#copy/office/table.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { OFFICE } from '#lib/query/query-presets.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { type Discrepancy, describeDiscrepancy } from './discrepancy.ts';
import { DiscrepancyCard } from './discrepancy-card.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { discrepanciesQuery, PAGE_SIZE, type RepairOutcome, repairDiscrepancy } from './reconciliation.data.ts';

const LATEST_FIRST = { id: 'found_at', desc: true };
const CLOSED = 'closed';

/** What needs a person, the latest first, and what was made of it. */
export function Discrepancies() {
  const client = useQueryClient();
  const address = useTableAddress({ defaultSort: LATEST_FIRST, sortable: [] });
  const isOpen = address.filter('status') !== CLOSED;
  const list = useQuery(discrepanciesQuery({ isOpen, page: address.page }));
  const [asked, setAsked] = useState<{ what: 'repair' | 'dismiss'; discrepancy: Discrepancy } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLElement | null>(null);

  const ask = (what: 'repair' | 'dismiss', discrepancy: Discrepancy) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setAsked({ what, discrepancy });
  };
  const finish = (message: string, kind: 'success' | 'info') => {
    // The card is about to leave the list.
    opener.current = null;
    toast[kind](message);
    setAsked(null);
    // A repair may have started a refund again, and what the overview counts has changed.
    void client.invalidateQueries({ queryKey: [OFFICE] });
  };
  const dialog = asked && {
    discrepancy: asked.discrepancy,
    onClose: () => setAsked(null),
    returnFocus: () => opener.current ?? heading.current,
  };

  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{ headingRef: heading, count: list.data && copy.count(list.data.total), refreshLabel: copy.refresh }}
      intro={<p className="-mt-2 mb-4 max-w-prose text-sm text-muted">{copy.intro}</p>}
      address={address}
      filter={{
        name: 'status',
        label: copy.filter,
        options: [
          ['', copy.isOpen],
          [CLOSED, copy.isClosed],
        ],
        className: 'w-full @2xl:w-52',
      }}
      layout={{
        gridColumns: 'grid-cols-1',
        card: (discrepancy) => (
          <DiscrepancyCard
            discrepancy={discrepancy}
            onRepair={() => ask('repair', discrepancy)}
            onDismiss={() => ask('dismiss', discrepancy)}
          />
        ),
        skeleton: <Skeleton />,
        skeletonCards: 3,
      }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty, hint: copy.emptyHint }}
      emptyNarrowed={{ text: copy.emptyClosed }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    >
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
            outcome === 'dismissed' ? finish(copy.dismiss.done, 'success') : finish(copy.repair.overtaken, 'info')
          }
        />
      )}
    </AdminList>
  );
}

/** Says what a repair does, and does it. */
function RepairDialog({
  discrepancy,
  onDone,
  ...dialog
}: { discrepancy: Discrepancy; onDone: (outcome: RepairOutcome) => void } & Omit<DialogOpening, 'isOpen'>) {
  const repair = useMutation({ mutationFn: () => repairDiscrepancy(discrepancy.id), onSuccess: onDone });
  const { what, repair: words } = describeDiscrepancy(discrepancy);
  if (!words) return null;
  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      title={words.title}
      description={words.description}
      labels={{ keep: copy.repair.keep, confirm: words.action }}
      button={{ variant: 'primary' }}
      isBusy={repair.isPending}
      onConfirm={() => repair.mutate()}
      failure={repair.isError && { text: copy.repair.failed }}
    >
      <p className="nums break-words rounded-control bg-sunken px-4 py-3 text-sm">{what}</p>
    </ConfirmDialog>
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
