import { auth } from '#copy/people/auth.ts';
import { authSentences } from '#copy/people/auth-sentences.ts';
import { passwordRecovery } from '#copy/people/password-recovery.ts';
import { twoStep } from '#copy/people/two-step.ts';
import type { AuthFailure } from '#features/people/auth/auth-failures.ts';
import { authSentence, codeOf, isAuthAnswer, isFailureOfOurs } from '#lib/session/auth-sentence.ts';

const TOO_MANY = 429;

/** What a refused request for a reset link says (docs/product/accounts.md#reset). */
export function forgotFailure(error: unknown): string {
  const { forgot } = passwordRecovery;
  if (!isAuthAnswer(error)) return forgot.failedUnexpectedly;
  if (isFailureOfOurs(error)) return forgot.failed;
  return authSentence(error, {
    email_address_invalid: forgot.addressProblem,
    validation_failed: forgot.addressProblem,
  });
}

/** Why a link was not taken. An invalid one stays so; the others are worth another try. */
export type LinkFailure = { isInvalid: boolean; sentence: string };

export const INVALID_LINK: LinkFailure = { isInvalid: true, sentence: passwordRecovery.reset.invalid };

/** What a link that Auth did not take says. */
export function linkFailure(error: unknown): LinkFailure {
  const { reset } = passwordRecovery;
  if (!isAuthAnswer(error)) return { isInvalid: false, sentence: reset.validateFailed };
  if (error.status === TOO_MANY) return { isInvalid: false, sentence: auth.tooManyRequests };
  return isFailureOfOurs(error) ? { isInvalid: false, sentence: reset.verifyFailed } : INVALID_LINK;
}

/** What a password that was not taken says (docs/product/accounts.md#passwords). */
export function updateFailure(error: unknown): AuthFailure {
  const { reset } = passwordRecovery;
  if (!isAuthAnswer(error)) return { sentence: reset.failedUnexpectedly };
  if (codeOf(error) === 'insufficient_aal') return { sentence: twoStep.codeFirst };
  const own = error.reasons?.includes('pwned') ? undefined : { weak_password: reset.weakPassword };
  const sentence = authSentence(error, own);
  return { sentence: sentence === authSentences.leakedPassword ? sentence : reset.updateFailed(sentence) };
}
