import { safeReturnPath } from '#lib/session/return-url.ts';
import { tabStorage } from '#lib/storage.ts';

const KEY = 'point-0-google-return';

const PERSON_KEY = 'point-0-google-person';

/**
 * Keeps, for this tab, where the person wanted to go: Google brings them back to the site's root. `userId` is who must come
 * back, where somebody is signed in already.
 */
export function rememberReturnPath(path: string, userId = ''): void {
  tabStorage.write(KEY, path);
  tabStorage.write(PERSON_KEY, userId);
}

/** Who must come back, once; null where it may be anybody. */
export function takeReturnPerson(): string | null {
  const userId = tabStorage.read(PERSON_KEY) || null;
  tabStorage.remove(PERSON_KEY);
  return userId;
}

/** Where the person wanted to go, once; '' where that is nowhere, null where no sign-in began in this tab. */
export function takeReturnPath(): string | null {
  const path = tabStorage.read(KEY) ?? null;
  tabStorage.remove(KEY);
  return path === null ? null : safeReturnPath(path, '');
}
