import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { authSentence, knownAuthSentence } from './auth-sentence.ts';

/** Every code that the installed library names. */
const CODES = [
  ...readFileSync('node_modules/@supabase/auth-js/src/lib/error-codes.ts', 'utf8').matchAll(/\| '(\w+)'/g),
].map(([, code = '']) => code);

const SECRET = 'secret detail';
/** As the library throws it. */
const answer = (code: string, { status = 400, message = SECRET } = {}) =>
  Object.assign(new Error(message), { name: 'AuthApiError', status, code });
const OURS = 'Something went wrong on our side. Please try again.';

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

test('the library names the codes that the table has, and more', () => {
  expect(CODES.length).toBeGreaterThan(80);
  expect(CODES).toEqual(expect.arrayContaining(['user_banned', 'email_address_not_authorized', 'hook_timeout']));
});

describe('a code of Auth', () => {
  it.each([
    ['over_email_send_rate_limit', 'We cannot send more emails right now. Please try again in an hour.'],
    ['same_password', 'Please choose a password that differs from your present one.'],
    ['user_banned', 'This account is blocked. Please contact support.'],
    ['signup_disabled', 'New accounts cannot be created right now. Please try again later.'],
    ['email_provider_disabled', 'New accounts cannot be created right now. Please try again later.'],
    ['email_address_not_authorized', 'We cannot send email to this address right now. Please try again later.'],
    ...[
      'session_not_found',
      'session_expired',
      'refresh_token_not_found',
      'refresh_token_already_used',
      'bad_jwt',
      'user_not_found',
      'reauthentication_needed',
    ].map((code) => [code, 'Authentication session invalid. Please login again.']),
    ...[
      'flow_state_not_found',
      'flow_state_expired',
      'flow_state_already_used',
      'bad_oauth_state',
      'bad_oauth_callback',
      'bad_code_verifier',
    ].map((code) => [code, 'The sign-in was interrupted. Please try again.']),
    ['provider_disabled', 'Signing in with Google is not available right now.'],
    ['oauth_provider_not_supported', 'Signing in with Google is not available right now.'],
    [
      'provider_email_needs_verification',
      'Google has not verified the email address of this account. Verify it with Google first, or sign up with a password.',
    ],
    ['captcha_failed', 'We could not tell that you are a person. Please reload the page and try again.'],
    ['over_request_rate_limit', 'Too many attempts from your network. Please wait five minutes and try again.'],
    ['invalid_credentials', 'Invalid email or password.'],
    ['email_exists', 'This email is already registered. Please log in instead.'],
  ] as [string, string][])('%s is told as: %s', (code, sentence) => {
    expect(authSentence(answer(code))).toBe(sentence);
    expect(warned).not.toHaveBeenCalled();
  });

  it.each(['hook_timeout', 'hook_timeout_after_retry', 'request_timeout', 'unexpected_failure', 'invented_code'])(
    '%s is a failure of ours, and its code goes to the console',
    (code) => {
      expect(authSentence(answer(code))).toBe(OURS);
      expect(warned).toHaveBeenCalledExactlyOnceWith(expect.any(String), { code, status: 400 });
    },
  );

  it('counts for nothing in an answer of 500 and more', () => {
    expect(authSentence(answer('invalid_credentials', { status: 503 }))).toBe(OURS);
    expect(knownAuthSentence(answer('user_banned', { status: 500 }))).toBeNull();
  });

  it('that limits e-mails tells the seconds where Auth names them', () => {
    const message = 'For security purposes, you can only request this after 42 seconds.';
    expect(authSentence(answer('over_email_send_rate_limit', { status: 429, message }))).toBe(
      'We just sent one. Please wait 42 seconds before asking for another.',
    );
  });

  it('for a password that is known from a leak differs from that for a short one', () => {
    const weak = (...reasons: ('length' | 'pwned')[]) =>
      Object.assign(answer('weak_password', { status: 422 }), { reasons });
    expect(authSentence(weak('pwned', 'length'))).toBe(
      'This password is known from a data leak. Please choose another one.',
    );
    expect(authSentence(weak('length'))).toBe('Password must be at least 6 characters long.');
  });
});
