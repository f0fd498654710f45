import { adminAccess } from '#copy/admin/access.ts';
import { auth } from '#copy/auth.ts';
import { site } from '#copy/site.ts';

export function codeOf(error: unknown): string | null {
  return error && typeof error === 'object' && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether Auth answered at all; `reasons` are what makes a password weak. */
export function isAuthAnswer(error: unknown): error is Error & { status: number; reasons?: string[] } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400;
}

/** Whether Auth refused a password because it is a common one, rather than a short one. */
export function isCommon(error: Error & { reasons?: string[] }): boolean {
  return codeOf(error) === 'weak_password' && (error.reasons?.includes('pwned') ?? false);
}

/** A sentence for the person. `details`: what Auth or the browser said, where the sentence does not say it. */
export interface AuthFailure {
  sentence: string;
  details?: string | undefined;
}

/** Why Auth refused, as far as a person can act upon it, in the place where the specification quotes the reason. */
function refusal(error: Error & { status: number }, say: (reason: string) => string): AuthFailure {
  if (codeOf(error) === 'user_banned') return { sentence: say(auth.blocked) };
  const wait = waitSentence(error);
  if (wait) return { sentence: say(wait) };
  return { sentence: say(site.serverError), details: error.message };
}

/** What a failed login says: the alert in the form, and the toast (specification, section 8, "Login"). */
export function loginFailure(error: unknown): AuthFailure & { toast: string } {
  const code = codeOf(error);
  const same = (failure: AuthFailure) => ({ ...failure, toast: failure.sentence });
  if (code === 'invalid_credentials') return same({ sentence: auth.login.invalidCredentials });
  if (code === 'email_not_confirmed') return same({ sentence: auth.login.emailNotConfirmed });
  if (isLimitOfAccount(error)) return same({ sentence: auth.tooManyForAccount });
  if (isAuthAnswer(error)) return same(refusal(error, auth.login.failed));
  const details = error instanceof Error ? error.message : undefined;
  return { sentence: site.unreachable, details, toast: auth.login.failedUnexpectedly };
}

/** What a failed login of an administrator says (administrator side, section 8, "Admin login"). */
export function adminLoginFailure(error: unknown): AuthFailure {
  const code = codeOf(error);
  if (code === 'invalid_credentials') return { sentence: adminAccess.invalidCredentials };
  if (code === 'email_not_confirmed') return { sentence: adminAccess.failedBecause(auth.login.emailNotConfirmed) };
  const wait = waitSentence(error);
  if (wait) return { sentence: wait };
  if (isAuthAnswer(error) && error.status < 500) return refusal(error, adminAccess.failedBecause);
  return { sentence: adminAccess.failed, details: error instanceof Error ? error.message : undefined };
}

/** What a failed sign-up says (specification, section 8, "Signup"). */
export function signupFailure(error: unknown): AuthFailure {
  if (!isAuthAnswer(error)) {
    return { sentence: auth.signup.failedUnexpectedly, details: error instanceof Error ? error.message : undefined };
  }
  const code = codeOf(error);
  const message = error.message.toLowerCase();
  const wait = waitSentence(error);
  if (wait) return { sentence: wait };
  if (code === 'user_already_exists' || code === 'email_exists' || /already (exists|registered)/.test(message))
    return { sentence: auth.signup.alreadyRegistered };
  if (isCommon(error)) return { sentence: auth.commonPassword };
  if (code === 'weak_password' || message.includes('password')) return { sentence: auth.signup.weakPassword };
  if (
    code === 'email_address_invalid' ||
    code === 'validation_failed' ||
    // A mailer that fails mentions e-mail too, and no other address helps.
    (error.status < 500 && /e-?mail/.test(message))
  )
    return { sentence: auth.signup.invalidEmail };
  if (code === 'signup_disabled') return { sentence: auth.signup.failed(auth.signup.closed) };
  return refusal(error, auth.signup.failed);
}

/** Whether Auth refused because an e-mail went out less than a minute ago. */
export function isTooSoon(error: unknown): boolean {
  return codeOf(error) === 'over_email_send_rate_limit';
}

/** The seconds that Auth asks to wait before the next e-mail; null where it names none. */
export function secondsToWait(error: unknown): number | null {
  const seconds = /after (\d+) seconds?/.exec(error instanceof Error ? error.message : '')?.[1];
  return seconds ? Number(seconds) : null;
}

/** What a refused request says when it came too soon or too often; null for every other failure. */
export function waitSentence(error: unknown): string | null {
  if (isTooSoon(error)) return auth.tooSoon(secondsToWait(error));
  if (isLimitOfAccount(error)) return auth.tooManyForAccount;
  return codeOf(error) === 'over_request_rate_limit' ? auth.tooManyRequests : null;
}

/** Whether Auth refused because too many passwords were tried for this account, from wherever. */
function isLimitOfAccount(error: unknown): boolean {
  // The same code as for a network's limit; the message is this very sentence.
  return codeOf(error) === 'over_request_rate_limit' && (error as Error).message === auth.tooManyForAccount;
}

/** What a confirmation e-mail that could not be sent again says (specification, section 8, "Signup"). */
export function resendFailure(error: unknown): string {
  return waitSentence(error) ?? auth.signup.resendFailed;
}
