import { Plus } from 'lucide-react';
import { createContext, use } from 'react';
import { Link } from 'react-router';
import { adminCategories as copy } from '#copy/mentors/categories.ts';
import { rowOrder, tableCopy } from '#copy/office/table.ts';
import { isApiError, reasonFor } from '#lib/api-error.ts';
import { officePaths } from '#lib/office-paths.ts';
import { useRowOrder } from '#lib/query/use-row-order.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { columnsOf, SHARE } from '#ui/data-table/columns.ts';
import { Line } from '#ui/data-table/line.tsx';
import { DragHandle, MoveButtons, RowOrder } from '#ui/data-table/row-order.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { CategoryIcon } from '../category-icon.tsx';
import { categoriesQuery, deleteCategory, type ListedCategory, reorderCategories } from './categories.data.ts';
import { CategoryDialog } from './category-dialog.tsx';

const ORDER_LABELS = { ...rowOrder, ...copy.order };

/** The list of mentors, narrowed to a category: their search text has its name. */
const mentorsIn = ({ name }: ListedCategory) => `${officePaths.tab('mentors')}&q=${encodeURIComponent(name)}`;

const column = columnsOf<ListedCategory>();

const COLUMNS = [
  column.accessor('name', {
    header: copy.columns.name,
    meta: { card: 'title', className: `${SHARE} @rows:w-[60%]` },
    cell: ({ row }) => <NameCell category={row.original} place={row.index} />,
  }),
  column.accessor('mentorCount', {
    header: copy.columns.mentors,
    meta: { className: 'nums whitespace-nowrap' },
    cell: ({ row: { original } }) =>
      original.mentorCount > 0 ? (
        <Link
          to={mentorsIn(original)}
          className="inline-flex min-h-6 items-center text-accent-text underline-offset-4 hover:underline"
        >
          {copy.mentors(original.mentorCount)}
          <span className="sr-only">{copy.inCategory(original.name)}</span>
        </Link>
      ) : (
        <span className="text-muted">{copy.noMentors}</span>
      ),
  }),
  column.display({
    id: 'order',
    header: copy.columns.order,
    meta: { className: 'nums' },
    cell: ({ row }) => row.index + 1,
  }),
  column.display({
    id: 'actions',
    header: copy.columns.actions,
    meta: { card: 'actions', className: '@rows:w-px' },
    cell: ({ row }) => <ActionsCell category={row.original} place={row.index} />,
  }),
];

/** The fields of expertise: in which order they are listed, and the ways to add, change and delete one. */
export function AdminCategories() {
  const { rows, move, ...query } = useRowOrder(categoriesQuery, reorderCategories, {
    ...copy.order,
    reasonOf: (error) => reasonFor(error, copy.reasons),
  });
  const { opened, open, heading, dialog } = useOpened<{ isDelete: boolean; category: ListedCategory | null }>();

  return (
    <OpenCategory value={(category, isDelete) => open({ category, isDelete })}>
      <RowOrder rows={rows ?? []} labels={ORDER_LABELS} onMove={move}>
        <AdminList
          labels={{ table: tableCopy }}
          title={copy.title}
          query={{ ...query, data: rows, isPlaceholderData: false }}
          header={{
            count: rows && copy.count(rows.length),
            headingRef: heading,
            refreshLabel: copy.refresh,
            children: (
              <Button size="sm" onClick={() => open({ isDelete: false, category: null })}>
                <Plus aria-hidden className="size-4" />
                {copy.addTitle}
              </Button>
            ),
          }}
          filters={<p className="max-w-prose text-sm text-muted">{copy.hint}</p>}
          layout={{ columns: COLUMNS, rowLabel: ({ name }) => name }}
          failure={copy.loadFailed}
          empty={{ text: copy.empty }}
        />
      </RowOrder>
      {opened &&
        (opened.isDelete && opened.category ? (
          <DeleteCategoryDialog key={opened.turn} category={opened.category} {...dialog} />
        ) : (
          <CategoryDialog key={opened.turn} category={opened.category} {...dialog} />
        ))}
    </OpenCategory>
  );
}

type DeleteProps = Pick<Parameters<typeof CategoryDialog>[0], 'isOpen' | 'onClose' | 'returnFocus'>;

/** Whether it is used the database decides, and says by how many. */
function DeleteCategoryDialog({ category, ...dialog }: DeleteProps & { category: ListedCategory }) {
  return (
    <DeleteDialog
      {...dialog}
      title={copy.deleteDialog.title(category.name)}
      description={copy.deleteDialog.description}
      labels={{ keep: copy.deleteDialog.keep, confirm: copy.deleteDialog.confirm }}
      networkMode="always"
      closesAfterRefetch
      onDelete={() => deleteCategory(category.id)}
      queryKey={categoriesQuery.queryKey}
      deleted={{ sentence: copy.deleted }}
      failureOf={(error) => ({
        title: copy.deleteFailed,
        text: isApiError(error, 'refused') ? error.message : reasonFor(error, copy.reasons),
      })}
      insteadOf={(error) =>
        isApiError(error, 'refused') ? (
          <ButtonLink to={mentorsIn(category)}>{copy.deleteDialog.showMentors}</ButtonLink>
        ) : undefined
      }
    />
  );
}

function NameCell({ category, place }: { category: ListedCategory; place: number }) {
  return (
    <div className="-ml-2 flex items-center gap-2 @max-tight:flex-wrap">
      <DragHandle row={category} place={place} />
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text">
        <span className="contents [&>svg]:size-4.5">
          <CategoryIcon name={category.icon} />
        </span>
      </span>
      <Line title={category.description ?? category.name}>
        <span className="font-semibold @max-rows:block">{category.name} </span>
        {category.description && <span className="text-sm text-muted">{category.description}</span>}
      </Line>
    </div>
  );
}

function ActionsCell({ category, place }: { category: ListedCategory; place: number }) {
  const openCategory = use(OpenCategory);
  const { name } = category;
  return (
    <div className="flex gap-2 @max-rows:flex-wrap @max-rows:[&>*]:flex-1">
      <MoveButtons name={name} place={place} />
      <Button
        variant="secondary"
        size="sm"
        aria-label={copy.editOf(name)}
        onClick={() => openCategory(category, false)}
      >
        {copy.edit}
      </Button>
      <Button variant="danger" size="sm" aria-label={copy.deleteOf(name)} onClick={() => openCategory(category, true)}>
        {copy.delete}
      </Button>
    </div>
  );
}

/** What the cells need of the list around them; columns stand outside of components. */
const OpenCategory = createContext<(category: ListedCategory, isDelete: boolean) => void>(() => {});
