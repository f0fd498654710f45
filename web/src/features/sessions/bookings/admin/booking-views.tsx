import { Link, useSearchParams } from 'react-router';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { cn } from '#lib/class-names.ts';
import { TabCount } from '#ui/tab-count.tsx';
import type { BookingCounts } from './booking-counts.data.ts';
import { BOOKING_VIEWS, type BookingView } from './bookings.data.ts';

const { views: copy } = adminBookings;

/** The views of the bookings, each at an address of its own; what narrows the list stays. */
export function BookingViews({ open, counts }: { open: BookingView; counts: BookingCounts | undefined }) {
  const [params] = useSearchParams();
  const addressOf = (view: BookingView) => {
    const next = new URLSearchParams(params);
    for (const name of ['page', 'sort', 'order', 'booking']) next.delete(name);
    next.set('view', view);
    return `?${next}`;
  };
  return (
    <nav
      aria-label={copy.label}
      className="order-last w-full overflow-x-auto border-b border-line xl:order-none xl:w-auto xl:border-0"
    >
      <div className="flex w-max gap-5">
        {BOOKING_VIEWS.map((view) => (
          <Link
            key={view}
            to={addressOf(view)}
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
            {copy[view]}
            {view === 'waiting' && <TabCount count={counts?.waiting} label={copy.waitingCount} />}
            {view === 'today' && <TabCount count={counts?.today} label={copy.todayCount} />}
          </Link>
        ))}
      </div>
    </nav>
  );
}
