import { browserStorage } from '../storage.ts';
import { SESSION_STORAGE_KEY } from './stored-session.ts';

/** Whose session is kept here, as it says itself; null where there is none. */
export function storedUserId(): string | null {
  const session = browserStorage.readJson(SESSION_STORAGE_KEY) as { user?: { id?: unknown } } | null;
  const id = session?.user?.id;
  return typeof id === 'string' ? id : null;
}
