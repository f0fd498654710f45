import { queryOptions } from '@tanstack/react-query';
import { ADMIN_LIST } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { AuditEntry } from './audit-entry.ts';

const PAGE_SIZE = 50;

/** The generated types call every column of a function's answer present; some are null. */
export type AuditLogEntry = AuditEntry & { at: string };

/**
 * The changes before the one with the id `before`, newest first; the newest of all where it is null. `hasOlder`:
 * there are more.
 */
export function auditLogQuery(before: number | null) {
  return queryOptions({
    queryKey: ['audit-log', before],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase()
        .rpc('list_audit_log', { p_limit: PAGE_SIZE + 1, ...(before !== null && { p_before: before }) })
        .abortSignal(signal);
      if (error) throw error;
      const entries: AuditLogEntry[] = data.slice(0, PAGE_SIZE);
      return { entries, hasOlder: data.length > PAGE_SIZE };
    },
    ...ADMIN_LIST,
  });
}
