/** The event that makes the session provider read the session's state again, after the server refused a call. */
export const SESSION_DOUBTED = 'sessionDoubted';

/** What the database answers when the session has ended, or gives other rights than this page assumes. */
const REFUSALS = /^(admin_only|session_ended|code_needed|sign_in_again|set_up_needed)$/;

/** Whether a call failed because the session has ended, or gives other rights than this page assumes. */
export function isRefusal(error: unknown): boolean {
  const { message, failure }: { message?: unknown; failure?: { kind?: unknown; status?: unknown } } = Object(error);
  // A server function that knows no session answers 401, one that wants other rights 403.
  return REFUSALS.test(String(message)) || failure?.kind === 'authentication' || failure?.status === 403;
}

export function doubtSession(): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(SESSION_DOUBTED));
}

/** For a call that is neither a query nor a mutation: `tellOfFailedCall` reports those. */
export function doubtSessionIfRefused(error: unknown): void {
  if (isRefusal(error)) doubtSession();
}
