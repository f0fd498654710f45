import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export type Tab = { id: string; label: string; content: ReactNode };

/**
 * Tabs with arrow-key movement. Each tab is a link to its panel (`#id`), so that it works before scripts: until then
 * the styles show the panel that the address names (`tabs` in styles/app.css). Find in page also searches hidden
 * panels, and print shows all panels.
 */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const first = tabs[0]?.id ?? '';
  const root = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState(first);
  const [isLive, setIsLive] = useState(false);

  useEffect(() => {
    const follow = () => {
      const wanted = location.hash.slice(1);
      if (root.current?.querySelector(`[role=tab][href="#${CSS.escape(wanted)}"]`)) setSelected(wanted);
    };
    follow();
    setIsLive(true);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  useLayoutEffect(() => {
    if (!isLive) return;
    for (const panel of root.current?.querySelectorAll<HTMLElement>('[role=tabpanel]') ?? []) {
      // React sets this attribute only to true or false.
      if (panel.id === selected) panel.removeAttribute('hidden');
      else panel.setAttribute('hidden', 'until-found');
    }
  }, [isLive, selected]);

  useEffect(() => {
    const show = ({ target }: Event) => setSelected((target as HTMLElement).id);
    const element = root.current;
    element?.addEventListener('beforematch', show);
    return () => element?.removeEventListener('beforematch', show);
  }, []);

  const select = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setSelected(id);
    // For a reload. Not through the router, so that the page does not scroll.
    history.replaceState(history.state, '', `#${id}`);
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    const place = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === ' ') {
      event.preventDefault();
      all[place]?.click();
    }
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };

  return (
    <div ref={root} className="tabs" data-live={isLive || undefined}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-6 overflow-x-auto border-b border-line print:hidden"
      >
        {tabs.map(({ id, label: name }) => (
          <a
            key={id}
            id={`tab-${id}`}
            href={`#${id}`}
            role="tab"
            aria-selected={id === selected}
            aria-controls={id}
            // Before scripts the arrow keys do nothing, so Tab reaches each tab.
            tabIndex={isLive && id !== selected ? -1 : undefined}
            onClick={(event) => select(event, id)}
            className={
              'whitespace-nowrap border-b-2 border-transparent py-3 font-medium text-muted ' +
              'transition-colors hover:text-ink'
            }
          >
            {name}
          </a>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        // No stop of Tab: its text scrolls with the page, and a hidden one keeps a box that would take the focus.
        <section key={id} id={id} role="tabpanel" aria-labelledby={`tab-${id}`} className="scroll-mt-32">
          <div className="py-6">{content}</div>
        </section>
      ))}
    </div>
  );
}
