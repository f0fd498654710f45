import type { QueryClient } from '@tanstack/react-query';
import { publicApi } from '#lib/public-api.ts';
import type { Slot } from '#rules/mentors/slots.ts';
import { mentorSlotsKey } from './mentor-slots.data.ts';

/** Availability is fresh for 5 minutes (docs/product/hours.md#slots-for-founders). */
const FRESH_MS = 5 * 60_000;

/**
 * What can be booked of the mentors of `mentorIds`, the earliest 50 rows of them all
 * (docs/product/hours.md#slots-for-founders). A mentor without any may still have some: there was no room for more
 * rows, or they do not show them ahead (docs/product/mentor-accounts.md#next-free-time).
 */
export async function readAvailabilityPreview(mentorIds: string[]): Promise<Map<string, Slot[]>> {
  const { data, error } = await publicApi()
    .rpc('mentor_slots_preview', { p_mentor_ids: mentorIds }, { get: true })
    .select('mentor_id,date,startTime:start_time,endTime:end_time,isBooked:is_booked');
  if (error) throw error;
  const slots = new Map<string, Slot[]>();
  // Who is paying for what is asked by the profile alone.
  for (const { mentor_id, ...slot } of data)
    slots.set(mentor_id, [...(slots.get(mentor_id) ?? []), { ...slot, isHeld: false }]);
  return slots;
}

/**
 * Reads the availability of the mentors that a visitor points at: one request at a time for all that came since the
 * last, and each mentor once in 5 minutes. The answer waits under `mentorSlotsKey(id)`, out of date: the profile shows
 * it at once and asks again, because it lacks holds. A failure is logged and leaves no availability.
 */
export function createAvailabilityPreview(options: {
  client: QueryClient;
  read?: typeof readAvailabilityPreview;
  now?: () => Date;
}): (mentorId: string) => Promise<void> {
  const { client, read = readAvailabilityPreview, now = () => new Date() } = options;
  const waiting = new Set<string>();
  const readAt = new Map<string, number>();
  let isReading = false;

  const isFresh = (id: string) => {
    const latest = Math.max(readAt.get(id) ?? 0, client.getQueryState(mentorSlotsKey(id))?.dataUpdatedAt ?? 0);
    return now().getTime() - latest < FRESH_MS;
  };

  const readWaiting = async () => {
    const ids = [...waiting];
    waiting.clear();
    const time = now();
    for (const id of ids) readAt.set(id, time.getTime());
    try {
      for (const [id, found] of await read(ids)) {
        // The profile may have been opened, and have asked for itself, in the meantime.
        const isKnown = (client.getQueryState(mentorSlotsKey(id))?.dataUpdatedAt ?? 0) >= time.getTime();
        if (isKnown) continue;
        client.setQueryData(mentorSlotsKey(id), found, { updatedAt: 1 });
      }
    } catch (error) {
      for (const id of ids) readAt.delete(id);
      console.warn('The availability of mentors could not be read; none is shown ahead.', error);
    }
  };

  return async (mentorId) => {
    if (isFresh(mentorId)) return;
    waiting.add(mentorId);
    if (isReading) return;
    isReading = true;
    while (waiting.size > 0) await readWaiting();
    isReading = false;
  };
}
