import { expect, test } from 'vitest';
import { readGoogleAnswer, withoutAnswer } from './finish-google-sign-in.ts';

const answer = (search: string, hash = '') => readGoogleAnswer({ search, hash });
const failure = (sentence: string) => ({ kind: 'failure', sentence });
const SERVER_ERROR = 'Google sign-in failed: Something went wrong on our side. Please try again.';

test('a code and failures are read from the query', () => {
  expect(answer('?code=abc')).toEqual({ kind: 'code' });
  expect(answer('?error=server_error&error_description=Unable+to+exchange')).toEqual(failure(SERVER_ERROR));
  expect(answer('?error=access_denied&error_description=', '#error=access_denied&sb=')).toEqual(
    failure('Google sign-in failed: It was cancelled before it was finished.'),
  );
  expect(answer('?error=temporarily_unavailable')).toEqual(failure(SERVER_ERROR));
});

test('a failure says what its code means, and nothing of what the address says besides', () => {
  const said = '&error_description=secret+detail';
  expect(answer(`?error=server_error&error_code=provider_email_needs_verification${said}`)).toEqual(
    failure(
      'Google sign-in failed: Google has not verified the email address of this account. Verify it with Google first, or ' +
        'sign up with a password.',
    ),
  );
  expect(answer(`?error=invalid_request&error_code=bad_oauth_state${said}`)).toEqual(
    failure('Google sign-in failed: The sign-in was interrupted. Please try again.'),
  );
  expect(answer(`?error=server_error&error_code=invented${said}`)).toEqual(failure(SERVER_ERROR));
});

test.each([
  ['', ''],
  ['?utm_source=friend', ''],
  ['?type=recovery&code=abc', ''],
  ['?code=abc', '#type=recovery'],
  ['?error=access_denied&error_code=otp_expired', ''],
  ['', '#error=access_denied&error_code=otp_expired'],
])('%s %s is no answer of Google', (search, hash) => {
  expect(answer(search, hash)).toBeNull();
});

test('the address keeps what is not the answer', () => {
  expect(withoutAnswer('?code=abc&sb_flow_id=1')).toBe('');
  expect(withoutAnswer('?error=a&error_code=b&error_description=c&utm_source=friend')).toBe('?utm_source=friend');
});
