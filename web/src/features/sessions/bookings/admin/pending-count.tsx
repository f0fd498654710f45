import { useQuery } from '@tanstack/react-query';
import { adminCounts as copy } from '#copy/office/counts.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { bookingCountsQuery } from './booking-counts.data.ts';

/** How many bookings wait for an answer. */
export function PendingCount() {
  const { data } = useQuery(bookingCountsQuery());
  return <TabCount count={data?.waiting} label={copy.bookings} />;
}
