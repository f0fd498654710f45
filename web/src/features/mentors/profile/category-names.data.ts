import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

/** What the categories of a profile are chosen from, and named by where a profile is decided about. */
export const categoryNamesQuery = queryOptions({
  queryKey: ['category-names'],
  queryFn: async ({ signal }) => {
    const { data, error } = await supabase()
      .from('categories')
      .select('id, name')
      .order('order_index')
      .order('id')
      .abortSignal(signal);
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_OPEN,
  // The editor's way to the categories opens another tab.
  refetchOnWindowFocus: 'always',
  ...SILENT,
});
