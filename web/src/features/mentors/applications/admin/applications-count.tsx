import { useQuery } from '@tanstack/react-query';
import { adminCounts as copy } from '#copy/office/counts.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { pendingApplicationsQuery } from './mentor-applications.data.ts';

/** How many applications wait for a first answer. */
export function ApplicationsCount() {
  const { data } = useQuery(pendingApplicationsQuery);
  return <TabCount count={data} label={copy.applications} />;
}
