import { use } from 'react';
import { adminPartnerLogos as copy } from '#copy/content/admin-partners.ts';
import { Button } from '#ui/button.tsx';
import { columnsOf } from '#ui/data-table/columns.ts';
import { DragHandle, MoveButtons } from '#ui/data-table/row-order.tsx';
import { LogoPlate } from './logo-plate.tsx';
import { PartnerContext } from './partner-context.ts';
import type { Partner } from './partners.data.ts';

const column = columnsOf<Partner>();

export const partnerColumns = [
  column.display({
    id: 'image',
    header: copy.columns.image,
    meta: {
      card: 'title',
      className: '@max-rows:col-span-1 @max-rows:row-span-3 @max-rows:mb-0 @max-rows:self-center @rows:w-44',
    },
    cell: ({ row }) => (
      <div className="-ml-2 flex items-center gap-2">
        <DragHandle row={row.original} place={row.index} />
        <LogoPlate src={row.original.imageUrl} alt="" className="h-14 w-28 border border-line" />
      </div>
    ),
  }),
  column.accessor('name', {
    header: copy.columns.name,
    meta: { card: 'title', className: '@max-rows:col-span-1 @max-rows:mb-0 font-semibold' },
  }),
  column.display({
    id: 'order',
    header: copy.columns.order,
    meta: { card: 'aside', className: '@max-rows:col-span-1 @max-rows:mb-0 nums' },
    cell: ({ row }) => (
      <>
        <span aria-hidden className="mr-1.5 text-muted @rows:hidden">
          {copy.columns.order}
        </span>
        {row.index + 1}
      </>
    ),
  }),
  column.display({
    id: 'actions',
    header: copy.columns.actions,
    meta: { card: 'actions', className: '@rows:w-px' },
    cell: ({ row }) => <Actions partner={row.original} place={row.index} />,
  }),
];

function Actions({ partner, place }: { partner: Partner; place: number }) {
  const { edit, askToDelete } = use(PartnerContext);
  const { name } = partner;
  return (
    <div className="flex gap-2 @max-rows:flex-wrap @max-rows:[&>*]:flex-1">
      <MoveButtons name={name} place={place} />
      <Button variant="secondary" size="sm" aria-label={copy.editOf(name)} onClick={() => edit(partner)}>
        {copy.edit}
      </Button>
      <Button variant="danger" size="sm" aria-label={copy.deleteOf(name)} onClick={() => askToDelete(partner)}>
        {copy.delete}
      </Button>
    </div>
  );
}
