/** Characters. A limit for the address and the database. */
export const SEARCH_MAX_LENGTH = 100;

/** Control characters (the database knows no NUL) and halves of characters. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]+/gu;

/** The trimmed text without characters that the database cannot hold. */
export function toStorableLine(text: string): string {
  return text.replace(UNSTORABLE, ' ').trim();
}

/** A typed term as lists search for it: one line that the database can hold, cut between characters. */
export function toSearchTerm(typed: string): string {
  const line = toStorableLine(typed).replace(/\s+/g, ' ');
  return [...line].slice(0, SEARCH_MAX_LENGTH).join('').trim();
}
