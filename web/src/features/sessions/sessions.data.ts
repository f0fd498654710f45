import { queryOptions } from '@tanstack/react-query';
import { bookingCopy } from '#copy/booking.ts';
import { supabase } from '#lib/supabase.ts';
import type { Tables } from '#supabase/database.types.ts';

export type Booking = Pick<
  Tables<'bookings'>,
  | 'id'
  | 'mentor_id'
  | 'mentor_name'
  | 'mentor_image'
  | 'date'
  | 'start_time'
  | 'end_time'
  | 'status'
  | 'notes'
  | 'google_meet_link'
  | 'created_at'
>;

async function readBookings(userId: string): Promise<Booking[]> {
  const { data: auth } = await supabase().auth.getSession();
  // The database shows nobody else's bookings anyway; this names the mistake instead of showing an empty list.
  if (auth.session?.user.id !== userId) throw new Error(bookingCopy.sessions.unauthorized);
  const { data, error } = await supabase()
    .from('bookings')
    .select(
      'id, mentor_id, mentor_name, mentor_image, date, start_time, end_time, status, notes, google_meet_link, created_at',
    )
    .eq('user_id', userId);
  if (error) throw error;
  return data;
}

/** The bookings of the signed-in person. They change behind the page's back, so they are read anew on each visit. */
export function bookingsQuery(userId: string) {
  return queryOptions({
    queryKey: ['bookings', userId],
    queryFn: () => readBookings(userId),
    staleTime: 0,
    refetchOnMount: true,
    meta: { silent: true },
  });
}
