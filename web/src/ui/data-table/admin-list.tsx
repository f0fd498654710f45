import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { cn } from '#lib/class-names.ts';
import type { TableAddress } from '#lib/page/use-table-address.ts';
import { Button } from '../button.tsx';
import { SelectField } from '../forms/field.tsx';
import { CardGrid } from './card-grid.tsx';
import type { TableLabels } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SearchBox } from './search-box.tsx';
import { ShortcutList, ShortcutsButton } from './shortcut-list.tsx';
import type { RowKey, ShortcutLabels } from './shortcuts-dialog.tsx';

/** What a list needs of TanStack Query's result; its data are one page of the rows, or all of them. */
interface ListQuery<Row> {
  data: { rows: readonly Row[] } | readonly Row[] | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** A choice that narrows the list; the address keeps it under its name. */
interface ListFilter {
  name: string;
  label: string;
  /** '' is the first option, which holds when the address has none of them. */
  options: readonly (readonly [value: string, label: string])[];
  /** Its width when there is room beside the search. */
  className?: string;
}

type Table<Row extends { id: string }> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  'columns' | 'rowLabel' | 'orders' | 'openRow'
> & { isSortable?: boolean };
type Cards<Row extends { id: string }> = Pick<
  ComponentProps<typeof CardGrid<Row>>,
  'card' | 'skeleton' | 'skeletonCards'
> & { gridColumns: string };

interface AdminListProps<Row extends { id: string }> {
  /** Without labels of shortcuts the list has no shortcuts. */
  labels: { table: TableLabels; shortcuts?: ShortcutLabels };
  title: string;
  query: ListQuery<Row>;
  rowKeys?: readonly RowKey[];
  /** What a click on a row and Enter do; without it Enter goes to the row's buttons. */
  onOpenRow?: (rowId: string) => void;
  /** The props of the usual header, or a complete other header. */
  header: Omit<ComponentProps<typeof ListHeader>, 'title' | 'query' | 'hasShortcuts'> | { whole: ReactNode };
  /** Between the header and the list. */
  intro?: ReactNode;
  address?: TableAddress;
  search?: { label: string; clearLabel: string };
  filter?: ListFilter;
  /** Replaces `search` and `filter`. */
  filters?: ReactNode;
  /** Beside `filters`, folded behind a button; `active` is how many of them narrow the list. */
  moreFilters?: { active: number; fields: ReactNode };
  layout: Table<Row> | Cards<Row>;
  /** A failed refetch leaves the rows on the screen. */
  keepsRowsOnFailure?: boolean;
  failure: ReactNode;
  onRetry?: () => unknown;
  empty: { text: string; hint?: string; clearLabel?: string; onClear?: () => void };
  /** For an empty list with a search or filter: the reason, and the label of the button that clears them. */
  emptyNarrowed?: { text: string; clearLabel?: string };
  /** For a list with `filters`: whether they narrow it, and how to clear them. */
  narrowed?: { isNarrowed: boolean; onClear: () => void };
  pagination?: { page: number; pageSize: number; total: number } | undefined;
  /** Dialogs of the list. */
  children?: ReactNode;
}

/** A list of the back office: header, search and filter, rows, their loading, empty and failed states, pages, keys. */
export function AdminList<Row extends { id: string }>({
  labels,
  title,
  query,
  rowKeys,
  onOpenRow,
  header,
  intro,
  address,
  search,
  filter,
  filters,
  moreFilters,
  layout,
  keepsRowsOnFailure = false,
  failure,
  onRetry = query.refetch,
  empty,
  emptyNarrowed,
  narrowed,
  pagination,
  children,
}: AdminListProps<Row>) {
  const { data } = query;
  const rows = data && 'rows' in data ? data.rows : (data ?? []);
  const hasFailed = query.isError && !(keepsRowsOnFailure && data);
  const filterValue = filter?.options.find(([value]) => value === address?.filter(filter.name))?.[0] ?? '';
  const isNarrowed = Boolean((search && address?.search) || filterValue || narrowed?.isNarrowed);
  const clear = () => {
    if (narrowed) narrowed.onClear();
    else address?.set({ ...(search && { search: '' }), ...(filter && { filters: { [filter.name]: '' } }) });
  };
  const frame = {
    label: title,
    labels: labels.table,
    rows,
    state: query.isPending ? 'loading' : hasFailed ? 'failed' : 'ready',
    isStale: query.isPlaceholderData,
    failure,
    onRetry: () => void onRetry(),
    empty: <EmptyState {...(isNarrowed && emptyNarrowed ? { ...emptyNarrowed, onClear: clear } : empty)} />,
  } as const;
  const narrowing = filters ?? (
    <>
      {search && address && (
        <SearchBox {...search} applied={address.search} onSearch={(term) => address.set({ search: term })} />
      )}
      {filter && (
        <SelectField
          label={filter.label}
          isLabelHidden
          className={filter.className ?? 'w-full @2xl:w-44'}
          value={filterValue}
          onChange={({ target }) => address?.set({ filters: { [filter.name]: target.value } })}
        >
          {filter.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );

  const list = (
    <>
      {'whole' in header ? (
        header.whole
      ) : (
        <ListHeader title={title} query={query} hasShortcuts={labels.shortcuts !== undefined} {...header} />
      )}
      {intro}
      {'columns' in layout ? (
        <DataTable
          {...frame}
          {...layout}
          filters={narrowing}
          moreFilters={moreFilters}
          onOpenRow={onOpenRow}
          {...(layout.isSortable && address && { sort: address.sort, onSort: (sort) => address.set({ sort }) })}
        />
      ) : (
        <CardGrid
          {...frame}
          {...layout}
          columns={layout.gridColumns}
          filters={(search || filter || filters) && narrowing}
        />
      )}
      {pagination && !hasFailed && (
        <Pagination labels={labels.table} {...pagination} onPage={(page) => address?.set({ page })} />
      )}
      {children}
    </>
  );
  if (!labels.shortcuts) return list;
  return (
    <ShortcutList labels={labels.shortcuts} {...(rowKeys && { rowKeys })} onOpenRow={onOpenRow}>
      {list}
    </ShortcutList>
  );
}

type EmptyStateProps = { text: string; hint?: string; clearLabel?: string; onClear?: () => void };

/** Why a list is empty, with a button that clears the search or filters that narrow it. */
function EmptyState({ text, hint, clearLabel, onClear }: EmptyStateProps) {
  return (
    <>
      <p className={hint && 'font-semibold'}>{text}</p>
      {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      {clearLabel && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={onClear}>
          {clearLabel}
        </Button>
      )}
    </>
  );
}

interface PaginationProps {
  labels: TableLabels;
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Pages through what the database counted. `page` starts at 0. Draws nothing when one page holds all rows. */
function Pagination({ labels, page, pageSize, total, onPage }: PaginationProps) {
  if (total <= pageSize && page === 0) return null;
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  return (
    <nav aria-label={labels.pages} className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="nums text-muted" aria-live="polite">
        {labels.range(page * pageSize + 1, Math.min((page + 1) * pageSize, total), total)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden className="size-4" />
          {labels.previous}
        </Button>
        <Button variant="secondary" size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
          {labels.next}
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

interface ListHeaderProps {
  title: string;
  /** Undefined until it is known. */
  count: string | undefined;
  level?: 2 | 3;
  id?: string;
  /** For the focus, when the element that had it is gone. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  query: ListQuery<unknown>;
  refreshLabel: string;
  hasShortcuts: boolean;
  children?: ReactNode;
}

/** The head of a list: its title with a count, its keys, Refresh, and other buttons. */
function ListHeader({
  title,
  count,
  level = 2,
  id,
  headingRef,
  query,
  refreshLabel,
  hasShortcuts,
  children,
}: ListHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 xl:mb-2">
      <Heading
        id={id}
        ref={headingRef}
        tabIndex={-1}
        className={cn('min-w-0 flex-1 basis-32 outline-none', level === 2 ? 'text-xl' : 'text-lg')}
      >
        <span>{title}</span>{' '}
        {count && <span className="nums ml-1 font-sans text-base font-normal text-muted">{count}</span>}
      </Heading>
      <div className="flex flex-wrap gap-2">
        {hasShortcuts && <ShortcutsButton />}
        <RefreshButton label={refreshLabel} isBusy={query.isFetching && !query.isPending} onRefresh={query.refetch} />
        {children}
      </div>
    </div>
  );
}
