import { cn } from '#lib/class-names.ts';
import { SelectField } from '../forms/field.tsx';
import type { Sort, TableLabels } from './columns.ts';

interface SortSelectProps {
  labels: TableLabels;
  columns: { id: string; label: string }[];
  /** Ways to sort that no column has, first in the list. */
  orders: readonly { label: string; sort: Sort }[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Narrow screens have no headings to press, and some orders have no column. */
export function SortSelect({ labels, columns, orders, sort, onSort }: SortSelectProps) {
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
