import { queryOptions } from '@tanstack/react-query';
import { ADMIN_LIST, FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';
import { discrepancyShape } from './discrepancy.ts';
import { DISCREPANCIES_KEY } from './open-discrepancies.data.ts';

export const PAGE_SIZE = 20;

/** One page of the discrepancies that are open, or of those that are closed. */
export function discrepanciesQuery({ isOpen, page }: { isOpen: boolean; page: number }) {
  return queryOptions({
    queryKey: [...DISCREPANCIES_KEY, isOpen, page],
    queryFn: async ({ signal }) => {
      const { rows, ...rest } = await readPage({ page, size: PAGE_SIZE }, async (from) => {
        const { data, error } = await supabase()
          .rpc('list_money_findings', { p_is_open: isOpen, p_limit: PAGE_SIZE, p_offset: from })
          .abortSignal(signal);
        return { data, count: data?.[0]?.total_count ?? 0, error };
      });
      return { rows: rows.map((row) => discrepancyShape.parse(row)), ...rest };
    },
    ...ADMIN_LIST,
  });
}

/** What the runs' comparisons came to. */
export const reconciliationRunsQuery = queryOptions({
  queryKey: [OFFICE, 'comparisons'],
  queryFn: async ({ signal }) => {
    const { data, error } = await supabase().rpc('list_comparisons', { p_limit: 30 }).abortSignal(signal);
    if (error) throw error;
    // The generated types call every column present.
    const runs = data as (Omit<(typeof data)[number], 'finished_at'> & { finished_at: string | null })[];
    return runs.map((run) => ({ ...run, id: run.day }));
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});
export type ReconciliationRun = Awaited<ReturnType<NonNullable<typeof reconciliationRunsQuery.queryFn>>>[number];

/** What became of a repair; `overtaken` where the discrepancy, or what it is about, has changed since. */
export type RepairOutcome = 'repaired' | 'started' | 'overtaken';

/** Throws what the database reports where nothing was changed. */
export async function repairDiscrepancy(discrepancyId: string): Promise<RepairOutcome> {
  const { data, error } = await supabase().rpc('repair_money_finding', { p_finding_id: discrepancyId });
  if (isOvertaken(error)) return 'overtaken';
  if (error) throw error;
  return data === 'started' ? 'started' : 'repaired';
}

/** Throws what the database reports where nothing was changed. */
export async function dismissDiscrepancy(discrepancyId: string, note: string): Promise<'dismissed' | 'overtaken'> {
  const { error } = await supabase().rpc('dismiss_money_finding', { p_finding_id: discrepancyId, p_note: note });
  if (isOvertaken(error)) return 'overtaken';
  if (error) throw error;
  return 'dismissed';
}

function isOvertaken(error: { code?: string } | null): boolean {
  return error?.code === 'PT404' || error?.code === 'PT409';
}
