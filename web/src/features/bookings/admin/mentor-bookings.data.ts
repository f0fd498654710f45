import { queryOptions } from '@tanstack/react-query';
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
    staleTime: 0,
    refetchOnMount: true,
    meta: { silent: true },
  });
}
