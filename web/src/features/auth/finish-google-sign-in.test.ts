import { expect, test } from 'vitest';
import { readGoogleAnswer, withoutAnswer } from './finish-google-sign-in.ts';

const answer = (search: string, hash = '') => readGoogleAnswer({ search, hash });
const failure = (sentence: string, details?: string) => ({ kind: 'failure', sentence, ...(details && { details }) });
const SERVER_ERROR = 'Google sign-in failed: The server answered with an error. Please try again in a moment.';

test('a code and failures are read from the query', () => {
  expect(answer('?code=abc')).toEqual({ kind: 'code' });
  expect(answer('?error=server_error&error_description=Unable+to+exchange')).toEqual(
    failure(SERVER_ERROR, 'Unable to exchange'),
  );
  expect(answer('?error=access_denied&error_description=', '#error=access_denied&sb=')).toEqual(
    failure('Google sign-in failed: It was cancelled before it was finished.'),
  );
  expect(answer('?error=temporarily_unavailable')).toEqual(failure(SERVER_ERROR, 'temporarily_unavailable'));
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
