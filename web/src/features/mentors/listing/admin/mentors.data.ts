import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminMentors as copy } from '#copy/mentors/admin-mentors.ts';
import { readMentorAccounts } from '#features/people/mentor-accounts/admin/mentor-accounts.data.ts';
import { ApiError } from '#lib/api-error.ts';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { knownRefusal, type Refusals } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { containing } from '#rules/shell/list-filter.ts';
import { cleanLine } from '#rules/shell/text.ts';

export const PAGE_SIZE = 20;

/** Everything that the list shows; to be invalidated after each change. */
export const MENTORS_KEY = ['admin-mentors'];

/** What the list of mentors can be sorted by. */
export const SORTABLE = ['name', 'title', 'expertise', 'price', 'homepage'] as const;

/** `price` in whole rupees; `order` is the place on the home page, 1 to 4. */
export type AdminMentor = Awaited<ReturnType<typeof readMentors>>['rows'][number];

interface MentorsQuestion {
  search: string;
  sort: { id: string; desc: boolean };
  page: number;
}

async function readMentors({ search, sort, page }: MentorsQuestion, signal: AbortSignal) {
  let query = supabase()
    .from('mentors')
    .select(
      `id, name, title, expertise, image, price, sessionMinutes:session_minutes, isFeatured:is_featured_on_homepage, order:homepage_display_order,
      isTakingBookings:is_taking_bookings, takingBookingsFrom:taking_bookings_from, listingState:listing_state`,
      { count: 'exact' },
    );
  for (const word of search.split(' ').filter(Boolean)) query = query.ilike('search_text', containing(cleanLine(word)));
  if (sort.id === 'homepage') {
    // Ascending begins with the first place.
    query = query
      .order('is_featured_on_homepage', { ascending: sort.desc })
      .order('homepage_display_order', { ascending: !sort.desc, nullsFirst: sort.desc });
  } else {
    query = query.order(sort.id, { ascending: !sort.desc });
  }
  const { data, error, count } = await query
    .order('name')
    .order('id')
    .range(page * PAGE_SIZE, (page + 1) * PAGE_SIZE - 1)
    .abortSignal(signal);
  // A page past the end.
  if (error?.code === 'PGRST103') return { rows: [], total: 0 };
  if (error) throw error;
  const ids = data.map(({ id }) => id);
  const [times, cancelled, alerts, accounts] = await Promise.all([
    supabase().rpc('mentors_without_times', { p_mentor_ids: ids }).abortSignal(signal),
    supabase().rpc('mentors_who_cancelled', { p_mentor_ids: ids }).abortSignal(signal),
    supabase().rpc('count_slot_alerts', { p_mentor_ids: ids }).abortSignal(signal),
    readMentorAccounts(ids, signal),
  ]);
  if (times.error) throw times.error;
  if (cancelled.error) throw cancelled.error;
  if (alerts.error) throw alerts.error;
  const without = new Set(times.data);
  const cancellations = new Map(cancelled.data.map((row) => [row.mentor_id, row.cancellations]));
  const waiting = new Map(alerts.data.map((row) => [row.mentor_id, row.waiting]));
  // Of a mentor who was added in between nothing is known.
  const rows = data.map((mentor) => ({
    ...mentor,
    hasNoTimes: without.has(mentor.id),
    /** In the last 90 days, from the third on. */
    cancellations: cancellations.get(mentor.id) ?? 0,
    /** People who wait to be told of a new time. */
    waiting: waiting.get(mentor.id) ?? 0,
    account: accounts.get(mentor.id) ?? null,
  }));
  return { rows, total: count ?? data.length };
}

/** One page of the mentors that match. Other administrators change them, so it is always read anew. */
export function mentorsQuery(question: MentorsQuestion) {
  return queryOptions({
    queryKey: [...MENTORS_KEY, 'page', question],
    queryFn: ({ signal }) => readMentors(question, signal),
    placeholderData: keepPreviousData,
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** Who is on the home page: at most four. */
export const featuredQuery = queryOptions({
  queryKey: [...MENTORS_KEY, 'featured'],
  queryFn: async ({ signal }) => {
    const { data, error } = await supabase()
      .from('mentors')
      .select('id, name, order:homepage_display_order')
      .eq('is_featured_on_homepage', true)
      .abortSignal(signal);
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_OPEN,
  ...SILENT,
});

type Answer = { error: { code: string; message: string; details: string | null } | null; status: number };

/**
 * Throws what the database answered: an administrator's refusal as it came (see `doubtSessionIfRefused`), others as
 * ApiError with a sentence; `invalid` where it says all there is to say, without "Failed to …" before it.
 */
function settle({ error, status }: Answer, own: Refusals = {}): void {
  if (!error) return;
  if (error.code === '42501') throw error;
  const reason = error.message;
  const whole = knownRefusal(error, own, copy.refusals);
  const other = status === 0 ? 'unreachable' : 'unknown';
  const sentence = whole ?? knownRefusal(error, copy.reasons) ?? copy.reasons[other];
  throw new ApiError(whole === null ? other : 'invalid', { sentence, reason, cause: error });
}

/** Puts a mentor on the home page, or takes one off it and its place with it. Throws ApiError. */
export async function setFeatured(id: string, isFeatured: boolean): Promise<void> {
  settle(await supabase().rpc('set_homepage_feature', { p_id: id, p_is_featured: isFeatured }));
}

/** Gives a featured mentor a place, or none (null). Throws ApiError. */
export async function setDisplayOrder(id: string, order: number | null): Promise<void> {
  // The generated types know no null for arguments.
  settle(await supabase().rpc('set_display_order', { p_id: id, p_order: order as number }), {
    display_order_taken: (holder) => copy.displayOrderTaken(order ?? 0, holder),
  });
}

/** Lists a mentor, whose times are then generated, or takes one off the marketplace. Throws ApiError. */
export async function setListing(id: string, isListed: boolean): Promise<void> {
  settle(await supabase().rpc('set_listing', { p_mentor_id: id, p_is_listed: isListed }), {
    mentor_incomplete: (problems) => copy.incomplete(problems.split(',').map(fieldOf)),
    mentor_not_listed: copy.notListed,
  });
}

/** By the first word of what is wrong with it. */
function fieldOf(problem: string): string {
  const [field = problem] = problem.split('_', 1);
  return copy.fields[field] ?? field;
}

/** Deletes a mentor with categories, slots and reviews. Throws ApiError. */
export async function deleteMentor(id: string): Promise<void> {
  settle(await supabase().rpc('delete_mentor', { p_id: id }));
}
