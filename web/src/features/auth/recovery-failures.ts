import { auth } from '#copy/auth.ts';
import { passwordRecovery } from '#copy/password-recovery.ts';

interface AuthFailure extends Error {
  /** 0 where nothing answered. */
  status: number;
  code?: string;
  /** What makes a password weak. */
  reasons?: string[];
}

/** Null for what was thrown without an answer of Auth's: the network, or the browser. */
function authFailure(error: unknown): AuthFailure | null {
  const isAnswer =
    error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400;
  return isAnswer ? (error as AuthFailure) : null;
}

const TOO_MANY = 429;

/** What a refused request for a reset link says (specification, section 8, "Forgot password"). */
export function forgotFailure(error: unknown): string {
  const { forgot } = passwordRecovery;
  const failure = authFailure(error);
  if (!failure) return forgot.failedUnexpectedly;
  if (failure.status === TOO_MANY) {
    const seconds = /after (\d+) seconds?/.exec(failure.message)?.[1];
    const isAddress = failure.code === 'over_email_send_rate_limit';
    return isAddress ? auth.tooSoon(seconds ? Number(seconds) : null) : auth.tooManyRequests;
  }
  return failure.status < 500 ? forgot.addressProblem : forgot.failed;
}

/** Why a link was not taken. An invalid one stays so; the others are worth another try. */
export type LinkFailure = { isInvalid: boolean; sentence: string };

export const INVALID_LINK: LinkFailure = { isInvalid: true, sentence: passwordRecovery.reset.invalid };

/** What a link that Auth did not take says (specification, section 8, "Reset page"). */
export function linkFailure(error: unknown): LinkFailure {
  const { reset } = passwordRecovery;
  const failure = authFailure(error);
  if (!failure) return { isInvalid: false, sentence: reset.validateFailed };
  if (failure.status === TOO_MANY) return { isInvalid: false, sentence: auth.tooManyRequests };
  return failure.status < 500 ? INVALID_LINK : { isInvalid: false, sentence: reset.verifyFailed };
}

/** What a password that was not taken says (specification, section 8, "Reset page"). */
export function updateFailure(error: unknown): string {
  const { reset } = passwordRecovery;
  const failure = authFailure(error);
  if (!failure) return reset.failedUnexpectedly;
  return reset.updateFailed(failure.message || (failure.reasons ?? []).join(', '));
}
