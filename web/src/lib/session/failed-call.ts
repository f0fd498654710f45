/** The event after every failed query and mutation; its `detail` is the error. */
export const CALL_FAILED = 'callFailed';

/**
 * Announces a failed call. The code that loads the auth client decides whether the session is the reason: this file is
 * part of every first load, and must stay small.
 */
export function tellOfFailedCall(error: unknown): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(CALL_FAILED, { detail: error }));
}
