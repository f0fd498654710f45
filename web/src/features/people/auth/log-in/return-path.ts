import { safeReturnPath } from '#lib/session/return-url.ts';
import { tabStorage } from '#lib/storage.ts';

const KEY = 'point-0-google-return';

/** Keeps, for this tab, where the person wanted to go: Google brings them back to the site's root. */
export function rememberReturnPath(path: string): void {
  tabStorage.write(KEY, path);
}

/** Where the person wanted to go, once; '' where that is nowhere, null where no sign-in began in this tab. */
export function takeReturnPath(): string | null {
  const path = tabStorage.read(KEY) ?? null;
  tabStorage.remove(KEY);
  return path === null ? null : safeReturnPath(path, '');
}
