import { readSessionClaims } from './session-claims.ts';

const KEY = 'point-0-recovery';

let marked: string | null = null;

/** Remembers, for this tab, that the session came from a recovery link: a reload of the reset page must not take it for a login. */
export function setRecoveryFlag(accessToken: string): void {
  marked = readSessionClaims(accessToken).sessionId;
  try {
    if (marked) sessionStorage.setItem(KEY, marked);
  } catch {
    // Storage is closed to us: the mark lasts until the page is reloaded.
  }
}

/** Whether this tab opened the link that made the session. */
export function hasRecoveryFlag(accessToken: string): boolean {
  const { sessionId } = readSessionClaims(accessToken);
  return sessionId !== null && sessionId === (marked ?? readMark());
}

export function clearRecoveryFlag(): void {
  marked = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Closed storage holds no mark.
  }
}

function readMark(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
