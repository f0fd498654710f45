import { useQuery } from '@tanstack/react-query';
import { helpRequestsAdmin as copy } from '#copy/mentors/help-requests.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { waitingRequestsQuery } from './help-requests.data.ts';

/** How many help requests wait. */
export function HelpRequestsCount() {
  const { data } = useQuery(waitingRequestsQuery);
  return <TabCount count={data} label={copy.waiting} />;
}
