import { readSessionClaims } from '#features/people/auth/session-claims.ts';
import { tabStorage } from '#lib/storage.ts';

const KEY = 'point-0-recovery';

/** Stands in for the tab's storage where that is closed to us: the flag then lasts until the page is reloaded. */
let flagged: string | null = null;

/** Remembers, for this tab, that a recovery link made the session: after a reload it must not count as a login. */
export function setRecoveryFlag(accessToken: string): void {
  flagged = readSessionClaims(accessToken).sessionId;
  if (flagged) tabStorage.write(KEY, flagged);
}

/** Whether this tab opened the link that made the session. */
export function hasRecoveryFlag(accessToken: string): boolean {
  const { sessionId } = readSessionClaims(accessToken);
  return sessionId !== null && sessionId === (flagged ?? tabStorage.read(KEY));
}

export function clearRecoveryFlag(): void {
  flagged = null;
  tabStorage.remove(KEY);
}
