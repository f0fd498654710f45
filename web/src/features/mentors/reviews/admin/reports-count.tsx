import { useQuery } from '@tanstack/react-query';
import { adminCounts as copy } from '#copy/office/counts.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { reviewReportsQuery } from './review-reports.data.ts';

/** How many reports are open. */
export function ReportsCount() {
  const { data } = useQuery(reviewReportsQuery);
  return <TabCount count={data?.length} label={copy.reports} />;
}
