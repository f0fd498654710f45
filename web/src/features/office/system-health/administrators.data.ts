import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { healthQuery } from './system-health.data.ts';

const administratorShape = z.object({
  id: z.string(),
  name: z.string().nullable(),
  is_two_step_on: z.boolean(),
  last_sign_in_at: z.string().nullable(),
  open_sessions: z.number(),
});
export type Administrator = z.output<typeof administratorShape>;

/** All administrators by name. */
export const administratorsQuery = queryOptions({
  queryKey: [...healthQuery.queryKey, 'administrators'],
  queryFn: async ({ signal }): Promise<Administrator[]> => {
    const { data, error } = await supabase().rpc('list_administrators').abortSignal(signal);
    if (error) throw error;
    return z.array(administratorShape).parse(data);
  },
  ...FRESH_ON_OPEN,
  ...SILENT,
});

/** Answers how many sessions were ended. Throws what the database reports. */
export async function endSessionsOf(userId: string, reason: string): Promise<number> {
  const { data, error } = await supabase().rpc('end_sessions_of', { p_user_id: userId, p_reason: reason });
  if (error) throw error;
  return z.object({ ended: z.number() }).parse(data).ended;
}
