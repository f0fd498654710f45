import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

export type ChangeRequest = Awaited<ReturnType<typeof readRequests>>[number];

async function readRequests(userId: string) {
  const { data, error } = await supabase()
    .from('change_requests')
    .select('id,booking_id,kind,message,state,decline_reason,asked_at,answered_at')
    .eq('user_id', userId)
    .order('asked_at', { ascending: false });
  if (error) throw error;
  return data;
}

/** What the signed-in person asked about their sessions, the latest first, read again on each visit and return. */
export function changeRequestsQuery(userId: string) {
  return queryOptions({
    queryKey: ['change-requests', userId],
    queryFn: () => readRequests(userId),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
