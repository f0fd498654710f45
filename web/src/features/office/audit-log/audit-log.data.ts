import { queryOptions } from '@tanstack/react-query';
import { ADMIN_LIST, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { AuditFilters } from './audit-filters.ts';

const PAGE_SIZE = 50;

/** The generated types call every column of a function's answer present; some are null. */
export type AuditLogEntry = AuditEntry & { at: string };

/**
 * The changes that match, before the one with the id `before`, newest first; the newest of all where it is null.
 * `hasOlder`: there are more.
 */
export function auditLogQuery(filters: AuditFilters, before: number | null) {
  return queryOptions({
    queryKey: ['audit-log', filters, before],
    queryFn: async ({ signal }) => {
      const { search, person, kind, from, to } = filters;
      const { data, error } = await supabase()
        .rpc('list_audit_log', {
          p_limit: PAGE_SIZE + 1,
          ...(before !== null && { p_before: before }),
          ...(search && { p_search: search }),
          ...(person === 'system' ? { p_is_system: true } : person && { p_actor: person }),
          ...(kind && { p_table: kind }),
          ...(from && { p_from: from }),
          ...(to && { p_to: to }),
        })
        .abortSignal(signal);
      if (error) throw error;
      const entries: AuditLogEntry[] = data.slice(0, PAGE_SIZE);
      return { entries, hasOlder: data.length > PAGE_SIZE };
    },
    ...ADMIN_LIST,
  });
}

export interface AuditActor {
  id: string;
  /** Null for an account that is gone. */
  name: string | null;
  isAdministrator: boolean;
}

/** The accounts that appear in the log, administrators first. */
export const auditActorsQuery = queryOptions({
  queryKey: ['audit-actors'],
  queryFn: async ({ signal }): Promise<AuditActor[]> => {
    const { data, error } = await supabase()
      .rpc('list_audit_actors')
      .select('id:actor, name, isAdministrator:is_administrator')
      .abortSignal(signal);
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});
