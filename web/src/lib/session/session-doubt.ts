/** Asks the session provider to read again how the session stands: the server has just refused a call. */
export const SESSION_DOUBTED = 'sessionDoubted';

/** What the database answers where the session, or the person's rights in it, are not what this page takes them for. */
const REFUSALS = /^(admin_only|session_ended|code_needed|sign_in_again|set_up_needed)$/;

/** Whether a call failed because the session has ended, or gives other rights than this page takes for granted. */
export function isRefusal(error: unknown): boolean {
  const { message, failure }: { message?: unknown; failure?: { kind?: unknown; status?: unknown } } = Object(error);
  // A server function that knows no session answers 401, one that wants other rights 403.
  return REFUSALS.test(String(message)) || failure?.kind === 'authentication' || failure?.status === 403;
}

export function doubtSession(): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new Event(SESSION_DOUBTED));
}

/** For a call that is neither a query nor a mutation: those are heard of by themselves. */
export function doubtSessionIfRefused(error: unknown): void {
  if (isRefusal(error)) doubtSession();
}
