import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isOurState, makeState } from './consent-state.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

beforeEach(() => vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_these_tests_long_enough'));
afterEach(() => vi.unstubAllEnvs());

it('a state for Google’s consent page is valid for half an hour, and each one differs', () => {
  const state = makeState(NOW);
  expect([isOurState(state, NOW), isOurState(state, after(29)), isOurState(state, after(30))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(makeState(NOW)).not.toBe(state);
});

it('a state for Google’s consent page is invalid when any part was changed or another key signed it', () => {
  const state = makeState(NOW);
  const [nonce, expiresAt, signature] = state.split('.');
  const later = Number(expiresAt) + 3600;
  for (const forged of [
    '',
    '..',
    `${nonce}.${later}.${signature}`,
    `x${nonce}.${expiresAt}.${signature}`,
    `${nonce}.${expiresAt}.`,
    `${nonce}.Infinity.${signature}`,
  ]) {
    expect(isOurState(forged, NOW)).toBe(false);
  }
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_somebody_else_long_enough');
  expect(isOurState(state, NOW)).toBe(false);
});
