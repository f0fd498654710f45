/**
 * The pattern for `ilike` in the data API that finds `term` anywhere, as it stands: what SQL reads as a wildcard is
 * escaped. The data API makes every `*` a wildcard for any text and knows no escape for it, so a `*` is looked for
 * as any one character.
 */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
}

/**
 * The rows that come after `last` in a list by date of creation, newest first, then by id, latest first: for `or` in
 * the data API. Paging by it, instead of by a number of rows, meets nobody twice and misses nobody, whoever comes
 * and goes meanwhile.
 */
export function olderThan(last: { created_at: string; id: string }): string {
  return `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt."${last.id}")`;
}
