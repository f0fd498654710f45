import { browserStorage } from '../storage.ts';
import { SESSION_STORAGE_KEY } from './stored-session.ts';

/**
 * The user id in the stored session, which is not checked; null without a session. In a file of its own, which the first
 * load of public pages leaves out.
 */
export function storedUserId(): string | null {
  const session = browserStorage.readJson(SESSION_STORAGE_KEY) as { user?: { id?: unknown } } | null;
  const id = session?.user?.id;
  return typeof id === 'string' ? id : null;
}
