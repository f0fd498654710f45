import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { isolate } from '#lib/isolate.tsx';

/**
 * A cell's text on one line of its table. A text that is too long is cut; all of it is shown under the pointer, and in
 * a row that has the focus (data-table.tsx). A card has room for all of it.
 */
export function Line({
  children,
  title,
  className,
}: {
  children: ReactNode;
  /** The whole text, if it is not `children`. */
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
