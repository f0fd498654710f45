// biome-ignore-all lint/a11y/noRedundantRoles: a `display` other than the table's own takes the role from the element.
import { type ColumnDef, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { Button } from '../button.tsx';
import { features, type TableWords } from './columns.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortSelect } from './sort-select.tsx';

export type Sort = { id: string; desc: boolean };

type Features = typeof features;

/** Rows as a table, and on narrow screens as cards of the same markup. */
export function DataTable<Row extends object>({
  label,
  words,
  columns,
  rows,
  rowId,
  state,
  isStale = false,
  skeletonRows = 5,
  empty,
  failure,
  onRetry,
  sort,
  orders = [],
  onSort,
}: {
  label: string;
  words: TableWords;
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own.
  columns: readonly ColumnDef<Features, Row, any>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  state: 'loading' | 'failed' | 'ready';
  /** The rows are those of the question before; the answer to the present one is on its way. */
  isStale?: boolean;
  skeletonRows?: number;
  empty: ReactNode;
  failure: ReactNode;
  onRetry: () => void;
  sort?: Sort;
  /** Ways to sort that no column has, such as the newest first. */
  orders?: readonly { label: string; sort: Sort }[];
  onSort?: (sort: Sort) => void;
}) {
  const table = useTable({
    features,
    columns: columns as ColumnDef<Features, Row>[],
    data: rows as Row[],
    getRowId: rowId,
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

  if (state === 'failed') {
    return (
      <div role="alert" className="rounded-card border border-line bg-surface px-5 py-10 text-center">
        <p className="mb-4">{failure}</p>
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      </div>
    );
  }
  if (state === 'ready' && rows.length === 0) {
    return <div className="rounded-card border border-line bg-surface px-5 py-10 text-center">{empty}</div>;
  }
  return (
    <>
      {sort && onSort && sortable.length + orders.length > 1 && (
        <SortSelect
          words={words}
          orders={orders}
          sort={sort}
          onSort={onSort}
          columns={sortable.map(({ column }) => ({ id: column.id, label: String(column.columnDef.header) }))}
        />
      )}
      <div className="md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-surface">
        <table
          role="table"
          aria-label={label}
          aria-busy={state === 'loading' || isStale}
          className="block w-full text-left text-sm md:table"
        >
          <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
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
                    aria-sort={
                      direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined
                    }
                    className={cn(
                      'whitespace-nowrap border-b border-line px-4 py-3 text-xs font-semibold text-muted',
                      column.columnDef.meta?.isNumeric && 'text-right',
                    )}
                  >
                    {column.getCanSort() ? (
                      <button
                        type="button"
                        className="-mx-2 inline-flex items-center gap-1 rounded-control px-2 py-1 hover:bg-sunken hover:text-ink"
                        onClick={column.getToggleSortingHandler()}
                      >
                        <table.FlexRender header={header} />
                        <Arrow
                          aria-hidden
                          className={cn('size-3.5', direction ? 'text-ink' : 'opacity-40')}
                        />
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
            className={cn('grid gap-3 transition-opacity md:table-row-group', isStale && 'opacity-60')}
          >
            {state === 'loading' ? (
              <SkeletonRows rows={skeletonRows} cells={headers.length} />
            ) : (
              table.getRowModel().rows.map((row) => (
                <tr
                  key={row.id}
                  role="row"
                  className="relative grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5 rounded-card border border-line bg-surface p-4 md:table-row md:border-0 md:[&:not(:last-child)>td]:border-b md:[&>td]:border-line"
                >
                  {row.getAllCells().map((cell) => {
                    const { meta, header } = cell.column.columnDef;
                    const place = meta?.card ?? 'fact';
                    return (
                      <td
                        key={cell.id}
                        role="cell"
                        className={cn(
                          'min-w-0 md:table-cell md:px-4 md:py-3 md:align-top',
                          place === 'fact' && 'contents',
                          place === 'title' && 'col-span-2 mb-1',
                          place === 'aside' && 'col-span-2 mb-1',
                          place === 'actions' &&
                            'col-span-2 mt-2 border-t border-line pt-3 max-md:[&:not(:has(a,button,select))]:hidden md:border-t-0',
                          meta?.isNumeric && 'nums md:text-right',
                          meta?.className,
                        )}
                      >
                        {place === 'fact' && (
                          <span aria-hidden className="text-muted md:hidden">
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
    </>
  );
}
