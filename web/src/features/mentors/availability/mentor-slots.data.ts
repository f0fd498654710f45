import { queryOptions } from '@tanstack/react-query';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { hasStoredSession } from '#lib/session/stored-session.ts';
import type { Slot } from '#rules/mentors/slots.ts';

const FRESH_MS = 5 * 60_000;

const SLOT = 'date,startTime:start_time,endTime:end_time,isBooked:is_booked,isHeld:is_held';

export function mentorSlotsKey(mentorId: string) {
  return ['mentor-slots', mentorId] as const;
}

async function readSlots(api: PublicApi, mentorId: string): Promise<Slot[]> {
  const { data, error } = await api.rpc('mentor_slots', { p_mentor_id: mentorId }).select(SLOT);
  if (error) throw error;
  return data;
}

/** As the signed-in person, whose own hold must not look like another person's. */
async function readSlotsAsMe(mentorId: string): Promise<Slot[]> {
  const { supabase } = await import('#lib/supabase.ts');
  const { data, error } = await supabase().rpc('mentor_slots', { p_mentor_id: mentorId }).select(SLOT);
  if (error) throw error;
  return data;
}

/** A mentor's future slots, fresh for 5 minutes (docs/product/hours.md#slots-for-founders); none where that fails. */
export function mentorSlotsQuery(mentorId: string, api?: PublicApi) {
  return queryOptions({
    queryKey: mentorSlotsKey(mentorId),
    queryFn: async () =>
      !api && hasStoredSession() ? readSlotsAsMe(mentorId) : readSlots(api ?? (await latePublicApi()), mentorId),
    staleTime: FRESH_MS,
    refetchOnMount: true,
    // A tab may have slept for days, with times that are over.
    refetchOnWindowFocus: true,
    meta: { silent: true },
  });
}
