import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeState, openLink, readState, sealLink } from './connection-state.ts';

const NOW = new Date('2026-11-24T10:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const WHO = { accountId: 'an account', mentorId: 'a mentor' };

beforeEach(() => vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_these_tests_long_enough'));
afterEach(() => vi.unstubAllEnvs());

it('a state is good for its account and its mentor alone, for ten minutes', () => {
  const state = makeState(WHO, NOW);
  expect(readState(state, WHO, after(599))).toEqual({ nonce: state.split('.')[0], expiresAt: after(600) });
  expect(readState(state, WHO, after(600))).toBeUndefined();
  expect(readState(state, { ...WHO, accountId: 'another account' }, NOW)).toBeUndefined();
  expect(readState(state, { ...WHO, mentorId: 'another mentor' }, NOW)).toBeUndefined();
  expect(makeState(WHO, NOW)).not.toBe(state);
  const [nonce, expiresAt, signature] = state.split('.');
  for (const forged of ['', '..', `${nonce}.${Number(expiresAt) + 3600}.${signature}`, `x${state}`, `${nonce}.NaN.`]) {
    expect(readState(forged, WHO, NOW)).toBeUndefined();
  }
});

it('a link to Google’s consent page shows no address, and ends after ten minutes or with another key', () => {
  const link = { state: makeState(WHO, NOW), loginHint: 'asha@mail.example' };
  const sealed = sealLink(link, NOW);
  expect(sealed).not.toContain('asha');
  expect([openLink(sealed, after(599)), openLink(sealed, after(600)), openLink('v1.x.y.z', NOW)]).toEqual([
    link,
    undefined,
    undefined,
  ]);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_somebody_else_long_enough');
  expect(openLink(sealed, NOW)).toBeUndefined();
});
