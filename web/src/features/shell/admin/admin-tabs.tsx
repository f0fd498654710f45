import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { adminShell } from '#copy/admin/shell.ts';
import { cn } from '#lib/class-names.ts';

export interface AdminTab {
  id: keyof typeof adminShell.tabs;
  /** Beside the name, such as a count. */
  badge?: ReactNode;
  content: ReactNode;
}

export interface AdminTabGroup {
  label: string;
  tabs: AdminTab[];
}

/**
 * The back office: its sections, each at an address of its own (?tab=), and the one that is open. Links, not tabs in
 * ARIA's sense: each leads to an address, and only the open section is on the page.
 */
export function AdminTabs({ groups }: { groups: AdminTabGroup[] }) {
  const [search] = useSearchParams();
  const tabs = groups.flatMap((group) => group.tabs);
  const open = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const link = useRef<HTMLAnchorElement>(null);
  const openId = open?.id;
  // On a phone the row of sections is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is another one when another section opens.
  useEffect(() => {
    const row = link.current?.closest('nav');
    if (!row || !link.current) return;
    // Sideways alone: beside the section the list may be higher than the screen, and the page stays where it is.
    const { left, width } = link.current.getBoundingClientRect();
    const frame = row.getBoundingClientRect();
    row.scrollBy({ left: left + width / 2 - (frame.left + frame.width / 2) });
  }, [openId]);
  return (
    <div className="grid gap-6 lg:grid-cols-[11rem_minmax(0,1fr)] 2xl:grid-cols-[13rem_minmax(0,1fr)] 2xl:gap-8">
      <nav
        aria-label={adminShell.sections}
        className="-mx-(--page-gutter,1.25rem) overflow-x-auto lg:mx-0 lg:overflow-visible"
      >
        <div className="flex w-max gap-1 px-(--page-gutter,1.25rem) lg:px-0 lg:sticky lg:top-24 lg:w-auto lg:flex-col">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
            <div
              key={group.label}
              role="group"
              aria-label={group.label}
              className="flex gap-1 lg:flex-col lg:not-first:pt-4"
            >
              <p aria-hidden className="hidden px-3 pb-1 text-xs font-semibold text-muted lg:block">
                {group.label}
              </p>
              {group.tabs.map((tab) => (
                <Link
                  key={tab.id}
                  ref={tab === open ? link : undefined}
                  to={`?tab=${tab.id}`}
                  preventScrollReset
                  aria-current={tab === open ? 'page' : undefined}
                  className={cn(
                    'flex h-11 items-center justify-between gap-2 whitespace-nowrap rounded-control ' +
                      'px-3 font-medium lg:h-10',
                    tab === open ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-sunken hover:text-ink',
                  )}
                >
                  {adminShell.tabs[tab.id]}
                  {tab.badge}
                </Link>
              ))}
            </div>
          ))}
        </div>
      </nav>
      <section aria-label={open && adminShell.tabs[open.id]} className="min-w-0" key={open?.id}>
        {open?.content}
      </section>
    </div>
  );
}
