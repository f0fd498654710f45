import { browserStorage } from '#lib/storage.ts';

/**
 * What this browser remembers between the start of an authorisation and Google's answer, which comes to another window.
 */
export interface PendingOauthState {
  /** OAuth's state. */
  state: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'point-0-google-authorisation';

export function storePendingState(begun: PendingOauthState): void {
  const isKept = browserStorage.write(KEY, JSON.stringify(begun));
  if (!isKept) console.warn('This browser cannot remember that an authorisation was started');
}

export function readPendingState(): PendingOauthState | null {
  const { state, at }: { state?: unknown; at?: unknown } = Object(browserStorage.readJson(KEY));
  return typeof state === 'string' && typeof at === 'number' ? { state, at } : null;
}
