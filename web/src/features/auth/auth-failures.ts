import { adminAccess } from '#copy/admin/access.ts';
import { auth } from '#copy/auth.ts';

function codeOf(error: unknown): string | null {
  return error && typeof error === 'object' && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether Auth answered at all; `reasons` are what makes a password weak. */
export function isAuthAnswer(error: unknown): error is Error & { status: number; reasons?: string[] } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400;
}

/** What a failed login says: the alert in the form, and the toast (specification, section 8, "Login"). */
export function loginFailure(error: unknown): { alert: string; toast: string } {
  const same = (sentence: string) => ({ alert: sentence, toast: sentence });
  const code = codeOf(error);
  if (code === 'invalid_credentials') return same(auth.login.invalidCredentials);
  if (code === 'email_not_confirmed') return same(auth.login.emailNotConfirmed);
  if (isAuthAnswer(error)) return same(auth.login.failed(error.message));
  const thrown = error instanceof Error ? error.message : auth.login.failedUnexpectedly;
  return { alert: thrown, toast: auth.login.failedUnexpectedly };
}

/** What a failed login of an administrator says (administrator side, section 8, "Admin login"). */
export function adminLoginFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'invalid_credentials') return adminAccess.invalidCredentials;
  if (code === 'email_not_confirmed') return adminAccess.failedBecause(auth.login.emailNotConfirmed);
  const wait = waitSentence(error);
  if (wait) return wait;
  // What a server that is out of order says of itself is no reason that anybody could act upon.
  return isAuthAnswer(error) && error.status < 500 ? adminAccess.failedBecause(error.message) : adminAccess.failed;
}

/** What a failed sign-up says (specification, section 8, "Signup"). */
export function signupFailure(error: unknown): string {
  if (!isAuthAnswer(error)) return auth.signup.failedUnexpectedly;
  const code = codeOf(error);
  const message = error.message.toLowerCase();
  const wait = waitSentence(error);
  if (wait) return wait;
  if (code === 'user_already_exists' || code === 'email_exists' || /already (exists|registered)/.test(message))
    return auth.signup.alreadyRegistered;
  if (code === 'weak_password' || message.includes('password')) return auth.signup.weakPassword;
  if (
    code === 'email_address_invalid' ||
    code === 'validation_failed' ||
    // A mailer that fails mentions e-mail too, and no other address helps.
    (error.status < 500 && /e-?mail/.test(message))
  )
    return auth.signup.invalidEmail;
  return auth.signup.failed(error.message);
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
  return codeOf(error) === 'over_request_rate_limit' ? auth.tooManyRequests : null;
}

/** What a confirmation e-mail that could not be sent again says (specification, section 8, "Signup"). */
export function resendFailure(error: unknown): string {
  return waitSentence(error) ?? auth.signup.resendFailed;
}
