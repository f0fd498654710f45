import { auth } from '#copy/people/auth.ts';
import { isCommonPassword } from '#rules/people/password.ts';

type Person = Parameters<typeof isCommonPassword>[1];

/** Longer than the list takes on a slow phone; the server refuses a common password in any case. Milliseconds. */
const PATIENCE_MS = 3_000;

/** The list is large, so it comes when a field for a new password gets the focus. */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  return import('#rules/people/passwords/common-passwords.ts').then((module) => module.commonPasswords);
}

/** What is wrong with a new password that attackers try early; null for every other, and while the list is missing. */
export async function commonPasswordProblem(
  password: string,
  person: Person,
  load: () => Promise<ReadonlySet<string>> = loadCommonPasswords,
): Promise<string | null> {
  const none: ReadonlySet<string> = new Set();
  const late = new Promise<typeof none>((resolve) => setTimeout(() => resolve(none), PATIENCE_MS));
  const list = await Promise.race([load().catch(() => none), late]);
  return isCommonPassword(password, person, list) ? auth.commonPassword : null;
}
