import { auth } from '#copy/people/auth.ts';
import { authSentences as copy } from '#copy/people/auth-sentences.ts';
import { googleSignIn } from '#copy/people/google-sign-in.ts';

/** An answer of Auth; `status` is HTTP's, `reasons` are what makes a password weak. */
type AuthAnswer = Error & { status?: number; reasons?: string[] };

/** Whether Auth, or something in its place, answered at all. */
export function isAuthAnswer(error: unknown): error is AuthAnswer {
  if (!(error instanceof Error)) return false;
  // An answer that is not Auth's JSON: its own text is in the message.
  if (error.name === 'AuthUnknownError') return true;
  return 'status' in error && typeof error.status === 'number' && error.status >= 400;
}

export function codeOf(error: unknown): string | null {
  return error && typeof error === 'object' && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether Auth itself failed, or a server in front of it. */
export function isFailureOfOurs(error: AuthAnswer): boolean {
  return error.status === undefined || error.status >= 500;
}

/** Whether Auth refused because an e-mail went out less than a minute ago, or too many in an hour. */
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
  if (isTooSoon(error)) {
    const seconds = secondsToWait(error);
    return seconds === null ? copy.noMoreEmails : auth.tooSoon(seconds);
  }
  if (isLimitOfAccount(error)) return auth.tooManyForAccount;
  return codeOf(error) === 'over_request_rate_limit' ? auth.tooManyRequests : null;
}

/** Whether Auth refused because too many passwords were tried for this account, from any network. */
export function isLimitOfAccount(error: unknown): boolean {
  // The limit of a network has the same code, so the message decides.
  return codeOf(error) === 'over_request_rate_limit' && (error as Error).message === auth.tooManyForAccount;
}

const sharedBy = (sentence: string, ...codes: string[]) => Object.fromEntries(codes.map((code) => [code, sentence]));

/** The sentences that are the same on every page, by Auth's code. */
const SENTENCES: Readonly<Record<string, string>> = {
  invalid_credentials: auth.login.invalidCredentials,
  email_not_confirmed: auth.login.emailNotConfirmed,
  ...sharedBy(auth.signup.alreadyRegistered, 'user_already_exists', 'email_exists'),
  weak_password: auth.signup.weakPassword,
  email_address_invalid: auth.signup.invalidEmail,
  same_password: copy.samePassword,
  user_banned: copy.blocked,
  ...sharedBy(copy.signUpClosed, 'signup_disabled', 'email_provider_disabled'),
  email_address_not_authorized: copy.addressNotServed,
  ...sharedBy(
    auth.sessionInvalid,
    'session_not_found',
    'session_expired',
    'refresh_token_not_found',
    'refresh_token_already_used',
    'bad_jwt',
    'user_not_found',
    'reauthentication_needed',
  ),
  ...sharedBy(
    copy.interrupted,
    'flow_state_not_found',
    'flow_state_expired',
    'flow_state_already_used',
    'bad_oauth_state',
    'bad_oauth_callback',
    'bad_code_verifier',
  ),
  ...sharedBy(copy.googleUnavailable, 'provider_disabled', 'oauth_provider_not_supported'),
  provider_email_needs_verification: googleSignIn.unverifiedAddress,
  captcha_failed: copy.notAPerson,
};

/**
 * Why Auth refused, in our words; null when we have no sentence. It contains no text from Auth.
 *
 * @param own the page's own sentences for some codes
 */
export function knownAuthSentence(error: AuthAnswer, own: Readonly<Record<string, string>> = {}): string | null {
  if (isFailureOfOurs(error)) return null;
  const code = codeOf(error) ?? '';
  if (Object.hasOwn(own, code)) return own[code] ?? null;
  if (code === 'weak_password' && error.reasons?.includes('pwned')) return copy.leakedPassword;
  return waitSentence(error) ?? sentenceOfCode(code);
}

/** As knownAuthSentence, with one sentence for all other codes, which are written to the console. */
export function authSentence(error: AuthAnswer, own: Readonly<Record<string, string>> = {}): string {
  return knownAuthSentence(error, own) ?? unknownAuthSentence(codeOf(error), error.status);
}

/** As authSentence, for a code without an error, such as one in a page's address. */
export function authSentenceOfCode(code: string | null): string {
  return sentenceOfCode(code ?? '') ?? unknownAuthSentence(code);
}

function sentenceOfCode(code: string): string | null {
  return (Object.hasOwn(SENTENCES, code) && SENTENCES[code]) || null;
}

function unknownAuthSentence(code: string | null, status?: number): string {
  console.warn('Auth failed, and there is no sentence for the reason', { code, status });
  return copy.ourSide;
}
