import { useQuery } from '@tanstack/react-query';
import { failuresCopy as copy } from '#copy/office/overview.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { failuresQuery } from './failures.data.ts';

/** How many things failed for good: as many as Overview lists. */
export function FailuresCount() {
  const { data } = useQuery(failuresQuery());
  return <TabCount count={data?.total} label={copy.count} />;
}
