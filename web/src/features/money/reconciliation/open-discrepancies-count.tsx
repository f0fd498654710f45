import { useQuery } from '@tanstack/react-query';
import { discrepanciesCopy as copy } from '#copy/money/discrepancies.ts';
import { TabCount } from '#ui/tab-count.tsx';
import { openDiscrepanciesQuery } from './open-discrepancies.data.ts';

/** How many discrepancies need a person. */
export function OpenDiscrepanciesCount() {
  const { data } = useQuery(openDiscrepanciesQuery);
  return <TabCount count={data} label={copy.needPerson} />;
}
