import { queryOptions } from '@tanstack/react-query';
import { DISCREPANCIES } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

/** The key of all that is read about discrepancies. */
export const DISCREPANCIES_KEY = [OFFICE, DISCREPANCIES] as const;

/** How many discrepancies are open. */
export const openDiscrepanciesQuery = queryOptions({
  queryKey: [...DISCREPANCIES_KEY, 'open'],
  queryFn: async ({ signal }) => {
    const { data, error } = await supabase()
      .rpc('list_money_findings', { p_is_open: true, p_limit: 1 })
      .abortSignal(signal);
    if (error) throw error;
    return data[0]?.total_count ?? 0;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
  staleTime: 30_000,
});
