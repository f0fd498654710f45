import { browserStorage } from '../storage.ts';

/** The storage key of the session. A public page loads the auth client only when something is stored here. */
export const SESSION_STORAGE_KEY = 'point-0-session';

/** Whether this browser keeps a session. Without storage (a privacy mode) it keeps none. */
export function hasStoredSession(): boolean {
  return Boolean(browserStorage.read(SESSION_STORAGE_KEY));
}
