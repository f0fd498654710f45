/**
 * A pattern for `ilike` that finds `term` literally. But the data API reads each `*` as a wildcard, so `*` matches any
 * character.
 */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
}

/** For `or` in the data API: the rows after `last`, newest first. Unlike an offset it repeats and skips no row. */
export function olderThan(last: { created_at: string; id: string }): string {
  return `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt."${last.id}")`;
}
