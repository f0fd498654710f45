import { paths, safeReturnPath } from '#lib/paths.ts';

const KEY = 'point-0-google-return';

/** Remembers, for this tab, where the person wanted to go: Google brings them back to the site's root. */
export function rememberReturnPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is closed to us: nor could the auth client keep what it needs to finish.
  }
}

/** Where the person wanted to go, once; null where no sign-in began in this tab. */
export function takeReturnPath(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path === null ? null : safeReturnPath(path, paths.dashboard);
  } catch {
    return null;
  }
}
