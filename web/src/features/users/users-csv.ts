import { stringify } from 'csv-stringify/browser/esm/sync';
import { usersCopy } from '#copy/admin/users.ts';
import { istToday } from '#rules/ist.ts';
import type { UserRow } from './users.data.ts';

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

/** Columns of a profile that the export needs. */
export type ExportedUser = Omit<UserRow, 'id' | 'vc_interest_submitted'>;

/** Spaces of any kind, line breaks, and characters that are not seen, before one that begins a formula. */
const FORMULA = /^[\s\p{C}]*[=+\-@−]/u;
/** Spreadsheets skip these, or begin a new cell at them. */
const BREAK_OUT = /^[\t\r\n]/;

/**
 * A text that spreadsheets take for a text (CSV or formula injection): an apostrophe goes before what they might
 * calculate. Compatibility forms count as the characters that they stand for, because some programs fold them: a
 * full-width equals sign is one.
 */
export function inertCell(text: string): string {
  return BREAK_OUT.test(text) || FORMULA.test(text.normalize('NFKC')) ? `'${text}` : text;
}

/**
 * The users' export as cells: the columns of section 9 (administrator side), then everyone. Dates are days in India.
 */
export function usersTable(users: readonly ExportedUser[]): string[][] {
  return [[...usersCopy.csv.columns], ...users.map(cellsOf)];
}

function cellsOf(user: ExportedUser): string[] {
  return [
    user.name,
    user.email,
    user.phone,
    user.startup_name,
    user.industry,
    user.idea,
    istToday(new Date(user.created_at)),
  ].map((cell) => inertCell(cell ?? ''));
}
