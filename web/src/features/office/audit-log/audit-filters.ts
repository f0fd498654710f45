import { auditCopy } from '#copy/office/audit-log.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { isIstDate } from '#rules/shell/ist.ts';
import { toSearchTerm } from '#rules/shell/search-term.ts';

/** What narrows the audit log; '' is no filter. */
export interface AuditFilters {
  search: string;
  /** An account's id, or `system` for what no account did. */
  person: string;
  /** A table's name. */
  kind: string;
  /** Days in India, both included. */
  from: string;
  to: string;
}

export const NO_FILTERS: AuditFilters = { search: '', person: '', kind: '', from: '', to: '' };

/** The filters as they stand in the address; what is none of their values counts as not set. */
export function readAuditFilters(params: URLSearchParams): AuditFilters {
  const [person = '', kind = ''] = ['person', 'kind'].map((name) => params.get(name) ?? '');
  const dayOf = (name: string) => [params.get(name) ?? ''].find(isDay) ?? '';
  return {
    search: toSearchTerm(params.get('q') ?? ''),
    person: person === 'system' || isUuid(person) ? person : '',
    kind: Object.hasOwn(auditCopy.kinds, kind) ? kind : '',
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** The address with other filters: from the newest change on. */
export function withAuditFilters(params: URLSearchParams, change: Partial<AuditFilters>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    const parameter = name === 'search' ? 'q' : name;
    if (value) next.set(parameter, value);
    else next.delete(parameter);
  }
  next.delete('before');
  return next;
}

/** A day that the log can have: a year that is half typed is none. */
export function isDay(text: string): boolean {
  return isIstDate(text) && text >= '2000-01-01';
}
