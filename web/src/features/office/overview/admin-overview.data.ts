import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { readOverview } from './overview-figures.ts';

async function askOverview(weeks: number) {
  // Together, so that nothing moves down when the second answer comes.
  const [{ data, error }, discrepancies] = await Promise.all([
    supabase().rpc('admin_overview', { p_weeks: weeks }),
    supabase().rpc('list_money_findings', { p_is_open: true, p_limit: 1 }),
  ]);
  if (error) throw error;
  if (discrepancies.error) console.warn('The discrepancies were not counted', discrepancies.error);
  return {
    ...readOverview(data),
    /** How many discrepancies about money and calendar are open; null where they could not be counted. */
    openDiscrepancies: discrepancies.error ? null : (discrepancies.data[0]?.total_count ?? 0),
  };
}

export type OverviewAnswer = Awaited<ReturnType<typeof askOverview>>;

/** Every other administrator's work and every payment changes it: it is read anew on each visit and on each return. */
/** Of every span of weeks. */
export const OVERVIEW_KEY = [OFFICE, 'overview'] as const;

export function overviewQuery(weeks: number) {
  return queryOptions({
    queryKey: [...OVERVIEW_KEY, weeks],
    queryFn: () => askOverview(weeks),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/**
 * Starts what was given up again. `gone` where another administrator has done so, or the booking needs it no more.
 * Throws what the database reports otherwise.
 */
export async function retryFailure(way: { job: string } | { eventOf: string }): Promise<'started' | 'gone'> {
  const { error } =
    'job' in way
      ? await supabase().rpc('retry_job', { p_job_id: way.job })
      : await supabase().rpc('retry_calendar_event', { p_booking_id: way.eventOf });
  if (error?.code === 'PT404' || error?.code === 'PT409') return 'gone';
  if (error) throw error;
  return 'started';
}
