import { queryOptions } from '@tanstack/react-query';
import { requireSuccess } from '#lib/api-error.ts';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

export const REPORTS_KEY = [OFFICE, 'review-reports'] as const;

/** No mentor has more than ten open. */
const MOST_ROWS = 200;

async function readReports() {
  const { data, error } = await supabase()
    .from('review_reports')
    .select(
      `id, reason, text, created_at, mentor_id, mentors(name),
      review:mentor_reviews(id, author:author_name, rating, comment, created_at)`,
    )
    .eq('state', 'open')
    .order('created_at')
    .order('id')
    .limit(MOST_ROWS);
  if (error) throw error;
  const replies = await readReplies(data.flatMap(({ review }) => (review ? [review.id] : [])));
  return data.flatMap(({ review, mentors, ...report }) =>
    review ? [{ ...report, mentor: mentors.name, review: { ...review, reply: replies.get(review.id) ?? null } }] : [],
  );
}

/** By review. The data API embeds no table in an embedded one. */
async function readReplies(reviewIds: string[]) {
  const { data, error } = await supabase()
    .from('review_replies')
    .select('review_id, body, deleted_at, removed_at')
    .in('review_id', reviewIds);
  if (error) throw error;
  return new Map(data.map((reply) => [reply.review_id, reply]));
}

export type ReviewReport = Awaited<ReturnType<typeof readReports>>[number];

/** Reviews that mentors ask us to look at, the oldest report first. */
export const reviewReportsQuery = queryOptions({
  queryKey: REPORTS_KEY,
  queryFn: readReports,
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** Answers false where another administrator has decided meanwhile. */
export async function decideReport(reportId: string, removesReview: boolean): Promise<boolean> {
  const answer = await supabase().rpc('decide_report', { p_report_id: reportId, p_removes_review: removesReview });
  if (answer.error && /^report_/.test(answer.error.message)) return false;
  requireSuccess(answer);
  return true;
}

/** Removes a mentor's reply for good. */
export async function removeReply(reviewId: string): Promise<void> {
  const answer = await supabase().rpc('remove_reply', { p_review_id: reviewId });
  if (answer.error?.message !== 'reply_not_found') requireSuccess(answer);
}
