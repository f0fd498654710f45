import type { QueryData } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_LIST } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';
import { containing, olderThan } from '#rules/list-filter.ts';

export const PAGE_SIZE = 20;
export const SORTABLE = ['created_at', 'name'] as const;

/** Rows that one answer of the data API brings while exporting; it brings no more than 1,000. */
const EXPORT_PAGE = 1_000;

export interface UserFilter {
  search: string;
  /** Whether the form for investors was sent; null is either. */
  isSubmitted: boolean | null;
}

function matching({ search, isSubmitted }: UserFilter) {
  let query = supabase()
    .from('profiles')
    .select('id, name, email, phone, startup_name, idea, industry, created_at, vc_interest_submitted', {
      count: 'exact',
    });
  if (search) query = query.ilike('search_text', containing(search));
  if (isSubmitted !== null) query = query.eq('vc_interest_submitted', isSubmitted);
  return query;
}
export type UserRow = QueryData<ReturnType<typeof matching>>[number];

/** One page of the users who have an account. They sign up all the time. */
export function usersQuery(filter: UserFilter, sort: { id: string; desc: boolean }, page: number) {
  return queryOptions({
    queryKey: ['users', filter, sort, page],
    queryFn: ({ signal }) =>
      readPage({ page, size: PAGE_SIZE }, (from, to) =>
        matching(filter).order(sort.id, { ascending: !sort.desc }).order('id').range(from, to).abortSignal(signal),
      ),
    ...ADMIN_LIST,
  });
}

/**
 * Everyone who matches, newest first. Each page begins where the one before ended, not at a number of rows: a
 * person who signs up or leaves makes no one appear twice or not at all. Throws the data API's error.
 */
export async function readAllUsers(
  filter: UserFilter,
  onProgress: (done: number, total: number) => void,
): Promise<UserRow[]> {
  const users: UserRow[] = [];
  for (;;) {
    const last = users.at(-1);
    let query = matching(filter);
    if (last) query = query.or(olderThan(last));
    const { data, count, error } = await query
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(EXPORT_PAGE);
    if (error) throw error;
    users.push(...data);
    const left = (count ?? 0) - data.length;
    onProgress(users.length, users.length + Math.max(left, 0));
    if (data.length === 0 || left <= 0) return users;
  }
}
