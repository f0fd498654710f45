import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { cn } from '#lib/class-names.ts';

const VIEW = 'view';

/** The views of one section of the back office, each at an address of its own (?view=); the first without. */
export function SectionViews({
  label,
  views,
}: {
  label: string;
  views: { id: string; label: string; content: ReactNode; count?: ReactNode }[];
}) {
  const [search] = useSearchParams();
  const tab = search.get('tab') ?? '';
  const open = views.find(({ id }) => id === search.get(VIEW)) ?? views[0];
  return (
    <>
      <nav aria-label={label} className="mb-6 overflow-x-auto border-b border-line xl:mb-3">
        <div className="flex w-max gap-5">
          {views.map((view) => (
            <Link
              key={view.id}
              to={view === views[0] ? `?tab=${tab}` : `?tab=${tab}&${VIEW}=${view.id}`}
              preventScrollReset
              aria-current={view === open ? 'page' : undefined}
              className={cn(
                'flex h-11 items-center whitespace-nowrap border-b-2 font-medium transition-colors ' +
                  'focus-visible:-outline-offset-2',
                view === open
                  ? 'border-accent text-ink'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              {view.label}
              {view.count}
            </Link>
          ))}
        </div>
      </nav>
      <section aria-label={open?.label} key={open?.id}>
        {open?.content}
      </section>
    </>
  );
}
