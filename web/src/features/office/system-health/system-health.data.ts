import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { figuresShape, type Health, healthShape } from './health.ts';

const REFRESH_MS = 30_000;

/** Read anew every 30 seconds while the screen is looked at, and at once on the return to it. */
export const healthQuery = queryOptions({
  queryKey: [OFFICE, 'health'],
  queryFn: async ({ signal }): Promise<Health> => {
    const { data, error } = await supabase().rpc('admin_health').abortSignal(signal);
    if (error) throw error;
    return healthShape.parse(data);
  },
  ...FRESH_ON_OPEN,
  ...SILENT,
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
});

/** Which rows break a promise about money; asked for only when there are any. */
export function violationsQuery(count: number) {
  return queryOptions({
    queryKey: [...healthQuery.queryKey, 'violations', count],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase().rpc('list_violations').abortSignal(signal);
      if (error) throw error;
      // The generated types call every column present.
      return data as { rule: string; subject: string; detail: string | null }[];
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
    staleTime: 30_000,
  });
}

/** Counts counters and promise now, and answers as admin_health says figures. Throws ApiError. */
export async function countFigures(): Promise<Health['figures']> {
  return figuresShape.parse(await takeAnswer(supabase().rpc('count_figures')));
}
