import { stringify } from 'csv-stringify/browser/esm/sync';
import { type ExportedUser, usersTable } from './csv-cells.ts';

/** Programs that split at a semicolon or a tab, or trim, leave alone what stands in quotes. */
const QUOTED = /[;\t]|^\s|\s$/;

/** The users' export: RFC 4180, with the byte order mark by which spreadsheets know UTF-8. */
export function usersCsv(users: readonly ExportedUser[]): string {
  return stringify(usersTable(users), {
    bom: true,
    record_delimiter: 'windows',
    // Or a text with a bare line feed would stand without quotes, and be two records.
    quote_record_delimiter: true,
    quoted_match: QUOTED,
  });
}
