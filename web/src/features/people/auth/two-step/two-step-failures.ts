import { twoStep } from '#copy/people/two-step.ts';
import { type AuthFailure, authRefusalSentence } from '#features/people/auth/auth-failures.ts';
import { ApiError } from '#lib/api-error.ts';
import { explain } from '#lib/functions/functions.ts';
import { codeOf, isAuthAnswer } from '#lib/session/auth-sentence.ts';

const TOO_MANY = 429;

const CODE_SENTENCES: Readonly<Record<string, string>> = {
  mfa_verification_failed: twoStep.wrongCode,
  mfa_verification_rejected: twoStep.wrongCode,
  mfa_challenge_expired: twoStep.codeTooOld,
  mfa_ip_address_mismatch: twoStep.networkChanged,
  mfa_factor_not_found: twoStep.deviceGone,
  mfa_factor_name_conflict: twoStep.setUp.nameTaken,
  too_many_enrolled_mfa_factors: twoStep.setUp.tooManyDevices,
};

/** What Auth's refusal of a code or of a new device says; `otherwise` for what has no sentence of its own. */
export function codeFailure(error: unknown, otherwise?: string): AuthFailure {
  const code = codeOf(error) ?? '';
  const own = Object.hasOwn(CODE_SENTENCES, code) && CODE_SENTENCES[code];
  if (own) return { sentence: own };
  if (isAuthAnswer(error) && error.status === TOO_MANY) return { sentence: twoStep.tooManyCodes };
  const refusal = error instanceof ApiError ? null : authRefusalSentence(error, otherwise);
  return refusal === null ? explain(error, otherwise) : { sentence: refusal };
}

/** Whether the field is what is wrong, rather than the server or the network. */
export function isWrongCode({ sentence }: AuthFailure): boolean {
  return sentence === twoStep.wrongCode || sentence === twoStep.wrongRecoveryCode;
}

/** Why a recovery code could not be looked at. `status` is HTTP's, 0 where nothing answered. */
export function recoveryCodeFailure(error: { message: string }, status: number): AuthFailure {
  return error.message === 'too_many_codes' || status === TOO_MANY
    ? { sentence: twoStep.tooManyCodes }
    : explain(error);
}

/** The digits of what was typed or pasted; null where it is no code. */
export function digitsOf(text: string): string | null {
  const digits = text.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** A key in groups of four, as people type it into a phone. */
export function grouped(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ');
}
