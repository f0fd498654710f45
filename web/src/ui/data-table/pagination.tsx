import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../button.tsx';
import type { TableLabels } from './columns.ts';

/** Pages through what the database counted. `page` starts at 0. Draws nothing where one page holds all. */
export function Pagination({
  labels,
  page,
  pageSize,
  total,
  onPage,
}: {
  labels: TableLabels;
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}) {
  if (total <= pageSize && page === 0) return null;
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  return (
    <nav aria-label={labels.pages} className="mt-4 flex items-center justify-between gap-3 text-sm">
      <p className="nums text-muted" aria-live="polite">
        {labels.range(page * pageSize + 1, Math.min((page + 1) * pageSize, total), total)}
      </p>
      <div className="flex gap-2">
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
