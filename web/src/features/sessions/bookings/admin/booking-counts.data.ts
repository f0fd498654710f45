import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { BookingStatus } from '#rules/sessions/booking.ts';

/** Everything that depends on bookings; invalidate it after a change. */
export const BOOKINGS_KEY = [OFFICE, 'bookings'] as const;

/** How often the open list asks for what others changed. Milliseconds. */
export const LIST_POLL_MS = 30_000;

export type BookingCounts = Record<BookingStatus | 'pending' | 'waiting' | 'today' | 'total', number>;

/** How many bookings each status has, of one mentor or of all. */
export function bookingCountsQuery(mentorId?: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'counts', mentorId ?? null],
    queryFn: async (): Promise<BookingCounts> => {
      const { data, error } = await supabase().rpc('booking_counts', mentorId ? { p_mentor_id: mentorId } : {});
      if (error) throw error;
      return data as BookingCounts;
    },
    refetchInterval: LIST_POLL_MS,
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
