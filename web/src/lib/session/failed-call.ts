/** Follows every failed query and mutation, with what it failed with as `detail`. */
export const CALL_FAILED = 'callFailed';

/** Whether the session is the reason, those decide who load the auth client: this is part of every first load. */
export function tellOfFailedCall(error: unknown): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(CALL_FAILED, { detail: error }));
}
