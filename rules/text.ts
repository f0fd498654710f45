/** What the database would store of a typed text: without the space around it and what Postgres takes in no text. */
export function cleanText(typed: string): string {
  return typed.replaceAll('\0', '').toWellFormed().trim();
}

/** Whether there is anything to see of a text: a name of characters without width or shape is none. */
export function isVisible(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);
}

/** Characters as Postgres counts them: an emoji is one, not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** An address of which only the first letter and the domain can be read: "a***@startup.example". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
}
