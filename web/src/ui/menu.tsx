import { ChevronDown, ExternalLink } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { allStyles } from '#lib/page/all-styles.ts';
import { toast } from '#lib/toast.ts';
import { useIdle } from '#lib/use-idle.ts';
import type { MenuParts } from './menu-parts.ts';

let loaded: MenuParts | undefined;

async function loadParts(): Promise<MenuParts> {
  // A browser remembers an import that failed.
  if (!loaded && !navigator.onLine) throw new Error('Offline');
  const [{ menuParts }] = await Promise.all([import('./menu-parts.ts'), allStyles()]);
  loaded = menuParts;
  return menuParts;
}

/** For the entries of a menu that is open. */
const PartsContext = createContext<MenuParts | undefined>(undefined);

function useParts(): MenuParts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('An entry stands outside of its menu.');
  return parts;
}

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

/**
 * A button that opens a short list of actions: arrow keys move, Escape closes, focus returns. The code of the list is loaded
 * when the page is idle, or when the first list is asked for.
 */
export function Menu({ trigger, children, className, label, id }: MenuProps) {
  const [parts, setParts] = useState(loaded);
  const [askedBy, setAskedBy] = useState<'keyboard' | 'pointer' | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The list opens beside its button, so that it stays within the page's landmarks.
  const place = useRef<HTMLSpanElement>(null);
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle) loadParts().catch((error: unknown) => console.warn('The code of menus could not be prepared', error));
  }, [isIdle]);
  useEffect(() => {
    if (!askedBy) return;
    // The button in the place of the first one, so that the focus returns to it.
    button.current?.focus();
    // A press by keyboard also moves the focus to the first entry.
    if (askedBy === 'keyboard') button.current?.click();
    else setIsOpen(true);
  }, [askedBy]);
  const ask = async (isByKeyboard: boolean) => {
    try {
      setParts(await loadParts());
      setAskedBy(isByKeyboard ? 'keyboard' : 'pointer');
    } catch (error) {
      console.warn('The code of menus could not be loaded', error);
      toast.error(navigator.onLine ? site.queryFailed : site.offline, { id: 'network' });
    }
  };
  const face = {
    id,
    'aria-label': label,
    className: cn(
      'inline-flex h-small shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-control border ' +
        'border-line-strong bg-surface px-3 text-sm font-semibold text-ink transition-colors duration-150 ' +
        'ease-out hover:bg-sunken data-popup-open:bg-sunken [&>svg]:size-4',
      className,
    ),
    children: (
      <>
        {trigger}
        {!label && <ChevronDown className="text-muted" aria-hidden="true" />}
      </>
    ),
  };
  if (!parts) {
    return (
      <>
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={({ detail }) => void ask(detail === 0)}
          {...face}
        />
        <span />
      </>
    );
  }
  return (
    <parts.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <parts.Trigger ref={button} {...face} />
      <span ref={place} />
      <parts.Portal container={place}>
        <parts.Positioner positionMethod="fixed" sideOffset={6} align="start" className="z-30">
          <parts.Popup
            className={
              'min-w-56 origin-(--transform-origin) rounded-card border border-line bg-surface p-1.5 text-ink ' +
              'shadow-float transition-[opacity,transform] duration-150 ease-out data-ending-style:scale-98 ' +
              'data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
            }
          >
            <PartsContext value={parts}>{children}</PartsContext>
          </parts.Popup>
        </parts.Positioner>
      </parts.Portal>
    </parts.Root>
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
  const { Item } = useParts();
  return (
    <Item
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
    </Item>
  );
}

/** A link to a page of the site. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const { LinkItem } = useParts();
  return (
    <LinkItem className={ITEM} render={<Link to={to} />} closeOnClick>
      {children}
    </LinkItem>
  );
}

/** A link that leaves the site, in a new tab. */
export function MenuAnchor({ href, children }: { href: string; children: ReactNode }) {
  const { LinkItem } = useParts();
  return (
    <LinkItem className={ITEM} href={href} target="_blank" rel="noopener noreferrer" closeOnClick>
      {children}
      <ExternalLink className="ml-auto" aria-hidden="true" />
    </LinkItem>
  );
}
