import { useQuery } from '@tanstack/react-query';
import { adminCounts as copy } from '#copy/office/counts.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { waitingRequestsQuery } from './help-requests.data.ts';

/** How many help requests wait. */
export function HelpRequestsCount() {
  const { data } = useQuery(waitingRequestsQuery);
  return <TabCount count={data} label={copy.helpRequests} />;
}
