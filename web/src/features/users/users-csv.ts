import { stringify } from 'csv-stringify/browser/esm/sync';
import { type ExportedPerson, peopleTable } from './csv-cells.ts';

/** Programs that split at a semicolon or a tab, or trim, leave alone what stands in quotes. */
const QUOTED = /[;\t]|^\s|\s$/;

/** The users' export: RFC 4180, with the byte order mark by which spreadsheets know UTF-8. */
export function peopleCsv(people: readonly ExportedPerson[]): string {
  return stringify(peopleTable(people), {
    bom: true,
    record_delimiter: 'windows',
    // Or a text with a bare line feed would stand without quotes, and be two records.
    quote_record_delimiter: true,
    quoted_match: QUOTED,
  });
}
