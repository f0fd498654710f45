import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';

interface SheetProps {
  /** The id that a button's `popoverTarget` names. */
  id: string;
  /** The element, for its `hidePopover`. */
  ref: RefObject<HTMLDivElement | null>;
  title: string;
  /**
   * `side` slides in from the right. `bottom` rises from the lower edge; in a wide window its content is part of the
   * page.
   */
  placement: 'side' | 'bottom';
  /**
   * Gives the open sheet an entry in the history, which Back removes and a link inside it replaces. Called with whether
   * the entry is there.
   */
  onEntry?: (isThere: boolean) => void;
  children: ReactNode;
}

/**
 * A panel over the page that works without scripts. The browser opens it by the button that names its id, and closes it
 * by Escape, by a press beside it and by its own button. What scripts add (sheet-behaviour.ts) is no part of the first
 * load.
 */
export function Sheet({ id, ref, title, placement, onEntry, children }: SheetProps) {
  const isBottom = placement === 'bottom';

  useEffect(() => {
    const end = new AbortController();
    import('./sheet-behaviour.ts')
      .then(({ watchSheet }) => ref.current && watchSheet(ref.current, end.signal, onEntry))
      // The sheet opens and closes without this code, too.
      .catch(console.warn);
    return () => end.abort();
  }, [ref, onEntry]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a dialog while it is open, see sheet-behaviour.ts
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="group"
      aria-label={title}
      className={cn(
        // Hidden, because WebKit adds the padding beside content that overlaps it, and would then scroll sideways.
        'sheet flex-col gap-4 overflow-x-hidden overflow-y-auto border border-line bg-surface px-5 pt-3 text-ink shadow-float ' +
          'transition-all duration-200 ease-out',
        isBottom ? 'bottom rounded-t-card pb-[env(safe-area-inset-bottom)]' : 'pb-5',
      )}
    >
      <div className={cn('flex items-center justify-between', isBottom && 'lg:hidden')}>
        <p className="font-display text-xl font-semibold">{title}</p>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label={site.close}
          // biome-ignore lint/a11y/noAutofocus: the browser focuses it when the sheet opens
          autoFocus
          className="-mr-3 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      {children}
    </div>
  );
}
