/** What the database would store of a typed text: without the space around it and what Postgres takes in no text. */
export function cleanText(typed: string): string {
  return typed.replaceAll('\0', '').toWellFormed().trim();
}

/** Characters as Postgres counts them: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
