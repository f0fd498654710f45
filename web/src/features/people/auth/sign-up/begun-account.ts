import { browserStorage } from '#lib/storage.ts';

const KEY = 'point-0-begun-account';

/** An account that a sign-up made is younger; one that it found was begun before, with another password perhaps. */
const NEW_FOR_MS = 60_000;

/**
 * Whether Auth's answer to a sign-up is about an account that was begun before (docs/product/accounts.md#confirmation).
 * The age is counted to the mail that the sign-up had sent, by Auth's own clock; where it says nothing of one, to `now`
 * (milliseconds since 1970).
 */
export function wasBegunBefore(
  account: { created_at: string; confirmation_sent_at?: string | undefined },
  now: number,
): boolean {
  const end = account.confirmation_sent_at ? Date.parse(account.confirmation_sent_at) : now;
  return end - Date.parse(account.created_at) > NEW_FOR_MS;
}

/** Keeps, for the page that the confirmation link leads to, whose password is to be chosen anew; null for no one's. */
export function rememberBegunAccount(email: string | null): void {
  if (email) browserStorage.write(KEY, email);
  else browserStorage.remove(KEY);
}

/** The address that was kept, once. */
export function takeBegunAccount(): string | null {
  const email = browserStorage.read(KEY) ?? null;
  browserStorage.remove(KEY);
  return email;
}
