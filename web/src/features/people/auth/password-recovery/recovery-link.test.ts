import { expect, test } from 'vitest';
import { isFinishingAccount, type RecoveryLink, readRecoveryLink } from './recovery-link.ts';

test.each<[string, RecoveryLink]>([
  ['', { kind: 'none' }],
  ['#type=recovery', { kind: 'none' }],
  ['?token_hash=pkce_abc&type=recovery', { kind: 'token', tokenHash: 'pkce_abc' }],
  ['#token_hash=abc&type=recovery', { kind: 'token', tokenHash: 'abc' }],
  ['#token_hash=abc%3E', { kind: 'token', tokenHash: 'abc' }],
  ['#token_hash=%00', { kind: 'none' }],
  ['?code=c0de', { kind: 'code', code: 'c0de' }],
  ['#access_token=a&refresh_token=r&type=recovery', { kind: 'session', accessToken: 'a', refreshToken: 'r' }],
  ['#access_token=a&refresh_token=r&type=signup', { kind: 'refused' }],
  ['#access_token=a&type=recovery', { kind: 'none' }],
  ['#error=access_denied&error_code=otp_expired&error_description=x', { kind: 'refused' }],
  ['?error=access_denied&error_code=otp_expired&code=c0de', { kind: 'refused' }],
  ['?token_hash=&code=', { kind: 'none' }],
])('/reset-password%s', (rest, link) => {
  const { search, hash } = new URL(`/reset-password${rest}`, 'https://site.example');
  expect(readRecoveryLink({ search, hash })).toEqual(link);
});

test('a link that confirmed an account which two people began says so in its query', () => {
  expect(isFinishingAccount('?finish=account')).toBe(true);
  expect(isFinishingAccount('?finish=other')).toBe(false);
});
