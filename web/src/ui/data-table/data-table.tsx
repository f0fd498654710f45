// biome-ignore-all lint/a11y/noRedundantRoles: a `display` other than the table's own takes the role from the element.
import { type ColumnDef, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { SelectField } from '../forms/field.tsx';
import { features, type Sort, type TableLabels } from './columns.ts';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import { useCurrentRow } from './row-cursor.ts';

type Features = typeof features;

/**
 * Rows as a table, and as cards of the same markup when there is no room for the table (`@rows`, see styles/app.css).
 */
export function DataTable<Row extends { id: string }>({
  columns,
  rowLabel,
  sort,
  orders = [],
  onSort,
  onOpenRow,
  openRow,
  ...frame
}: ListFrameProps<Row> & {
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own.
  columns: readonly ColumnDef<Features, Row, any>[];
  /** The row's name when it gets the focus; by default all its text. */
  rowLabel?: (row: Row) => string;
  sort?: Sort;
  /** Orders that no column has, such as the newest first. */
  orders?: readonly { label: string; sort: Sort }[];
  onSort?: (sort: Sort) => void;
  /** A click on a row, but not on its buttons and links. */
  onOpenRow?: ((rowId: string) => void) | undefined;
  /** The row whose details are open. */
  openRow?: string | undefined;
}) {
  const { label, labels, rows, state, isStale } = frame;
  const rowProps = useCurrentRow(openRow);
  const table = useTable({
    features,
    columns: columns as ColumnDef<Features, Row>[],
    data: rows as Row[],
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableSorting: onSort !== undefined,
    state: { sorting: sort ? [sort] : [] },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sort ? [sort] : []) : update;
      if (next[0]) onSort?.(next[0]);
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const sortable = headers.filter(({ column }) => column.getCanSort());
  const sortSelect = sort && onSort && sortable.length + orders.length > 1 && (
    <SortSelect
      labels={labels}
      orders={orders}
      sort={sort}
      onSort={onSort}
      columns={sortable.map(({ column }) => ({ id: column.id, label: String(column.columnDef.header) }))}
    />
  );
  const { moreFilters } = frame;
  const withSort = (filters: ReactNode) => (
    <>
      {filters}
      {sortSelect}
    </>
  );

  return (
    <ListFrame
      {...frame}
      filters={moreFilters ? frame.filters : withSort(frame.filters)}
      moreFilters={moreFilters && { ...moreFilters, fields: withSort(moreFilters.fields) }}
    >
      <div className="@rows:overflow-clip @rows:rounded-card @rows:border @rows:border-line @rows:bg-surface">
        <table
          role="table"
          aria-label={label}
          aria-busy={state === 'loading' || isStale}
          className="block w-full border-separate border-spacing-0 text-left text-sm @rows:table"
        >
          <thead role="rowgroup" className="sr-only @rows:not-sr-only @rows:table-header-group">
            <tr role="row">
              {headers.map((header) => {
                const { column } = header;
                const direction = column.getIsSorted();
                const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown;
                return (
                  <th
                    key={header.id}
                    role="columnheader"
                    scope="col"
                    aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
                    className={cn(
                      'whitespace-nowrap border-b border-line bg-surface px-2 py-2 text-xs font-semibold ' +
                        'text-muted first:pl-4 last:pr-4 @rows:sticky @rows:top-(--bar,4rem) @rows:z-10',
                      column.columnDef.meta?.isNumeric && 'text-right',
                    )}
                  >
                    {column.getCanSort() ? (
                      <button
                        type="button"
                        className={
                          '-mx-2 inline-flex items-center gap-1 rounded-control px-2 py-1 ' +
                          'hover:bg-sunken hover:text-ink'
                        }
                        onClick={column.getToggleSortingHandler()}
                      >
                        <table.FlexRender header={header} />
                        <Arrow aria-hidden className={cn('size-3.5', direction ? 'text-ink' : 'opacity-40')} />
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className={cn(
              'grid gap-3 transition-opacity @2xl:grid-cols-2 @rows:table-row-group',
              isStale && 'opacity-60',
            )}
          >
            {state === 'loading' ? (
              <SkeletonRows cells={headers.length} />
            ) : (
              table.getRowModel().rows.map((row) => (
                <tr
                  key={row.id}
                  role="row"
                  {...rowProps(row.id)}
                  // In a card the actions are at the bottom.
                  style={{ gridTemplateRows: `repeat(${headers.length - 1}, auto) 1fr` }}
                  aria-label={rowLabel?.(row.original)}
                  aria-current={(openRow !== undefined && row.id === openRow) || undefined}
                  {...(onOpenRow && {
                    onClick: (event: MouseEvent<HTMLElement>) => {
                      if (isOnRowItself(event)) onOpenRow(row.id);
                    },
                  })}
                  className={cn(
                    onOpenRow && 'cursor-pointer aria-[current=true]:bg-sunken',
                    'relative grid scroll-mt-30 scroll-mb-4 grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 ' +
                      // With large text the heading of a fact is above it.
                      '@max-tight:grid-cols-[minmax(0,1fr)] @max-tight:[&>td]:col-span-1 ' +
                      'rounded-card border border-line bg-surface p-4 focus:-outline-offset-2 ' +
                      'focus-visible:rounded-card focus-visible:bg-sunken @rows:table-row @rows:scroll-mt-28 ' +
                      '@rows:border-0 @rows:bg-transparent @rows:hover:bg-sunken/50 @rows:focus-visible:rounded-none ' +
                      '@rows:focus-visible:bg-sunken @rows:focus:**:data-line:whitespace-normal ' +
                      '@rows:[&:not(:last-child)>td]:border-b @rows:[&>td]:border-line',
                  )}
                >
                  {row.getAllCells().map((cell) => {
                    const { meta, header } = cell.column.columnDef;
                    const place = meta?.card ?? 'fact';
                    return (
                      <td
                        key={cell.id}
                        role="cell"
                        className={cn(
                          'min-w-0 wrap-anywhere @rows:table-cell @rows:h-11 @rows:px-2 @rows:py-1 @rows:align-middle ' +
                            '@rows:first:pl-4 @rows:last:pr-4',
                          place === 'fact' && 'contents',
                          place === 'title' && 'col-span-2 mb-1',
                          place === 'aside' && 'col-span-2 mb-1',
                          place === 'actions' &&
                            'col-span-2 mt-2 self-end border-t border-line pt-3 ' +
                              '@max-rows:[&:not(:has(a,button,select))]:hidden @rows:border-t-0',
                          meta?.isNumeric && 'nums @rows:text-right',
                          meta?.className,
                        )}
                      >
                        {place === 'fact' && (
                          <span aria-hidden className="text-muted @rows:hidden">
                            {String(header)}
                          </span>
                        )}
                        <div className="min-w-0">
                          <table.FlexRender cell={cell} />
                        </div>
                      </td>
                    );
                  })}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
    </ListFrame>
  );
}

/** Whether a click meant the row, not a control in it, its last cell (with the buttons), or selected text. */
function isOnRowItself({ target }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest('a,button,td:last-child,[role=menu]')) return false;
  return getSelection()?.isCollapsed !== false;
}

/** Placeholders for rows that are loading; the table around them is `aria-busy`. */
function SkeletonRows({ cells }: { cells: number }) {
  return Array.from({ length: 5 }, (_, row) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
      key={row}
      aria-hidden
      className="grid gap-2 rounded-card border border-line bg-surface p-4 @rows:table-row @rows:border-0"
    >
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
        <td key={cell} className="@rows:h-11 @rows:px-2 @rows:first:pl-4 @rows:last:pr-4">
          <span
            className="block h-4 rounded-control bg-sunken motion-safe:animate-pulse"
            style={{ width: `${55 + ((row * 7 + cell * 13) % 40)}%` }}
          />
        </td>
      ))}
    </tr>
  ));
}

interface SortSelectProps {
  labels: TableLabels;
  columns: { id: string; label: string }[];
  /** Orders that no column has, first in the list. */
  orders: readonly { label: string; sort: Sort }[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Narrow screens have no headings to press, and some orders have no column. */
function SortSelect({ labels, columns, orders, sort, onSort }: SortSelectProps) {
  return (
    <div
      className={cn(
        'flex w-full items-center gap-2 text-sm @2xl:w-72',
        orders.length === 0 && '@2xl:ml-auto @rows:hidden',
      )}
    >
      <span aria-hidden="true" className="shrink-0 text-muted">
        {labels.sortBy}
      </span>
      <SelectField
        label={labels.sortBy}
        isLabelHidden
        className="flex-1"
        value={`${sort.id} ${sort.desc ? 'desc' : 'asc'}`}
        onChange={({ target }) => {
          const [column = sort.id, direction] = target.value.split(' ');
          onSort({ id: column, desc: direction === 'desc' });
        }}
      >
        {orders.map(({ label, sort: { id, desc } }) => (
          <option key={label} value={`${id} ${desc ? 'desc' : 'asc'}`}>
            {label}
          </option>
        ))}
        {columns.flatMap((column) => [
          <option key={`${column.id} asc`} value={`${column.id} asc`}>
            {labels.ascending(column.label)}
          </option>,
          <option key={`${column.id} desc`} value={`${column.id} desc`}>
            {labels.descending(column.label)}
          </option>,
        ])}
      </SelectField>
    </div>
  );
}
