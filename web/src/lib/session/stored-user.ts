import { browserStorage } from '../storage.ts';
import { SESSION_STORAGE_KEY } from './stored-session.ts';
import { readClaims } from './token-claims.ts';

interface StoredSession {
  access_token?: unknown;
  user?: { id?: unknown; factors?: { status?: unknown }[] | null };
}

const storedSession = () => browserStorage.readJson(SESSION_STORAGE_KEY) as StoredSession | null;

/** Whether the stored session waits for the code of two-step sign-in: the database refuses what it asks. */
export function isStoredCodeNeeded(): boolean {
  const { access_token: token, user } = storedSession() ?? {};
  const hasFactor = user?.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && readClaims(String(token)).aal !== 'aal2';
}

/**
 * The user id in the stored session, which is not checked; null without a session. In a file of its own, which the first
 * load of public pages leaves out.
 */
export function storedUserId(): string | null {
  const id = storedSession()?.user?.id;
  return typeof id === 'string' ? id : null;
}
