import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';

/** How many other times are offered. */
const OFFERED = 6;

async function readNearestSlots(mentorId: string, { date, startTime }: SlotTime): Promise<SlotTime[]> {
  const { supabase } = await import('#lib/supabase.ts');
  const { data, error } = await supabase()
    .rpc('nearest_free_slots', { p_mentor_id: mentorId, p_date: date, p_start_time: startTime, p_limit: OFFERED })
    .select('date,startTime:start_time,endTime:end_time');
  if (error) throw error;
  // The nearest ones, in the order in which they come.
  return data.sort((a, b) => `${a.date}${a.startTime}`.localeCompare(`${b.date}${b.startTime}`));
}

export const NEAREST_SLOTS = 'nearest-slots';

/** A mentor's free slots that are nearest to a wanted one, as they are now. */
export function nearestSlotsQuery(mentorId: string, wanted: SlotTime) {
  return queryOptions({
    queryKey: [NEAREST_SLOTS, mentorId, wanted.date, wanted.startTime],
    queryFn: () => readNearestSlots(mentorId, wanted),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
