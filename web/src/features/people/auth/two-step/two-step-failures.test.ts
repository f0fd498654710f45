import { describe, expect, it, test } from 'vitest';
import { codeFailure, digitsOf, grouped, recoveryCodeFailure } from './two-step-failures.ts';

const answer = (status: number, code: string) => Object.assign(new Error('…'), { status, code });
const WRONG = 'That code is not right. Codes change every 30 seconds; check the clock of your phone.';

describe('a code that is not taken', () => {
  it.each([
    [answer(422, 'mfa_verification_failed'), WRONG],
    [answer(422, 'mfa_challenge_expired'), 'This took too long. Please enter the code that your app shows now.'],
    [answer(422, 'mfa_ip_address_mismatch'), 'Your network changed in between. Please enter the code again.'],
    [answer(429, 'over_request_rate_limit'), 'Too many wrong codes. Please wait 15 minutes.'],
    ...[404, 422].map((status): [Error, string] => [
      answer(status, 'mfa_factor_not_found'),
      'This device was removed or set up anew in the meantime. Please reload the page.',
    ]),
    [answer(422, 'mfa_factor_name_conflict'), 'You already have a device with this name.'],
    [answer(422, 'too_many_enrolled_mfa_factors'), 'You have three devices already. Remove one first.'],
    [new TypeError('Failed to fetch'), 'The server could not be reached. Please check your connection and try again.'],
  ])('says %s', (error, sentence) => {
    expect(codeFailure(error).sentence).toBe(sentence);
  });

  it('has the sentence of its screen where there is no other', () => {
    expect(codeFailure(answer(500, 'unexpected_failure'), 'It failed.').sentence).toBe('It failed.');
  });
});

test('five wrong recovery codes are told from a server that does not answer', () => {
  expect(recoveryCodeFailure({ message: 'too_many_codes' }, 429).sentence).toBe(
    'Too many wrong codes. Please wait 15 minutes.',
  );
  expect(recoveryCodeFailure({ message: 'TypeError: Failed to fetch' }, 0).sentence).toBe(
    'The server could not be reached. Please check your connection and try again.',
  );
});

test('a code may be typed with spaces, and nothing else is one', () => {
  expect(digitsOf(' 123 456 ')).toBe('123456');
  for (const text of ['', '12345', '1234567', '12345a']) expect(digitsOf(text), text).toBeNull();
});

test('a key is read in groups of four', () => {
  expect(grouped('JBSWY3DPEHPK3PXP')).toBe('JBSW Y3DP EHPK 3PXP');
});
