import { queryOptions } from '@tanstack/react-query';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { keepNextSession } from '#lib/offline/keep-session.ts';
import { FOUNDER_BOOKINGS } from '#lib/query/query-keys.ts';
import { FRESH_ON_OPEN, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { serverNow } from '#lib/server-time.ts';
import { supabase } from '#lib/supabase.ts';
import { nextSession } from '#rules/sessions/meeting.ts';

const COLUMNS = `id,mentor_id,mentor_name,mentor_image,date,start_time,end_time,status,notes,
  google_meet_link,created_at,incident,code,answer_by,decision_cause,decision_reason,founder_moves,mentors(slug,listing_state)`;

export type Booking = Awaited<ReturnType<typeof readBookings>>[number];

/** `mentor_slug` is null where the mentor is gone or not listed; drafts of mentors are not readable. */
function withListing<Row extends { mentors: { slug: string; listing_state: string } | null }>(found: Row) {
  const { mentors, ...row } = found;
  return { ...row, mentor_slug: mentors?.listing_state === 'listed' ? mentors.slug : null };
}

async function readBookings(userId: string) {
  const { data: auth } = await supabase().auth.getSession();
  // The database hides other people's bookings anyway; this names the mistake instead of showing an empty list.
  if (auth.session?.user.id !== userId)
    throw new ApiError('wrong_session', { sentence: bookingCopy.sessions.unauthorized });
  const { data, error } = await supabase().from('bookings').select(COLUMNS).eq('user_id', userId);
  if (error) throw error;
  const bookings = data.map(withListing);
  void keepNextSession(userId, 'founder', nextSession(bookings, serverNow()));
  return bookings;
}

/** The bookings of the signed-in person, read again on each visit and return: others change them too. */
export function bookingsQuery(userId: string) {
  return queryOptions({
    queryKey: [FOUNDER_BOOKINGS, userId],
    queryFn: () => readBookings(userId),
    ...FRESH_ON_RETURN,
    ...SILENT,
    retry: (failures, error) => failures < 1 && !isApiError(error, 'wrong_session'),
  });
}

async function readSuggestedTimes() {
  const { data, error } = await supabase().rpc('my_suggested_times', {});
  if (error) throw error;
  return data;
}

export type SuggestedTime = Awaited<ReturnType<typeof readSuggestedTimes>>[number];

/** Times that were offered with rejections of the signed-in person's bookings, while they are free. */
export function suggestedTimesQuery(userId: string) {
  return queryOptions({
    queryKey: ['suggested-times', userId],
    queryFn: readSuggestedTimes,
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** One's own booking; null while there is none with this id. */
async function readBooking(bookingId: string): Promise<Booking | null> {
  const { data, error } = await supabase().from('bookings').select(COLUMNS).eq('id', bookingId).maybeSingle();
  if (error) throw error;
  return data && withListing(data);
}

/** Others change a booking too, so each visit reads it again. */
export function bookingQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['booking', bookingId],
    queryFn: () => readBooking(bookingId),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** From one's own booking, before that from the mentor whose slot is held for it; '' where there is neither. */
async function readMentorPicture(bookingId: string): Promise<string> {
  const booking = await supabase().from('bookings').select('mentor_image').eq('id', bookingId).maybeSingle();
  if (booking.error) throw booking.error;
  if (booking.data) return booking.data.mentor_image;
  const holds = await supabase().rpc('my_holds', {});
  if (holds.error) throw holds.error;
  const hold = holds.data.find(({ booking_id }) => booking_id === bookingId);
  if (!hold) return '';
  const mentor = await supabase().from('mentors').select('image').eq('id', hold.mentor_id).maybeSingle();
  if (mentor.error) throw mentor.error;
  return mentor.data?.image ?? '';
}

/** The picture of a booking's mentor, which an address cannot name: it could be of any origin. */
export function mentorPictureQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['booking', bookingId, 'mentor-picture'],
    queryFn: () => readMentorPicture(bookingId),
    ...SILENT,
  });
}

/** `window-passed`: older than 4 hours on the database's clock. `status-changed`: no longer under review, or gone. */
export type Cancellation = 'cancelled' | 'window-passed' | 'status-changed';

/**
 * Cancels one's own booking where the database allows it (docs/product/bookings.md#deadlines); cancelling twice is
 * harmless.
 */
export async function cancelBooking(bookingId: string): Promise<Cancellation> {
  const { data, error } = await supabase()
    .from('bookings')
    .update({ status: 'cancelled' })
    .eq('id', bookingId)
    .select('id, status');
  if (error?.message === 'cancellation_window_passed') return 'window-passed';
  if (error?.message === 'booking_transition_not_allowed') return 'status-changed';
  if (error) throw error;
  return data[0]?.status === 'cancelled' ? 'cancelled' : 'status-changed';
}
