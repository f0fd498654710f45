import { useQuery } from '@tanstack/react-query';
import { mentorRequests as copy } from '#copy/sessions/requests.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { mentorRequestsQuery } from './mentor-requests.data.ts';

/** How many requests wait without an answer, beside the section's name. */
export function RequestsCount({ mentorId }: { mentorId: string }) {
  const { data } = useQuery(mentorRequestsQuery(mentorId));
  return <TabCount count={data?.filter(({ answer }) => answer === null).length} label={copy.waiting} />;
}
