import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '#lib/session/session.ts';
import { watchSession } from './auth.data.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const toastError = vi.hoisted(() => vi.fn());
const backend = vi.hoisted(() => ({
  profiles: [] as (object | null)[],
  procedures: [] as string[],
  isRefused: false,
  tell: (_event: string, _session: object | null) => {},
}));

vi.mock('#lib/toast.ts', () => ({ toast: { error: toastError } }));
vi.mock('#lib/supabase.ts', () => {
  const maybeSingle = async () => ({ data: backend.profiles.shift() ?? null, error: null });
  return {
    supabase: () => ({
      from: () => ({ select: () => ({ eq: () => ({ maybeSingle }) }) }),
      rpc: async (name: string) => {
        backend.procedures.push(name);
        return { error: null };
      },
      auth: {
        getUser: async () => ({ error: backend.isRefused ? { status: 403 } : null }),
        signOut: async () => ({ error: null }),
        onAuthStateChange: (callback: typeof backend.tell) => {
          backend.tell = callback;
          return { data: { subscription: { unsubscribe: () => {} } } };
        },
      },
    }),
  };
});

const session = (secondsLeft: number, appMetadata: object = {}) => ({
  expires_at: NOW / 1000 + secondsLeft,
  user: {
    id: 'u1',
    email: 'asha@example.com',
    created_at: '2026-11-01T00:00:00Z',
    app_metadata: appMetadata,
    user_metadata: {},
  },
});
const profile = { name: 'Asha Rao', email: 'asha@example.com', is_admin: false, created_at: '2026-11-01' };
const sessionInvalid = 'Authentication session invalid. Please login again.';

let states: SessionState[];
let events: unknown[];

async function tell(event: string, current: object | null): Promise<SessionState | undefined> {
  backend.tell(event, current);
  await vi.runAllTimersAsync();
  return states.at(-1);
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  toastError.mockClear();
  Object.assign(backend, { profiles: [profile], procedures: [], isRefused: false });
  states = [];
  events = [];
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('window', { dispatchEvent: (event: CustomEvent) => events.push([event.type, event.detail]) });
  watchSession({ onChange: (state) => states.push(state), onRecovery: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the session that is followed', () => {
  it('names its person by the profile, and tells the browser of every change', async () => {
    const state = await tell('INITIAL_SESSION', session(3600));
    expect(state).toMatchObject({ isAuthenticated: true, isAdmin: false, isLoading: false });
    expect(state?.localUser).toEqual({
      id: 'u1',
      name: 'Asha Rao',
      email: 'asha@example.com',
      isAdmin: false,
      hasProfile: true,
      createdAt: '2026-11-01',
    });
    expect(await tell('SIGNED_OUT', null)).toMatchObject({ user: null, localUser: null, isAdmin: false });
    expect(events).toEqual([
      ['authStateChanged', { isAuthenticated: true }],
      ['authStateChanged', { isAuthenticated: false }],
    ]);
    expect(backend.procedures).toEqual([]);
  });

  it('has a missing profile made', async () => {
    backend.profiles = [null, profile];
    expect((await tell('INITIAL_SESSION', session(3600)))?.localUser?.name).toBe('Asha Rao');
    expect(backend.procedures).toEqual(['create_missing_profiles']);
  });

  it('goes by the account where no profile can be had', async () => {
    backend.profiles = [];
    const state = await tell('INITIAL_SESSION', session(3600, { is_admin: true }));
    expect(state).toMatchObject({ isAdmin: true, localUser: { name: 'asha', hasProfile: false } });
  });

  it('ends, with a word, where Auth refuses it', async () => {
    Object.assign(backend, { profiles: [], isRefused: true });
    expect((await tell('INITIAL_SESSION', session(3600)))?.isAuthenticated).toBe(false);
    expect(toastError).toHaveBeenCalledExactlyOnceWith(sessionInvalid, expect.anything());
  });

  it('says so when it ran out, not when somebody logged out', async () => {
    await tell('INITIAL_SESSION', session(3600));
    await tell('SIGNED_OUT', null);
    expect(toastError).not.toHaveBeenCalled();
    backend.profiles = [profile];
    await tell('SIGNED_IN', session(60));
    vi.setSystemTime(NOW + 60_000);
    await tell('SIGNED_OUT', null);
    expect(toastError).toHaveBeenCalledExactlyOnceWith(sessionInvalid, expect.anything());
  });
});
