import { Menu as Base } from '@base-ui/react/menu';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { cn } from '#lib/class-names.ts';

const ITEM =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-2.5 rounded-control px-3 text-base outline-none ' +
  'data-highlighted:bg-sunken [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-muted';

interface MenuProps {
  /** What the button shows; its words name the list as well. */
  trigger: ReactNode;
  children: ReactNode;
  className?: string;
  /** Names a button that shows only a sign. */
  label?: string;
  id?: string;
}

/** A button that opens a short list of actions: arrow keys move, Escape closes, focus returns. */
export function Menu({ trigger, children, className, label, id }: MenuProps) {
  // The list opens beside its button, so that it stays within the page's landmarks.
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        id={id}
        aria-label={label}
        className={cn(
          'inline-flex h-small shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-control border ' +
            'border-line-strong bg-surface px-3 text-sm font-semibold text-ink transition-colors duration-150 ' +
            'ease-out hover:bg-sunken data-popup-open:bg-sunken [&>svg]:size-4',
          className,
        )}
      >
        {trigger}
        {!label && <ChevronDown className="text-muted" aria-hidden="true" />}
      </Base.Trigger>
      <span ref={place} />
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} align="start" className="z-30">
          <Base.Popup
            className={
              'min-w-56 origin-(--transform-origin) rounded-card border border-line bg-surface p-1.5 text-ink ' +
              'shadow-float transition-[opacity,transform] duration-150 ease-out data-ending-style:scale-98 ' +
              'data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
            }
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuActionProps {
  onSelect: () => void;
  isDisabled?: boolean;
  /** Below the words: why it cannot be done. */
  note?: string | undefined;
  children: ReactNode;
}

export function MenuAction({ onSelect, isDisabled = false, note, children }: MenuActionProps) {
  return (
    <Base.Item
      className={cn(ITEM, note && 'py-2', isDisabled && 'cursor-default text-muted')}
      disabled={isDisabled}
      onClick={onSelect}
    >
      {note ? (
        <span>
          {children}
          <span className="block text-sm text-muted">{note}</span>
        </span>
      ) : (
        children
      )}
    </Base.Item>
  );
}

/** A link to a page of the site. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.LinkItem className={ITEM} render={<Link to={to} />} closeOnClick>
      {children}
    </Base.LinkItem>
  );
}

/** A link that leaves the site, in a new tab. */
export function MenuAnchor({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem className={ITEM} href={href} target="_blank" rel="noopener noreferrer" closeOnClick>
      {children}
      <ExternalLink className="ml-auto" aria-hidden="true" />
    </Base.LinkItem>
  );
}
