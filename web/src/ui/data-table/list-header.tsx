import type { ReactNode, RefObject } from 'react';
import { cn } from '#lib/class-names.ts';
import { RefreshButton } from './refresh-button.tsx';
import { ShortcutsButton } from './shortcut-list.tsx';

interface ListHeaderProps {
  title: string;
  /** Not before it is known. */
  count: string | undefined;
  level?: 2 | 3;
  id?: string;
  /** For the focus, where what had it is gone. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  refresh: { label: string; isBusy: boolean; onRefresh: () => unknown };
  children?: ReactNode;
}

/** The head of a ShortcutList: its title with what it counts, its keys, Refresh, and what else there is to press. */
export function ListHeader({ title, count, level = 2, id, headingRef, refresh, children }: ListHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <Heading
        id={id}
        ref={headingRef}
        tabIndex={-1}
        className={cn('min-w-0 flex-1 basis-32 outline-none', level === 2 ? 'text-xl' : 'text-lg')}
      >
        {title} {count && <span className="nums ml-1 font-sans text-base font-normal text-muted">{count}</span>}
      </Heading>
      <div className="flex flex-wrap gap-2">
        <ShortcutsButton />
        <RefreshButton {...refresh} />
        {children}
      </div>
    </div>
  );
}
