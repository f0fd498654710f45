import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';

/** For when what had the focus is gone: the title of its section. */
export const sectionTitle = (id: string) => document.getElementById(`${id}-title`);

interface Props {
  id: string;
  title: string;
  /** The address names it. */
  isNamed: boolean;
  /** Phones fold all sections but the one that the address names. */
  isFolding: boolean;
  onFold: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A section of the page. Folded, it loads nothing; what was typed into it stays when it folds. */
export function FoldingSection({ id, title, isNamed, isFolding, onFold, children }: Props) {
  const isOpen = !isFolding || isNamed;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const section = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    // The section was not there yet when the browser looked for it.
    if (isNamed) section.current?.scrollIntoView({ block: isFirst.current ? 'start' : 'nearest' });
    isFirst.current = false;
  }, [isNamed]);

  return (
    <section ref={section} id={id} aria-labelledby={`${id}-title`} className="min-w-0 max-md:scroll-mt-2">
      <h2
        id={`${id}-title`}
        tabIndex={-1}
        className={cn('outline-none', isFolding ? 'font-sans text-base font-semibold tracking-normal' : 'text-lg')}
      >
        {isFolding ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            onClick={() => onFold(!isOpen)}
            className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-left focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1">{title}</span>
            <ChevronDown
              className={cn('size-5 shrink-0 text-muted transition-transform duration-150', isOpen && 'rotate-180')}
              aria-hidden="true"
            />
          </button>
        ) : (
          title
        )}
      </h2>
      <div
        id={`${id}-content`}
        hidden={!isOpen}
        className="max-md:px-4 max-md:pb-5 md:mt-3 md:rounded-card md:border md:border-line md:bg-surface md:p-6"
      >
        {wasOpen && children}
      </div>
    </section>
  );
}
