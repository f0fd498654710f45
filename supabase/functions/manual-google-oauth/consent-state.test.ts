import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeState, readState } from './consent-state.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const WHO = 'a0000000-0000-4000-8000-000000000001';
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

beforeEach(() => vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_these_tests_long_enough'));
afterEach(() => vi.unstubAllEnvs());

it('a state for Google’s consent page says who asked, is valid for half an hour, and each one differs', () => {
  const state = makeState(WHO, NOW);
  expect(readState(state, NOW)).toMatchObject({ accountId: WHO, expiresAt: after(30) });
  expect([readState(state, after(29))?.accountId, readState(state, after(30))]).toEqual([WHO, undefined]);
  expect(makeState(WHO, NOW)).not.toBe(state);
});

it('a state for Google’s consent page is invalid when any part was changed or another key signed it', () => {
  const state = makeState(WHO, NOW);
  const [nonce = '', expiresAt, signature] = state.split('.');
  const later = Number(expiresAt) + 3600;
  for (const forged of [
    '',
    '..',
    `${nonce}.${later}.${signature}`,
    `x${nonce}.${expiresAt}.${signature}`,
    `b${nonce.slice(1)}.${expiresAt}.${signature}`,
    `${nonce}.${expiresAt}.`,
    `${nonce}.Infinity.${signature}`,
  ]) {
    expect(readState(forged, NOW)).toBeUndefined();
  }
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_somebody_else_long_enough');
  expect(readState(state, NOW)).toBeUndefined();
});
