import { useQuery } from '@tanstack/react-query';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { bookingCountsQuery } from './bookings.data.ts';

/** How many bookings wait for review, beside the tab's name; nothing where none does. */
export function PendingCount() {
  const { data } = useQuery(bookingCountsQuery());
  if (!data?.pending) return null;
  return (
    <span className="nums rounded-full bg-accent px-2 text-xs font-semibold leading-5 text-on-accent">
      <span aria-hidden="true">{data.pending.toLocaleString('en-IN')}</span>
      <span className="sr-only">{copy.pendingCount(data.pending)}</span>
    </span>
  );
}
