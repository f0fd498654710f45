import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { bookingCountsQuery } from './bookings.data.ts';

/** "(3) " before a title. */
const COUNT = /^\([\d,]+\) /;

/** How many bookings wait for an answer, also in the title of the browser's tab (answers, section 5). */
export function PendingCount() {
  const { data } = useQuery(bookingCountsQuery());
  const count = data?.waiting ?? 0;
  useEffect(() => {
    const title = document.title.replace(COUNT, '');
    document.title = count > 0 ? copy.titleCount(count, title) : title;
    return () => {
      document.title = document.title.replace(COUNT, '');
    };
  }, [count]);
  return <TabCount count={count} label={copy.pendingCount} />;
}
