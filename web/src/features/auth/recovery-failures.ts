import { auth } from '#copy/auth.ts';
import { passwordRecovery } from '#copy/password-recovery.ts';
import { site } from '#copy/site.ts';
import { twoStep } from '#copy/two-step.ts';
import { type AuthFailure, codeOf, isAuthAnswer, isCommon, waitSentence } from './auth-failures.ts';

const TOO_MANY = 429;

/** What a refused request for a reset link says (specification, section 8, "Forgot password"). */
export function forgotFailure(error: unknown): string {
  const { forgot } = passwordRecovery;
  if (!isAuthAnswer(error)) return forgot.failedUnexpectedly;
  if (error.status === TOO_MANY) return waitSentence(error) ?? auth.tooManyRequests;
  return error.status < 500 ? forgot.addressProblem : forgot.failed;
}

/** Why a link was not taken. An invalid one stays so; the others are worth another try. */
export type LinkFailure = { isInvalid: boolean; sentence: string };

export const INVALID_LINK: LinkFailure = { isInvalid: true, sentence: passwordRecovery.reset.invalid };

/** What a link that Auth did not take says (specification, section 8, "Reset page"). */
export function linkFailure(error: unknown): LinkFailure {
  const { reset } = passwordRecovery;
  if (!isAuthAnswer(error)) return { isInvalid: false, sentence: reset.validateFailed };
  if (error.status === TOO_MANY) return { isInvalid: false, sentence: auth.tooManyRequests };
  return error.status < 500 ? INVALID_LINK : { isInvalid: false, sentence: reset.verifyFailed };
}

/** What a password that was not taken says (specification, section 8, "Reset page"). */
export function updateFailure(error: unknown): AuthFailure {
  const { reset } = passwordRecovery;
  if (!isAuthAnswer(error)) return { sentence: reset.failedUnexpectedly };
  const code = codeOf(error);
  if (code === 'same_password') return { sentence: reset.updateFailed(reset.samePassword) };
  if (isCommon(error)) return { sentence: auth.commonPassword };
  if (code === 'insufficient_aal') return { sentence: twoStep.codeFirst };
  const details = error.message || error.reasons?.join(', ');
  const reason = code === 'weak_password' ? reset.weakPassword : site.serverError;
  return { sentence: reset.updateFailed(reason), details };
}
