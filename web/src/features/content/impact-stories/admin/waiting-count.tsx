import { useQuery } from '@tanstack/react-query';
import { adminCounts as copy } from '#copy/office/counts.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { waitingStoriesQuery } from './impact-stories.data.ts';

/** How many stories wait for review. */
export function WaitingCount() {
  const { data } = useQuery(waitingStoriesQuery);
  return <TabCount count={data} label={copy.stories} />;
}
