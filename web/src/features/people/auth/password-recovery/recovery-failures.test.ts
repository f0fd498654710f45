import { describe, expect, it } from 'vitest';
import { forgotFailure, linkFailure, updateFailure } from './recovery-failures.ts';

function answer(status: number, code: string, message: string): Error {
  return Object.assign(new Error(message), { status, code });
}
const network = Object.assign(new Error('Failed to fetch'), { status: 0 });
const thrown = new TypeError('x is not a function');

describe('a reset link that was asked for in vain', () => {
  it.each([
    [
      answer(400, 'validation_failed', 'Unable to validate email address: invalid format'),
      'Failed to send password reset email. Please check your email address and try again.',
    ],
    [answer(500, 'unexpected_failure', 'Unexpected failure'), 'Failed to send password reset email. Please try again.'],
    [answer(503, '', 'HTTP 503'), 'Failed to send password reset email. Please try again.'],
    [network, 'Failed to process password reset request. Please try again.'],
    [thrown, 'Failed to process password reset request. Please try again.'],
    [
      answer(429, 'over_email_send_rate_limit', 'you can only request this after 41 seconds.'),
      'We just sent one. Please wait 41 seconds before asking for another.',
    ],
    [
      answer(429, 'over_request_rate_limit', 'Request rate limit reached'),
      'Too many attempts from your network. Please wait five minutes and try again.',
    ],
  ])('%s', (error, sentence) => {
    expect(forgotFailure(error)).toBe(sentence);
  });
});

describe('a link that is not taken', () => {
  it.each([
    [
      answer(403, 'otp_expired', 'Email link is invalid or has expired'),
      true,
      'Invalid or expired reset link. Please request a new password reset.',
    ],
    [answer(500, 'unexpected_failure', '…'), false, 'Error verifying reset session. Please try again.'],
    [network, false, 'Error validating reset link. Please try again.'],
    [thrown, false, 'Error validating reset link. Please try again.'],
    [
      answer(429, 'over_request_rate_limit', '…'),
      false,
      'Too many attempts from your network. Please wait five minutes and try again.',
    ],
  ])('%s', (error, isInvalid, sentence) => {
    expect(linkFailure(error)).toEqual({ isInvalid, sentence });
  });
});

describe('a password that is not taken', () => {
  it.each([
    [
      answer(422, 'same_password', 'New password should be different from the old password.'),
      'Failed to update password: Please choose a password that differs from your present one.',
    ],
    [
      Object.assign(answer(422, 'weak_password', ''), { reasons: ['length', 'pwned'] }),
      'This password is known from a data leak. Please choose another one.',
    ],
    [
      Object.assign(answer(422, 'weak_password', ''), { reasons: ['characters'] }),
      'Failed to update password: It is too easy to guess. Please choose a longer one that you use nowhere else.',
    ],
    [answer(401, 'insufficient_aal', 'AAL2 session is required'), 'Please enter your sign-in code first.'],
    [
      answer(500, 'unexpected_failure', 'HTTP 502: Bad gateway'),
      'Failed to update password: Something went wrong on our side. Please try again.',
    ],
    [network, 'Failed to reset password. Please try again.'],
  ])('%s', (error, sentence) => {
    expect(updateFailure(error)).toEqual({ sentence });
  });
});
