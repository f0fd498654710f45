import { queryOptions } from '@tanstack/react-query';
import { refetchOnReturn } from '#lib/query/refetch-on-return.ts';
import { supabase } from '#lib/supabase.ts';
import { type Overview, overviewShape } from '#rules/admin/overview.ts';

async function readOverview(weeks: number): Promise<Overview> {
  const { data, error } = await supabase().rpc('admin_overview', { p_weeks: weeks });
  if (error) throw error;
  return overviewShape.parse(data);
}

/** Every other administrator's work and every payment changes it: it is read anew on each visit and on each return. */
export function overviewQuery(weeks: number) {
  return queryOptions({
    queryKey: ['admin', 'overview', weeks],
    queryFn: () => readOverview(weeks),
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: refetchOnReturn,
    meta: { silent: true },
  });
}

/**
 * Starts what was given up again. `gone` where somebody else has done so, or the booking needs it no more. Throws what the
 * database reports otherwise.
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
