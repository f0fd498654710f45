/**
 * The pattern for `ilike` in the data API that finds `term` anywhere, as it stands: what SQL reads as a wildcard is escaped. The data
 * API makes every `*` a wildcard for any text and knows no escape for it, so a `*` is looked for as any one character.
 */
export function containing(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`;
}
