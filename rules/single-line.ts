/** Control characters, and those that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** What people typed, as one line of at most `limit` characters: it can end no header and no line of a file. */
export function singleLine(text: string, limit = 100): string {
  const line = text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
