import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { readOverview } from './overview-figures.ts';

async function askOverview(weeks: number) {
  // Together, so that nothing moves down when the second answer comes.
  const [{ data, error }, discrepancies, helpRequests] = await Promise.all([
    supabase().rpc('admin_overview', { p_weeks: weeks }),
    supabase().rpc('list_money_findings', { p_is_open: true, p_limit: 1 }),
    supabase().rpc('count_mentor_requests'),
  ]);
  if (error) throw error;
  if (discrepancies.error) console.warn('The discrepancies were not counted', discrepancies.error);
  if (helpRequests.error) console.warn('The help requests were not counted', helpRequests.error);
  return {
    ...readOverview(data),
    /** How many discrepancies about money and calendar are open; null where they could not be counted. */
    openDiscrepancies: discrepancies.error ? null : (discrepancies.data[0]?.total_count ?? 0),
    /** How many help requests wait; 0 where they could not be counted. */
    helpRequests: helpRequests.data ?? 0,
  };
}

export type OverviewAnswer = Awaited<ReturnType<typeof askOverview>>;

/** The key of the overview, of any period. */
export const OVERVIEW_KEY = [OFFICE, 'overview'] as const;

/** Every other administrator's work and every payment changes it: it is read anew on each visit and on each return. */
export function overviewQuery(weeks: number) {
  return queryOptions({
    queryKey: [...OVERVIEW_KEY, weeks],
    queryFn: () => askOverview(weeks),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
