import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { Rating } from './review-schema.ts';

export type ReviewedBooking = { id: string; mentor_id: string | null; mentor_name: string; mentor_slug: string | null };

/** How a completed session of one's own stands: not reviewed yet, reviewed, or its review was taken away. */
export type ReviewState = { bookingId: string } & (
  | { state: 'open' | 'closed' | 'removed' }
  | { state: 'written'; rating: number; comment: string; writtenAt: Date }
);

async function readReviews(): Promise<ReviewState[]> {
  const { data, error } = await supabase().rpc('my_session_reviews');
  if (error) throw error;
  return data.map((row) => {
    const bookingId = row.booking_id;
    if (row.is_removed) return { bookingId, state: 'removed' };
    // The generated types do not know that a left join leaves gaps.
    if ((row.review_id as string | null) === null) {
      return { bookingId, state: row.can_review ? 'open' : 'closed' };
    }
    return {
      bookingId,
      state: 'written',
      rating: row.rating,
      comment: row.comment,
      writtenAt: new Date(row.reviewed_at),
    };
  });
}

/** The reviews of the signed-in person's completed sessions; administrators may take one away at any time. */
export function bookingReviewsQuery(userId: string) {
  return queryOptions({ queryKey: ['booking-reviews', userId], queryFn: readReviews, ...FRESH_ON_RETURN, ...SILENT });
}

/** What the database said of a review; `already` also when the answer to the same review was lost before. */
export type Submission = ReviewState | 'already';

/** Leaves the one review of a session. Throws the data API's error, whose message may be a word of `bookingReviews.refusals`. */
export async function submitReview(
  bookingId: string,
  review: { rating: Rating; comment: string },
): Promise<Submission> {
  const { data, error } = await supabase()
    .rpc('submit_review', { p_booking_id: bookingId, p_rating: review.rating, p_comment: review.comment })
    .single();
  if (error?.message === 'already_reviewed') return 'already';
  if (error) throw error;
  return {
    bookingId,
    state: 'written',
    rating: data.rating,
    comment: data.comment,
    writtenAt: new Date(data.created_at),
  };
}
