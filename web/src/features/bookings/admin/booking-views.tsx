import { Link } from 'react-router';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { type BookingCounts, type BookingView, VIEWS } from './bookings.data.ts';

/** The views of the bookings, each at an address of its own; what waits comes first. */
export function BookingViews({ open, counts }: { open: BookingView; counts: BookingCounts | undefined }) {
  return (
    <nav aria-label={copy.views.label} className="mb-4 overflow-x-auto border-b border-line">
      <div className="flex w-max gap-5">
        {VIEWS.map((view) => (
          <Link
            key={view}
            to={view === 'waiting' ? paths.adminTab('bookings') : `${paths.adminTab('bookings')}&view=${view}`}
            preventScrollReset
            aria-current={view === open ? 'page' : undefined}
            className={cn(
              'flex h-11 items-center gap-2 whitespace-nowrap border-b-2 font-medium transition-colors ' +
                'focus-visible:-outline-offset-2',
              view === open
                ? 'border-accent text-ink'
                : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
            )}
          >
            {copy.views[view]}
            {(view === 'waiting' || view === 'today') && <TabCount count={counts?.[view]} label={copy.viewCount} />}
          </Link>
        ))}
      </div>
    </nav>
  );
}
