import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';

const client = async () => (await import('#lib/supabase.ts')).supabase();

/** Whose new times the person waits for: the mentors' ids. */
export function slotAlertsQuery(userId: string) {
  return queryOptions({
    queryKey: ['slot-alerts', userId],
    queryFn: async () => (await takeAnswer((await client()).rpc('my_slot_alerts'))).map((alert) => alert.mentor_id),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** Asks to be told of new times, or no more. Throws ApiError. */
export async function setSlotAlert(mentorId: string, isWanted: boolean): Promise<void> {
  await takeAnswer((await client()).rpc(isWanted ? 'ask_slot_alert' : 'stop_slot_alert', { p_mentor_id: mentorId }));
}
