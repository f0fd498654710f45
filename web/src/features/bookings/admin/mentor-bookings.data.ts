import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { isUuid } from '#rules/mentor-path.ts';

/** The name of a mentor; null when there is none with this id. */
export function mentorNameQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['admin', 'mentor-name', mentorId],
    queryFn: async (): Promise<string | null> => {
      if (!isUuid(mentorId)) return null;
      const { data, error } = await supabase()
        .from('mentors')
        .select('name')
        .eq('id', mentorId)
        .maybeSingle();
      if (error) throw error;
      return data?.name ?? null;
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
