import { adminAccess } from '#copy/office/access.ts';
import { auth } from '#copy/people/auth.ts';
import { authSentences } from '#copy/people/auth-sentences.ts';
import { failures } from '#copy/shell/failures.ts';
import {
  authSentence,
  codeOf,
  isAuthAnswer,
  isFailureOfOurs,
  isLimitOfAccount,
  knownAuthSentence,
  waitSentence,
} from '#lib/session/auth-sentence.ts';

/** A sentence for the person. `details`: what the browser said, where the sentence does not say it; never Auth's words. */
export interface AuthFailure {
  sentence: string;
  details?: string | undefined;
}

/** What a failed login says: the alert in the form, and the toast (docs/product/accounts.md#log-in). */
export function loginFailure(error: unknown): AuthFailure & { toast: string } {
  const same = (sentence: string) => ({ sentence, toast: sentence });
  if (!isAuthAnswer(error)) {
    return { sentence: failures.unreachable, details: messageOf(error), toast: auth.login.failedUnexpectedly };
  }
  const sentence = authSentence(error);
  const code = codeOf(error);
  const isWhole = code === 'invalid_credentials' || code === 'email_not_confirmed' || isLimitOfAccount(error);
  return same(isWhole ? sentence : auth.login.failed(sentence));
}

/** What a failed login of an administrator says. */
export function adminLoginFailure(error: unknown): AuthFailure {
  if (!isAuthAnswer(error)) return { sentence: adminAccess.failed, details: messageOf(error) };
  if (codeOf(error) === 'invalid_credentials') return { sentence: adminAccess.invalidCredentials };
  return { sentence: waitSentence(error) ?? adminAccess.failedBecause(authSentence(error)) };
}

/** Sign-up says these by themselves, without "Registration failed". */
const WHOLE_SIGNUP_SENTENCES: ReadonlySet<string> = new Set([
  auth.signup.alreadyRegistered,
  auth.signup.weakPassword,
  auth.signup.invalidEmail,
  authSentences.leakedPassword,
]);

/** What a failed sign-up says (docs/product/accounts.md#sign-up). */
export function signupFailure(error: unknown): AuthFailure {
  if (!isAuthAnswer(error)) return { sentence: auth.signup.failedUnexpectedly, details: messageOf(error) };
  const sentence = authSentence(error, { validation_failed: auth.signup.invalidEmail });
  const isWhole = WHOLE_SIGNUP_SENTENCES.has(sentence) || waitSentence(error) !== null;
  return { sentence: isWhole ? sentence : auth.signup.failed(sentence) };
}

/** What a confirmation e-mail that could not be sent again says (docs/product/accounts.md#confirmation). */
export function resendFailure(error: unknown): string {
  if (!isAuthAnswer(error) || isFailureOfOurs(error)) return auth.signup.resendFailed;
  return authSentence(error, { validation_failed: auth.signup.invalidEmail });
}

/** What was thrown where nothing answered. */
function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}

/** What Auth's refusal says, else the page's sentence; null where it was not Auth that answered. */
export function authRefusalSentence(error: unknown, otherwise?: string): string | null {
  if (!isAuthAnswer(error)) return null;
  return otherwise === undefined ? authSentence(error) : (knownAuthSentence(error) ?? otherwise);
}
