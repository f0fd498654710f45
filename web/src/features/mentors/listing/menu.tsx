import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cn } from '#lib/class-names.ts';

interface MenuProps {
  summary: ReactNode;
  className?: string;
  /** Of the summary. */
  summaryClass: string;
  /** Of what opens; `absolute` makes it a menu over the page. */
  panelClass: string;
  children: ReactNode;
}

/** Choices that open below their button, without scripts too. With them Escape and leaving it close a menu over the page. */
export function Menu({ summary, className, summaryClass, panelClass, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isOverPage = () => panel.current !== null && getComputedStyle(panel.current).position === 'absolute';
  const close = () => menu.current?.removeAttribute('open');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open || !isOverPage()) return;
    event.stopPropagation();
    close();
    menu.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!menu.current?.contains(relatedTarget) && isOverPage()) close();
  };
  return (
    <details ref={menu} className={cn('group/menu relative', className)} onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className={cn('cursor-pointer list-none [&::-webkit-details-marker]:hidden', summaryClass)}>
        {summary}
        <ChevronDown
          className="size-4 shrink-0 text-muted transition-transform duration-150 group-open/menu:rotate-180"
          aria-hidden="true"
        />
      </summary>
      {/* It takes the focus of a press beside its controls, which would otherwise leave the menu. */}
      <div ref={panel} tabIndex={-1} className={cn('outline-none', panelClass)}>
        {children}
      </div>
    </details>
  );
}
