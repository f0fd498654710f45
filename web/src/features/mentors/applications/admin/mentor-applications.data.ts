import { queryOptions } from '@tanstack/react-query';
import { requireRow } from '#lib/api-error.ts';
import { ADMIN_LIST, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';
import { phoneOrTerm } from '#rules/people/contact.ts';
import { containing } from '#rules/shell/list-filter.ts';
import type { ApplicationStatus } from './application-status.ts';

export const PAGE_SIZE = 20;
export const SORTABLE = ['created_at', 'name'] as const;

interface ApplicationList {
  search: string;
  /** '' is any. */
  status: ApplicationStatus | '';
  sort: { id: string; desc: boolean };
  page: number;
}

/** The beginning of every list's key. */
export const APPLICATIONS_KEY = ['mentor-applications'];

function readApplications({ search, status, sort, page }: ApplicationList, signal: AbortSignal) {
  return readPage({ page, size: PAGE_SIZE }, (from, to) => {
    let query = supabase()
      .from('mentor_applications')
      .select('id, name, phone, email, linkedin, status, created_at, mentor_id', { count: 'exact' });
    if (search) query = query.ilike('search_text', containing(phoneOrTerm(search)));
    if (status) query = query.eq('status', status);
    return query.order(sort.id, { ascending: !sort.desc }).order('id').range(from, to).abortSignal(signal);
  });
}

export type ApplicationPage = Awaited<ReturnType<typeof readApplications>>;
export type MentorApplication = ApplicationPage['rows'][number];

/** One page of the applications. Visitors add to them all the time. */
export function applicationsQuery(list: ApplicationList) {
  return queryOptions({
    queryKey: [...APPLICATIONS_KEY, list],
    queryFn: ({ signal }) => readApplications(list, signal),
    ...ADMIN_LIST,
  });
}

/** How many wait for a first answer. */
export const pendingApplicationsQuery = queryOptions({
  queryKey: [...APPLICATIONS_KEY, 'pending'],
  queryFn: async ({ signal }) => {
    const { count, error } = await supabase()
      .from('mentor_applications')
      .select('id', { count: 'exact', head: true })
      .eq('status', 'pending')
      .abortSignal(signal);
    if (error) throw error;
    return count ?? 0;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

export type StatusChange = { id: string; status: ApplicationStatus };

/** Any status may follow any other (docs/product/applications.md#status). Throws when it was not changed. */
export async function setApplicationStatus({ id, status }: StatusChange): Promise<void> {
  requireRow(await supabase().from('mentor_applications').update({ status }).eq('id', id).select('id'));
}
