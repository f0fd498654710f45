import { queryOptions } from '@tanstack/react-query';
import { ADMIN_LIST } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';

export const PAGE_SIZE = 20;
export const SORTABLE = ['created_at', 'name'] as const;

/** Rows of one answer of the export. */
const EXPORT_PAGE = 1_000;

export interface UserFilter {
  search: string;
  /** Whether the form for investors was sent; null is either. */
  isSubmitted: boolean | null;
}

/** What the CSV file has of a person. */
export type ExportedUser = Omit<UserRow, 'id' | 'vc_interest_submitted' | 'is_admin' | 'is_mentor'>;

export interface UserRow {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  startup_name: string | null;
  idea: string | null;
  industry: string | null;
  created_at: string;
  vc_interest_submitted: boolean;
  is_admin: boolean;
  is_mentor: boolean;
}

function filterOf({ search, isSubmitted }: UserFilter) {
  return { p_search: search, ...(isSubmitted !== null && { p_is_submitted: isSubmitted }) };
}

/** One page of the users who have an account. They sign up all the time. Each page is an entry of the audit log. */
export function usersQuery(filter: UserFilter, sort: { id: string; desc: boolean }, page: number) {
  return queryOptions({
    queryKey: ['users', filter, sort, page],
    queryFn: ({ signal }) =>
      readPage({ page, size: PAGE_SIZE }, async (from) => {
        const { data, error } = await supabase()
          .rpc('list_people', {
            ...filterOf(filter),
            p_sort: sort.id,
            p_descending: sort.desc,
            p_limit: PAGE_SIZE,
            p_offset: from,
          })
          .abortSignal(signal);
        // The generated types know no null in what a function returns.
        return { data: data as UserRow[] | null, count: data?.[0]?.total_count ?? 0, error };
      }),
    ...ADMIN_LIST,
  });
}

/**
 * Everyone who matches, newest first. Each page begins where the one before ended, not at a number of rows: a
 * person who signs up or leaves makes no one appear twice or not at all. The first page leaves the entry of the audit
 * log, and needs a proof. Throws the data API's error.
 */
export async function readAllUsers(
  filter: UserFilter,
  onProgress: (done: number, total: number) => void,
): Promise<ExportedUser[]> {
  const users: (ExportedUser & { id: string })[] = [];
  let exportId: number | undefined;
  for (;;) {
    const last = users.at(-1);
    const { data, error } = await supabase().rpc('export_people', {
      ...(exportId === undefined ? filterOf(filter) : { p_export_id: exportId }),
      ...(last && { p_after_at: last.created_at, p_after_id: last.id }),
    });
    if (error) throw error;
    const page = data as unknown as { export_id: number; rows: number; people: typeof users };
    exportId = page.export_id;
    users.push(...page.people);
    onProgress(users.length, Math.max(page.rows, users.length));
    if (page.people.length < EXPORT_PAGE) return users;
  }
}
