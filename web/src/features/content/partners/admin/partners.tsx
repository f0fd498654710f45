import { Plus } from 'lucide-react';
import { adminPartnerLogos as copy } from '#copy/content/admin-partners.ts';
import { rowOrder, tableCopy } from '#copy/office/table.ts';
import { useRowOrder } from '#lib/query/use-row-order.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { RowOrder } from '#ui/data-table/row-order.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { LogoPlate } from './logo-plate.tsx';
import { partnerColumns } from './partner-columns.tsx';
import { PartnerContext } from './partner-context.ts';
import { PartnerDialog } from './partner-dialog.tsx';
import { deletePartner, type Partner, partnersQuery, reasonOf, reorderPartners } from './partners.data.ts';

const ORDER_LABELS = { ...rowOrder, ...copy.order };

/** The partners whose logos the home page shows: in which order, and the ways to add, change and delete one. */
export function AdminPartners() {
  const { rows: partners, move, ...query } = useRowOrder(partnersQuery, reorderPartners, { ...copy.order, reasonOf });
  const { opened, open, heading, dialog } = useOpened<{ isDelete: boolean; partner: Partner | null }>();

  return (
    <PartnerContext
      value={{
        edit: (partner) => open({ isDelete: false, partner }),
        askToDelete: (partner) => open({ isDelete: true, partner }),
      }}
    >
      <RowOrder rows={partners ?? []} labels={ORDER_LABELS} onMove={move}>
        <AdminList
          labels={{ table: tableCopy }}
          title={copy.title}
          query={{ ...query, data: partners, isPlaceholderData: false }}
          header={{
            whole: (
              <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-3">
                <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 basis-48 text-xl outline-none">
                  {copy.title}{' '}
                  {partners && (
                    <span className="nums ml-1 font-sans text-base font-normal text-muted">
                      {copy.count(partners.length)}
                    </span>
                  )}
                </h2>
                <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
                  <RefreshButton
                    label={copy.refresh}
                    isBusy={query.isFetching && !query.isPending}
                    onRefresh={query.refetch}
                  />
                  <Button size="sm" onClick={() => open({ isDelete: false, partner: null })}>
                    <Plus aria-hidden="true" className="size-4" />
                    {copy.addTitle}
                  </Button>
                </div>
              </div>
            ),
          }}
          filters={<p className="max-w-prose text-sm text-muted">{copy.hint}</p>}
          layout={{ columns: partnerColumns, rowLabel: ({ name }) => name }}
          failure={copy.loadFailed}
          empty={{ text: copy.empty }}
        />
      </RowOrder>
      {opened &&
        (opened.isDelete && opened.partner ? (
          <DeleteDialog
            key={opened.turn}
            {...dialog}
            title={copy.deleteTitle}
            description={copy.deleteDialog.description(opened.partner.name)}
            labels={{ keep: copy.deleteDialog.keep, confirm: copy.deleteDialog.confirm }}
            networkMode="always"
            onDelete={deletePartner.bind(null, opened.partner.id)}
            queryKey={partnersQuery.queryKey}
            deleted={{ sentence: copy.deleted }}
            failureOf={(error) => ({ title: copy.formErrors.delete, text: reasonOf(error) })}
            onFailed={() => toast.error(copy.deleteFailed)}
          >
            <LogoPlate src={opened.partner.imageUrl} alt="" className="mx-auto h-20 w-40 border border-line" />
          </DeleteDialog>
        ) : (
          <PartnerDialog key={opened.turn} partner={opened.partner} {...dialog} />
        ))}
    </PartnerContext>
  );
}
