import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

const PAGE_SIZE = 20;

/** Everything about one mentor's reviews; invalidate it after a change. */
export const reviewsKey = (mentorId: string) => [OFFICE, 'reviews', mentorId] as const;

const fresh = { ...FRESH_ON_RETURN, ...SILENT } as const;

/** A mentor's rating and count, as everyone sees them; null when there is no such mentor. */
export function mentorRatingQuery(mentorId: string) {
  return queryOptions({
    queryKey: [...reviewsKey(mentorId), 'rating'],
    queryFn: async () => {
      const { data, error } = await supabase()
        .from('mentors')
        .select('name, rating, reviews')
        .eq('id', mentorId)
        .maybeSingle();
      if (error) throw error;
      return data;
    },
    ...fresh,
  });
}

async function readReviews(mentorId: string, offset: number) {
  const { data, error } = await supabase()
    .rpc('list_mentor_reviews', { p_mentor_id: mentorId, p_limit: PAGE_SIZE, p_offset: offset })
    .select('id, author:author_name, rating, comment, created_at, is_counted, is_demonstration');
  if (error) throw error;
  const { data: replies, error: failure } = await supabase()
    .from('review_replies')
    .select('review_id, body, deleted_at, removed_at')
    .in(
      'review_id',
      data.map(({ id }) => id),
    );
  if (failure) throw failure;
  return data.map((review) => ({ ...review, reply: replies.find((one) => one.review_id === review.id) ?? null }));
}

/** `is_counted`: a founder wrote it about a session here; the catalogue's own are part of its figures. */
export type ModeratedReview = Awaited<ReturnType<typeof readReviews>>[number];

/** A mentor's reviews, the latest first, a page after the other. */
export function reviewsQuery(mentorId: string) {
  return infiniteQueryOptions({
    queryKey: [...reviewsKey(mentorId), 'list'],
    queryFn: ({ pageParam }) => readReviews(mentorId, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
    ...fresh,
  });
}

/** Removes a review; one that is gone already counts as removed. The database takes it out of the rating. */
export async function removeReview(reviewId: string): Promise<void> {
  const { error } = await supabase().from('mentor_reviews').delete().eq('id', reviewId);
  if (error) throw error;
}
