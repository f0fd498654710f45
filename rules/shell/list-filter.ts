/**
 * A pattern for `ilike` that finds `term` literally. But the data API reads each `*` as a wildcard, so `*` matches any
 * character.
 */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
}
