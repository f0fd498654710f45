import { stringify } from 'csv-stringify/browser/esm/sync';

/** Programs that split at a semicolon or a tab, or trim, leave alone what stands in quotes. */
const QUOTED = /[;\t]|^\s|\s$/;

/** A table as RFC 4180 has it, with the byte order mark by which spreadsheets know UTF-8. */
export function writeCsv(table: readonly (readonly string[])[]): string {
  return stringify(table as string[][], {
    bom: true,
    record_delimiter: 'windows',
    // Or a text with a bare line feed would stand without quotes, and be two records.
    quote_record_delimiter: true,
    quoted_match: QUOTED,
  });
}

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
