import { expect, test } from 'vitest';
import { recoveryTarget } from './use-recovery-redirect.ts';

const VISIT = { hash: '', search: '', referrer: '', supabaseUrl: 'https://data.point0.example' };

test('an ordinary visit stays', () => {
  expect(recoveryTarget(VISIT)).toBeNull();
  expect(recoveryTarget({ ...VISIT, search: '?type=signup', hash: '#type' })).toBeNull();
  expect(recoveryTarget({ ...VISIT, referrer: 'https://data.point0.example/auth/v1/authorize' })).toBeNull();
});

test('a recovery token in the hash or the query goes to the reset page, with both', () => {
  expect(recoveryTarget({ ...VISIT, hash: '#access_token=t&type=recovery' })).toBe(
    '/reset-password#access_token=t&type=recovery',
  );
  expect(recoveryTarget({ ...VISIT, search: '?code=c&type=recovery', hash: '#x' })).toBe(
    '/reset-password?code=c&type=recovery#x',
  );
});

test('coming from the verify endpoint counts, but only from our own', () => {
  const referrer = 'https://data.point0.example/auth/v1/verify?token=t';
  expect(recoveryTarget({ ...VISIT, referrer, hash: '#access_token=t' })).toBe('/reset-password#access_token=t');
  expect(recoveryTarget({ ...VISIT, referrer: 'https://elsewhere.example/auth/v1/verify' })).toBeNull();
});
