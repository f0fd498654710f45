import { useQuery } from '@tanstack/react-query';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { bookingCountsQuery } from './bookings.data.ts';

/** How many bookings wait for an answer. */
export function PendingCount() {
  const { data } = useQuery(bookingCountsQuery());
  return <TabCount count={data?.waiting} label={copy.pendingCount} />;
}
