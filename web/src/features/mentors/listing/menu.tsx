import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { cn } from '#lib/class-names.ts';

interface MenuProps {
  /** Above the button, where `labelClass` does not hide it. */
  label?: string;
  labelClass?: string;
  /** On the button. */
  summary: ReactNode;
  /** Of the button. */
  buttonClass: string;
  /** Of what opens; `absolute` makes it a menu over the page. */
  panelClass: string;
  children: ReactNode;
}

/** Choices that open below their button, without scripts too. With them Escape and leaving it close a menu over the page. */
export function Menu({ label, labelClass, summary, buttonClass, panelClass, children }: MenuProps) {
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
    <details ref={menu} className="group/menu relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {label && <span className={labelClass}>{label}</span>}
        <span className={buttonClass}>
          {summary}
          {/* As in ui/forms/field.tsx: the icon of the library would be in the first load of every area. */}
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-4 shrink-0 text-muted transition-transform duration-150 group-open/menu:rotate-180"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            <path d="m4 6 4 4 4-4" />
          </svg>
        </span>
      </summary>
      {/* It takes the focus of a press beside its controls, which would otherwise leave the menu. */}
      <div ref={panel} tabIndex={-1} className={cn('outline-none', panelClass)}>
        {children}
      </div>
    </details>
  );
}
