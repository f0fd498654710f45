import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { adminPartnerLogos as copy } from '#copy/admin/partner-logos.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { NothingListed } from '#ui/data-table/nothing-listed.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { DeletePartnerDialog } from './delete-partner-dialog.tsx';
import { partnerColumns } from './partner-columns.tsx';
import { PartnerContext } from './partner-context.ts';
import { PartnerDialog } from './partner-dialog.tsx';
import { PartnerDrag } from './partner-drag.tsx';
import type { Partner } from './partner-list.data.ts';
import { usePartnerOrder } from './use-partner-order.ts';

interface Asked {
  kind: 'add' | 'edit' | 'delete';
  partner: Partner | null;
  /** Each opening begins anew. */
  opening: number;
}

/** The partners whose logos the home page shows: in which order, and the ways to add, change and delete one. */
export function PartnerList() {
  const { partners, move, refetch, isPending, isError, isFetching } = usePartnerOrder();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [moveSaid, setMoveSaid] = useState('');
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = partners?.length ?? 0;

  const ask = (kind: Asked['kind'], partner: Partner | null) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setAsked((last) => ({ kind, partner, opening: (last?.opening ?? 0) + 1 }));
    setIsOpen(true);
  };
  const step = (from: number, to: number) => {
    const name = partners?.[from]?.name;
    if (name) setMoveSaid(copy.atPlace(name, to + 1, count));
    move(from, to);
  };
  const dialog = {
    isOpen,
    onClose: () => setIsOpen(false),
    // The button goes with its logo.
    returnFocus: () => (opener.current?.isConnected ? opener.current : heading.current),
  };

  return (
    <PartnerContext
      value={{
        count,
        move,
        step,
        edit: (partner) => ask('edit', partner),
        askToDelete: (partner) => ask('delete', partner),
      }}
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 basis-48 text-xl outline-none">
          {copy.title}{' '}
          {partners && (
            <span className="nums ml-1 font-sans text-base font-normal text-muted">{copy.count(count)}</span>
          )}
        </h2>
        <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          <RefreshButton label={copy.refresh} isBusy={isFetching && !isPending} onRefresh={refetch} />
          <Button size="sm" onClick={() => ask('add', null)}>
            <Plus aria-hidden="true" className="size-4" />
            {copy.addTitle}
          </Button>
        </div>
      </div>
      <p role="status" className="sr-only">
        {moveSaid}
      </p>
      <PartnerDrag>
        <DataTable
          label={copy.title}
          words={tableCopy}
          columns={partnerColumns}
          rows={partners ?? []}
          rowId={({ id }) => id}
          rowLabel={({ name }) => name}
          filters={<p className="max-w-prose text-sm text-muted">{copy.hint}</p>}
          state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
          empty={<NothingListed text={copy.empty} />}
          failure={copy.loadFailed}
          onRetry={() => void refetch()}
        />
      </PartnerDrag>
      {asked &&
        (asked.kind === 'delete' && asked.partner ? (
          <DeletePartnerDialog key={asked.opening} partner={asked.partner} {...dialog} />
        ) : (
          <PartnerDialog key={asked.opening} partner={asked.partner} {...dialog} />
        ))}
    </PartnerContext>
  );
}
