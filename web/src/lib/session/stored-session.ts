import { browserStorage } from '../storage.ts';

/** Where the browser keeps the session; its presence tells a public page whether the auth client is worth loading. */
export const SESSION_STORAGE_KEY = 'point-0-session';

/** Whether a session is kept here; no one can be signed in without storage (a privacy mode). */
export function hasStoredSession(): boolean {
  return Boolean(browserStorage.read(SESSION_STORAGE_KEY));
}
