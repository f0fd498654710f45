import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { REPLY_DAYS } from '../review-schema.ts';

const PAGE_SIZE = 20;
const DAY_MS = 86_400_000;

export const REPORT_REASONS = ['not_my_session', 'insulting', 'private_information', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Everything about a mentor's own reviews; invalidate it after a change. */
export const ownReviewsKey = (mentorId: string) => ['own-reviews', mentorId] as const;

const fresh = { ...FRESH_ON_RETURN, ...SILENT } as const;

/** Rating and count, as everyone sees them. */
export function ownRatingQuery(mentorId: string) {
  return queryOptions({
    queryKey: [...ownReviewsKey(mentorId), 'rating'],
    queryFn: async () => {
      const { data, error } = await supabase().from('mentors').select('rating, reviews').eq('id', mentorId).single();
      if (error) throw error;
      return data;
    },
    ...fresh,
  });
}

async function readReviews(mentorId: string, stars: number | null, offset: number) {
  const query = supabase()
    .from('mentor_reviews')
    .select(
      `id, author:author_name, rating, comment, created_at,
      reply:review_replies(body, created_at, deleted_at, removed_at)`,
    )
    .eq('mentor_id', mentorId);
  const { data, error } = await (stars === null ? query : query.eq('rating', stars))
    .order('created_at', { ascending: false })
    .order('id')
    .range(offset, offset + PAGE_SIZE - 1);
  if (error) throw error;
  const reported = await readReported(data.map(({ id }) => id));
  return data.map(({ reply, ...review }) => ({
    ...review,
    isReported: reported.has(review.id),
    isReplyRemoved: reply?.removed_at != null,
    /** Null where there is none to be seen. */
    reply: reply && reply.deleted_at === null && reply.removed_at === null ? reply.body : null,
    /** When a reply that was once written can be changed no more; null where none was. */
    replyFinalAt: reply ? new Date(Date.parse(reply.created_at) + REPLY_DAYS * DAY_MS) : null,
  }));
}

/** Not embedded above: the two data APIs answer it in different shapes. */
async function readReported(reviewIds: string[]): Promise<Set<string | null>> {
  if (reviewIds.length === 0) return new Set();
  const { data, error } = await supabase()
    .from('review_reports')
    .select('review_id')
    .eq('state', 'open')
    .in('review_id', reviewIds);
  if (error) throw error;
  return new Set(data.map(({ review_id }) => review_id));
}

export type OwnReview = Awaited<ReturnType<typeof readReviews>>[number];

/** The own reviews, the latest first, a page after the other. */
export function ownReviewsQuery(mentorId: string, stars: number | null) {
  return infiniteQueryOptions({
    queryKey: [...ownReviewsKey(mentorId), 'list', stars],
    queryFn: ({ pageParam }) => readReviews(mentorId, stars, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
    ...fresh,
  });
}

/** Throws ApiError. */
export async function saveReply(reviewId: string, body: string): Promise<void> {
  await takeAnswer(supabase().rpc('save_reply', { p_review_id: reviewId, p_body: body }));
}

/** Throws ApiError. */
export async function deleteReply(reviewId: string): Promise<void> {
  await takeAnswer(supabase().rpc('delete_reply', { p_review_id: reviewId }));
}

/** `text` with the reason `other` alone. Throws ApiError. */
export async function reportReview(reviewId: string, reason: ReportReason, text: string): Promise<void> {
  const words = reason === 'other' ? { p_text: text } : {};
  await takeAnswer(supabase().rpc('report_review', { p_review_id: reviewId, p_reason: reason, ...words }));
}
