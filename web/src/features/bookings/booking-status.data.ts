import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#lib/supabase.ts';
import type { Tables } from '#supabase/database.types.ts';

export type BookingRow = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'mentor_id'
  | 'mentor_name'
  | 'mentor_image'
  | 'date'
  | 'start_time'
  | 'end_time'
  | 'status'
  | 'google_meet_link'
  | 'created_at'
>;

/** One's own booking; null while there is none with this id. */
async function readBooking(bookingId: string): Promise<BookingRow | null> {
  const { data, error } = await supabase()
    .from('bookings')
    .select(
      'id, mentor_id, mentor_name, mentor_image, date, start_time, end_time, status, google_meet_link, created_at',
    )
    .eq('id', bookingId)
    .maybeSingle();
  if (error) throw error;
  return data;
}

/** A booking changes behind the page's back, so each visit reads it anew. */
export function bookingQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['booking', bookingId],
    queryFn: () => readBooking(bookingId),
    staleTime: 0,
    refetchOnMount: true,
    meta: { silent: true },
  });
}
