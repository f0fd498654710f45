import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { isolate } from '#lib/isolate.tsx';

/**
 * What a cell says, on one line of its table: what is too long is cut, and is read under the pointer, or in the row
 * while it has the focus (data-table.tsx). A card has room for all of it.
 */
export function Line({
  children,
  title,
  className,
}: {
  children: ReactNode;
  /** All of it, where that is not what the children say. */
  title?: string | undefined;
  className?: string;
}) {
  return (
    <span
      data-line
      title={title ?? (typeof children === 'string' ? children : undefined)}
      className={cn('block min-w-0 wrap-anywhere @rows:truncate', className)}
    >
      {isolate(children)}
    </span>
  );
}
