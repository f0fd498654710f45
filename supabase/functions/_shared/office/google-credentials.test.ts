import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalendarNotConnected, canStoreToken, storeRefreshToken, withCalendar } from './google-credentials.ts';
import { TokenRevoked } from './google-oauth.ts';

const TOKEN = '1//the-refresh-token';
const OLD_KEY = 'an-older-key-of-these-tests-that-is-long';
const logged = vi.hoisted(() => vi.fn());
const kept = vi.hoisted(() => ({ cipher: null as string | null, actor: '', states: [] as string[], isDown: false }));

vi.mock('#functions/_shared/log.ts', () => ({ logProblem: logged, describeError: String }));
vi.mock('#functions/_shared/database.ts', () => ({
  query: async (call: unknown) => {
    if (kept.isDown) throw new Error('The database is down');
    return call;
  },
  serviceClient: () => ({
    rpc: (name: string, parameters: Record<string, string>) => {
      if (name === 'store_google_token') {
        kept.cipher = parameters.p_refresh_token_encrypted ?? null;
        kept.actor = parameters.p_actor ?? '';
      }
      if (name === 'mark_google_token') {
        kept.states.push(parameters.p_state ?? '');
        kept.cipher = parameters.p_renewed ?? kept.cipher;
      }
      if (name === 'read_google_token') {
        return kept.cipher ? [{ refresh_token_encrypted: kept.cipher, token_state: 'ok' }] : [];
      }
      return true;
    },
  }),
}));

beforeEach(() => {
  Object.assign(kept, { cipher: null, actor: '', states: [], isDown: false });
  logged.mockClear();
  vi.stubEnv('GOOGLE_TOKEN_KEY', 'a-key-of-these-tests-that-is-long-enough');
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_these_tests_that_is_long');
  vi.stubEnv('GOOGLE_TOKEN_KEY_PREVIOUS', '');
  vi.stubEnv('GOOGLE_REFRESH_TOKEN', '');
});
afterEach(() => {
  expect(JSON.stringify(logged.mock.calls)).not.toContain(TOKEN);
});

const tokenOf = () => withCalendar(async ({ refreshToken }, from) => [refreshToken, from]);
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof CalendarNotConnected ? error.reason : error),
  );

it('the refresh token is stored encrypted, each time differently, and read again', async () => {
  await storeRefreshToken(TOKEN, 'administrator');
  const first = kept.cipher;
  expect(first).toMatch(/^v1(\.[\w-]+){3}$/);
  expect(Buffer.from(first?.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('token');
  expect(kept.actor).toBe('administrator');
  await storeRefreshToken(TOKEN, 'administrator');
  expect(kept.cipher).not.toBe(first);
  expect(await tokenOf()).toEqual([TOKEN, 'stored']);
});

it('the stored refresh token is used before the setting, which counts where nothing is stored', async () => {
  expect(await reasonOf(tokenOf())).toBe('missing');
  vi.stubEnv('GOOGLE_REFRESH_TOKEN', 'of the settings');
  expect(await tokenOf()).toEqual(['of the settings', 'setting']);
  expect(kept.states).toEqual([]);
  await storeRefreshToken(TOKEN, 'administrator');
  expect(await tokenOf()).toEqual([TOKEN, 'stored']);
});

it('no refresh token is stored where no key for it is set', async () => {
  vi.stubEnv('GOOGLE_TOKEN_KEY', '');
  expect(canStoreToken()).toBe(false);
  await expect(storeRefreshToken(TOKEN, 'administrator')).rejects.toThrow('GOOGLE_TOKEN_KEY is not set');
  expect(kept.cipher).toBeNull();
});

describe('a refresh token that an older key encrypted', () => {
  const NEWEST = 'the-newest-key-of-these-tests-that-is-long';

  it.each([
    ['of before the change of GOOGLE_TOKEN_KEY', { GOOGLE_TOKEN_KEY_PREVIOUS: OLD_KEY }],
    ['of before there was a GOOGLE_TOKEN_KEY', { SUPABASE_SERVICE_ROLE_KEY: OLD_KEY }],
  ])('%s opens, and is encrypted anew at the next use', async (_, environment) => {
    vi.stubEnv('GOOGLE_TOKEN_KEY', OLD_KEY);
    await storeRefreshToken(TOKEN, 'administrator');
    const before = kept.cipher;
    vi.stubEnv('GOOGLE_TOKEN_KEY', NEWEST);
    expect(await reasonOf(tokenOf()), 'without the older key').toBe('unreadable');
    expect(kept.states).toEqual(['unreadable']);
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    expect(await tokenOf()).toEqual([TOKEN, 'stored']);
    expect(kept.cipher).not.toBe(before);
    vi.stubEnv('GOOGLE_TOKEN_KEY_PREVIOUS', '');
    vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_of_the_day_after_that_is_long');
    expect(await tokenOf(), 'the secret keys have changed').toEqual([TOKEN, 'stored']);
    expect(kept.states).toEqual(['unreadable', 'ok', 'ok']);
  });

  it('stays as it is while no GOOGLE_TOKEN_KEY is set', async () => {
    vi.stubEnv('GOOGLE_TOKEN_KEY', OLD_KEY);
    await storeRefreshToken(TOKEN, 'administrator');
    const before = kept.cipher;
    vi.stubEnv('GOOGLE_TOKEN_KEY', '');
    vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', OLD_KEY);
    expect(await tokenOf()).toEqual([TOKEN, 'stored']);
    expect(kept.cipher).toBe(before);
  });
});

it('the refresh token cannot be read with another key, or when it was tampered with', async () => {
  await storeRefreshToken(TOKEN, 'administrator');
  const whole = kept.cipher ?? '';
  // Not even the setting takes its place: an administrator chose another calendar.
  vi.stubEnv('GOOGLE_REFRESH_TOKEN', 'of the settings');
  const [version, iv, tag, encrypted = ''] = whole.split('.');
  const flipped = (encrypted.startsWith('A') ? 'B' : 'A') + encrypted.slice(1);
  for (const cipher of [
    [version, iv, tag, flipped].join('.'),
    [version, iv, tag?.slice(0, 8), encrypted].join('.'),
    [version, iv, tag].join('.'),
    ['v0', iv, tag, encrypted].join('.'),
    'nonsense',
  ]) {
    kept.cipher = cipher;
    expect(await reasonOf(tokenOf()), cipher).toBe('unreadable');
  }
  kept.cipher = whole;
  vi.stubEnv('GOOGLE_TOKEN_KEY', 'another-key-of-these-tests-that-is-long');
  expect(await reasonOf(tokenOf())).toBe('unreadable');
});

describe('the state of the stored refresh token', () => {
  beforeEach(() => storeRefreshToken(TOKEN, 'administrator'));

  it('after use the refresh token is noted as working or revoked', async () => {
    await tokenOf();
    const revoked = withCalendar(() => Promise.reject(new TokenRevoked('Token has been revoked')));
    await expect(revoked).rejects.toThrow(TokenRevoked);
    expect(kept.states).toEqual(['ok', 'invalid_grant']);
  });

  it('a failure that is not about the refresh token leaves its state unchanged', async () => {
    const failed = withCalendar(() => Promise.reject(new Error('Google is down')));
    await expect(failed).rejects.toThrow('Google is down');
    expect(kept.states).toEqual([]);
  });

  it('the result of the work is returned even when the token’s state cannot be noted', async () => {
    const result = withCalendar(async () => {
      kept.isDown = true;
      return 'done';
    });
    expect(await result).toBe('done');
    expect(logged).toHaveBeenCalledOnce();
  });
});
