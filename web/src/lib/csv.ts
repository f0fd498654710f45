import { stringify } from 'csv-stringify/browser/esm/sync';

/** Cells to quote: some programs split at semicolons and tabs, or trim spaces, but not inside quotes. */
const QUOTED = /[;\t]|^\s|\s$/;

/** A table in the format of RFC 4180. The byte order mark (`bom`) tells spreadsheets that it is UTF-8. */
export function writeCsv(table: readonly (readonly string[])[], { bom = true }: { bom?: boolean } = {}): string {
  return stringify(table as string[][], {
    bom,
    record_delimiter: 'windows',
    // Without this, a text with a single line feed would not be quoted, and would become two records.
    quote_record_delimiter: true,
    quoted_match: QUOTED,
  });
}

/** A character that begins a formula, also after spaces, line breaks and invisible characters. */
const FORMULA = /^[\s\p{C}]*[=+\-@−]/u;
/** Spreadsheets skip these, or begin a new cell at them. */
const BREAK_OUT = /^[\t\r\n]/;

/**
 * Prevents CSV (formula) injection: puts an apostrophe before a text that a spreadsheet might calculate. A
 * compatibility character, such as a full-width equals sign, counts as the plain one, because some programs convert it.
 */
export function inertCell(text: string): string {
  return BREAK_OUT.test(text) || FORMULA.test(text.normalize('NFKC')) ? `'${text}` : text;
}
