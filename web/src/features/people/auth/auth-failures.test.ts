import { describe, expect, it } from 'vitest';
import { auth } from '#copy/people/auth.ts';
import { isTooSoon, secondsToWait } from '#lib/session/auth-sentence.ts';
import { adminLoginFailure, loginFailure, resendFailure, signupFailure } from './auth-failures.ts';

function answer(status: number, code: string, message: string): Error {
  return Object.assign(new Error(message), { status, code });
}

const TOO_MANY_FOR_ACCOUNT = 'Too many attempts for this account. Please wait 15 minutes or reset your password.';

describe('a failed login', () => {
  it.each([
    [answer(400, 'invalid_credentials', 'Invalid login credentials'), auth.login.invalidCredentials],
    [answer(400, 'email_not_confirmed', 'Email not confirmed'), auth.login.emailNotConfirmed],
    [answer(429, 'over_request_rate_limit', 'Request rate limit reached'), `Login failed: ${auth.tooManyRequests}`],
    [answer(429, 'over_request_rate_limit', TOO_MANY_FOR_ACCOUNT), TOO_MANY_FOR_ACCOUNT],
    [answer(403, 'user_banned', 'User is banned'), 'Login failed: This account is blocked. Please contact support.'],
    [
      answer(502, 'unexpected_failure', 'HTTP 502: bad gateway'),
      'Login failed: Something went wrong on our side. Please try again.',
    ],
  ])('says %s', (error, sentence) => {
    expect(loginFailure(error)).toEqual({ sentence, toast: sentence });
  });

  it('keeps what was thrown among the details when nothing answered', () => {
    expect(loginFailure(new TypeError('Failed to fetch'))).toEqual({
      sentence: 'The server could not be reached. Please check your connection and try again.',
      details: 'Failed to fetch',
      toast: auth.login.failedUnexpectedly,
    });
  });
});

describe('a failed login of an administrator', () => {
  it.each([
    [answer(400, 'invalid_credentials', 'Invalid login credentials'), 'Invalid email or password.'],
    [
      answer(403, 'user_banned', 'User is banned'),
      'Admin login failed: This account is blocked. Please contact support.',
    ],
    [
      answer(400, 'email_not_confirmed', 'Email not confirmed'),
      'Admin login failed: Please confirm your email before logging in. Check your inbox for a confirmation link.',
    ],
    [answer(429, 'over_request_rate_limit', 'Request rate limit reached'), auth.tooManyRequests],
    [answer(429, 'over_request_rate_limit', TOO_MANY_FOR_ACCOUNT), TOO_MANY_FOR_ACCOUNT],
    [
      answer(500, 'unexpected_failure', 'no such column'),
      'Admin login failed: Something went wrong on our side. Please try again.',
    ],
    [new TypeError('Failed to fetch'), 'Login failed. Please try again.'],
  ])('says %s', (error, sentence) => {
    expect(adminLoginFailure(error).sentence).toBe(sentence);
  });
});

describe('a failed sign-up', () => {
  it.each([
    [answer(422, 'user_already_exists', 'User already registered'), auth.signup.alreadyRegistered],
    [answer(422, 'weak_password', 'Password should be at least 6 characters.'), auth.signup.weakPassword],
    [
      Object.assign(answer(422, 'weak_password', 'Password is too weak'), { reasons: ['pwned'] }),
      'This password is known from a data leak. Please choose another one.',
    ],
    [answer(400, 'email_address_invalid', 'Email address "x" is invalid'), auth.signup.invalidEmail],
    [answer(400, 'validation_failed', 'Invalid format'), auth.signup.invalidEmail],
    [
      answer(422, 'signup_disabled', 'Signups not allowed for this instance'),
      'Registration failed: New accounts cannot be created right now. Please try again later.',
    ],
    [
      answer(400, 'email_address_not_authorized', 'Email address "x" cannot be used as it is not authorized'),
      'Registration failed: We cannot send email to this address right now. Please try again later.',
    ],
    [
      answer(500, 'unexpected_failure', 'Error sending confirmation email'),
      'Registration failed: Something went wrong on our side. Please try again.',
    ],
    [
      answer(500, 'unexpected_failure', 'Database error saving new user'),
      'Registration failed: Something went wrong on our side. Please try again.',
    ],
    [new TypeError('Failed to fetch'), auth.signup.failedUnexpectedly, 'Failed to fetch'],
  ])('says %s', (error, sentence, details = undefined) => {
    expect(signupFailure(error)).toEqual({ sentence, details });
  });

  it('knows the answer to asking twice within a minute', () => {
    expect(isTooSoon(answer(429, 'over_email_send_rate_limit', 'For security purposes, …'))).toBe(true);
    expect(isTooSoon(answer(429, 'over_request_rate_limit', 'Request rate limit reached'))).toBe(false);
  });

  it.each([
    [
      answer(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 1 seconds.'),
      'We just sent one. Please wait 1 second before asking for another.',
    ],
    [
      answer(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
      'We cannot send more emails right now. Please try again in an hour.',
    ],
    [
      answer(429, 'over_request_rate_limit', 'Request rate limit reached'),
      'Too many attempts from your network. Please wait five minutes and try again.',
    ],
  ])('asks to wait: %s', (error, sentence) => {
    expect(signupFailure(error)).toEqual({ sentence });
    expect(resendFailure(error)).toBe(sentence);
  });

  it('counts down what Auth asks to wait, where it says so', () => {
    expect(secondsToWait(new Error('you can only request this after 42 seconds.'))).toBe(42);
    expect(secondsToWait(new Error('email rate limit exceeded'))).toBeNull();
    expect(secondsToWait('nothing')).toBeNull();
  });

  it('says that the e-mail was not sent again, whatever went wrong', () => {
    expect(resendFailure(new TypeError('Failed to fetch'))).toBe('Failed to resend confirmation email.');
    expect(resendFailure(answer(500, 'unexpected_failure', 'x'))).toBe('Failed to resend confirmation email.');
  });
});
