import { paths, safeReturnPath } from '#lib/paths.ts';

const KEY = 'point-0-google-return';

/** Remembers, for this tab, where the person wanted to go: Google brings them back to the site's root. */
export function rememberReturnPath(path: string): void {
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is closed to us: the dashboard it will be.
  }
}

/** Where the person wanted to go, once; the dashboard where nothing was remembered. */
export function takeReturnPath(): string {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return safeReturnPath(path, paths.dashboard);
  } catch {
    return paths.dashboard;
  }
}
