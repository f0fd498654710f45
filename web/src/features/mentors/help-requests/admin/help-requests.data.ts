import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { type ListingFilters, NO_FILTERS } from '#rules/mentors/listing-address.ts';

export const HELP_REQUESTS_KEY = [OFFICE, 'help-requests'] as const;

/** A request that waits for an answer. */
export interface HelpRequest {
  id: string;
  email: string;
  text: string;
  filters: ListingFilters;
  created_at: string;
  /** Over 24 hours old, by the database's clock. */
  is_late: boolean;
}

/** The oldest first. */
export const helpRequestsQuery = queryOptions({
  queryKey: [...HELP_REQUESTS_KEY, 'open'],
  queryFn: async ({ signal }): Promise<HelpRequest[]> => {
    const rows = await takeAnswer(supabase().rpc('list_mentor_requests').abortSignal(signal));
    return rows.map((row) => ({ ...row, filters: { ...NO_FILTERS, ...(row.filters as Partial<ListingFilters>) } }));
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** How many wait. It reads nobody's question, so that no reading is recorded for a number. */
export const waitingRequestsQuery = queryOptions({
  queryKey: [...HELP_REQUESTS_KEY, 'waiting'],
  queryFn: ({ signal }) => takeAnswer(supabase().rpc('count_mentor_requests').abortSignal(signal)),
  ...FRESH_ON_RETURN,
  ...SILENT,
});

const MOST_FOUND = 5;

/** Listed mentors for an answer, at any price. */
export function answerMentorsQuery(search: string) {
  return queryOptions({
    queryKey: [...HELP_REQUESTS_KEY, 'mentors', search],
    queryFn: ({ signal }) =>
      takeAnswer(
        supabase()
          .rpc('search_mentors', { p_search: search, p_max_price: 1_000_000, p_limit: MOST_FOUND }, { get: true })
          .select('id,name,title')
          .abortSignal(signal),
      ),
    enabled: search !== '',
    ...SILENT,
  });
}

/** By e-mail. Throws ApiError. */
export async function answerRequest(id: string, answer: string, mentorIds: string[]): Promise<void> {
  await takeAnswer(supabase().rpc('answer_mentor_request', { p_id: id, p_answer: answer, p_mentor_ids: mentorIds }));
}

/** Throws ApiError. */
export async function closeRequest(id: string): Promise<void> {
  await takeAnswer(supabase().rpc('close_mentor_request', { p_id: id }));
}
