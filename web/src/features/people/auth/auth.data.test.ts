import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { learnServerTime } from '#lib/server-time.ts';
import type { SessionState } from '#lib/session/session.ts';
import { watchSession } from './auth.data.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');
const toastError = vi.hoisted(() => vi.fn());
const backend = vi.hoisted(() => ({
  profiles: [] as (object | null)[],
  procedures: [] as string[],
  isRefused: false,
  /** What `my_account_state` answers; null where it fails. */
  account: null as object | null,
  signOuts: 0,
  session: null as object | null,
  tell: (_event: string, _session: object | null) => {},
}));

vi.mock('#lib/session/stored-session.ts', async (original) => ({
  ...(await original<object>()),
  hasStoredSession: () => true,
}));
vi.mock('#lib/toast.ts', () => ({ toast: { error: toastError } }));
vi.mock('#lib/supabase.ts', () => {
  const maybeSingle = async () => ({ data: backend.profiles.shift() ?? null, error: null });
  return {
    supabase: () => ({
      from: () => ({ select: () => ({ eq: () => ({ setHeader: () => ({ maybeSingle }) }) }) }),
      rpc: (name: string) => {
        if (name !== 'my_account_state') {
          backend.procedures.push(name);
          return Promise.resolve({ error: null });
        }
        const { account } = backend;
        const answer = account ? { data: account, error: null } : { data: null, error: new Error('down') };
        return { setHeader: async () => answer };
      },
      auth: {
        getUser: async () => ({ error: backend.isRefused ? { status: 403 } : null }),
        getSession: async () => ({ data: { session: backend.session } }),
        signOut: async () => {
          backend.signOuts += 1;
          return { error: null };
        },
        onAuthStateChange: (callback: typeof backend.tell) => {
          backend.tell = callback;
          return { data: { subscription: { unsubscribe: () => {} } } };
        },
      },
    }),
  };
});

const session = (secondsLeft: number, appMetadata: object = {}) => ({
  access_token: `h.${btoa(JSON.stringify({ exp: NOW / 1000 + secondsLeft }))}.s`,
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

const whole = {
  is_signed_in: true,
  is_code_needed: false,
  is_two_step_on: false,
  admin_state: 'not_admin',
  has_password: true,
  must_change_password: false,
  is_mentor: false,
};
const waiting = { ...whole, is_signed_in: false, is_code_needed: true, is_two_step_on: true };
const ended = { ...whole, is_signed_in: false, has_password: false };

let states: SessionState[];
let events: unknown[];
let page: EventTarget;
const navigate = vi.fn();
let stop: () => void;

async function tell(event: string, current: object | null): Promise<SessionState | undefined> {
  backend.session = current;
  backend.tell(event, current);
  await vi.runAllTimersAsync();
  return states.at(-1);
}

function goTo(address: string): void {
  const { pathname, search, hash } = new URL(address, 'http://point-0.test');
  vi.stubGlobal('location', { pathname, search, hash });
}

async function doubt(): Promise<void> {
  page.dispatchEvent(new Event('sessionDoubted'));
  await vi.runAllTimersAsync();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  toastError.mockClear();
  navigate.mockClear();
  Object.assign(backend, { profiles: [profile], procedures: [], isRefused: false, account: whole, signOuts: 0 });
  states = [];
  events = [];
  page = new EventTarget();
  page.addEventListener('authStateChanged', (event) => events.push([event.type, (event as CustomEvent).detail]));
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  goTo('/about-us');
  stop = watchSession({ onChange: (state) => states.push(state), navigate });
});
afterEach(() => {
  stop();
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
    Object.assign(backend, { profiles: [], account: null });
    const state = await tell('INITIAL_SESSION', session(3600, { is_admin: true }));
    expect(state).toMatchObject({ isAdmin: true, localUser: { name: 'asha', hasProfile: false } });
  });

  it('is read again with the network, where nothing could be read without one', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    Object.assign(backend, { profiles: [], account: null });
    expect(await tell('INITIAL_SESSION', session(3600))).toBeUndefined();
    vi.stubGlobal('navigator', { onLine: true });
    Object.assign(backend, { profiles: [{ ...profile, is_admin: true }], account: { ...whole, admin_state: 'ok' } });
    page.dispatchEvent(new Event('online'));
    await vi.runAllTimersAsync();
    expect(states).toEqual([expect.objectContaining({ isAdmin: true, isAuthenticated: true })]);
  });

  it('ends, with a word, where Auth refuses it', async () => {
    Object.assign(backend, { profiles: [], isRefused: true, account: null });
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

  it('did not run out for a device whose clock is two hours fast', async () => {
    vi.setSystemTime(NOW + 7_200_000);
    learnServerTime(NOW, Date.now());
    await tell('SIGNED_IN', session(60));
    await tell('SIGNED_OUT', null);
    expect(toastError).not.toHaveBeenCalled();
    learnServerTime(Date.now(), Date.now());
  });
});

describe('a session that the database says has ended', () => {
  const signedOut = 'You were signed out. Please log in again.';

  it('is left with a word, and the person can come back to the page', async () => {
    goTo('/dashboard?tab=past');
    await tell('INITIAL_SESSION', session(3600));
    Object.assign(backend, { account: ended, profiles: [] });
    page.dispatchEvent(new CustomEvent('callFailed', { detail: { code: 'PT401', message: 'session_ended' } }));
    await vi.runAllTimersAsync();
    expect(toastError).toHaveBeenCalledExactlyOnceWith(signedOut, expect.anything());
    expect(states.at(-1)).toMatchObject({ isAuthenticated: false, user: null, localUser: null });
    expect(backend.signOuts).toBe(1);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login?returnUrl=%2Fdashboard%3Ftab%3Dpast', { replace: true });
  });

  it('is left for the login of administrators from the back office', async () => {
    goTo('/admin?tab=users');
    backend.account = ended;
    await tell('INITIAL_SESSION', session(3600));
    expect(navigate).toHaveBeenCalledExactlyOnceWith(
      '/admin-login?returnUrl=%2Fadmin%3Ftab%3Dusers',
      expect.anything(),
    );
  });

  it('leads no one away from a page that anyone may read, unless an act was refused there', async () => {
    backend.account = ended;
    await tell('INITIAL_SESSION', session(3600));
    expect(toastError).toHaveBeenCalledExactlyOnceWith(signedOut, expect.anything());
    expect(navigate).not.toHaveBeenCalled();

    Object.assign(backend, { account: whole, profiles: [profile] });
    await tell('SIGNED_IN', session(3600));
    backend.account = ended;
    await doubt();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login?returnUrl=%2Fabout-us', expect.anything());
  });

  it('is noticed on a return to the tab, which asks at most once a minute', async () => {
    goTo('/dashboard');
    await tell('INITIAL_SESSION', session(3600));
    backend.account = ended;
    vi.setSystemTime(NOW + 30_000);
    page.dispatchEvent(new Event('focus'));
    await vi.runAllTimersAsync();
    expect(navigate).not.toHaveBeenCalled();
    vi.setSystemTime(NOW + 61_000);
    page.dispatchEvent(new Event('focus'));
    await vi.runAllTimersAsync();
    expect(navigate).toHaveBeenCalledOnce();
  });

  it('is noticed however far the device’s clock was set back meanwhile', async () => {
    goTo('/dashboard');
    await tell('INITIAL_SESSION', session(3600));
    backend.account = ended;
    vi.setSystemTime(NOW - 86_400_000);
    page.dispatchEvent(new Event('sessionDoubted'));
    await vi.advanceTimersByTimeAsync(2000);
    expect(navigate).toHaveBeenCalledOnce();
  });

  it('is not one that cannot be looked up right now', async () => {
    await tell('INITIAL_SESSION', session(3600));
    Object.assign(backend, { account: null, profiles: [profile] });
    await doubt();
    expect(states).toHaveLength(1);
    expect(backend.signOuts).toBe(0);
  });
});

describe('a session whose second step is still to come', () => {
  it('counts for no page yet', async () => {
    backend.account = waiting;
    expect(await tell('SIGNED_IN', session(3600))).toEqual({
      session: null,
      user: null,
      localUser: null,
      isLoading: false,
      isAuthenticated: false,
      isCodeNeeded: true,
      isAdmin: false,
      account: expect.objectContaining({ isCodeNeeded: true }),
    });
    expect(backend.procedures).toEqual([]);
    expect(events).toEqual([['authStateChanged', { isAuthenticated: false }]]);
  });

  it('leads from a page that needs a session to where the code is asked for', async () => {
    goTo('/receipts/1');
    backend.account = waiting;
    await tell('INITIAL_SESSION', session(3600));
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login?returnUrl=%2Freceipts%2F1', expect.anything());
    expect(backend.signOuts).toBe(0);
  });
});

test("who may use the back office is the database's word, not the flag", async () => {
  Object.assign(backend, {
    account: { ...whole, admin_state: 'set_up_needed' },
    profiles: [{ ...profile, is_admin: true }],
  });
  const state = await tell('INITIAL_SESSION', session(3600));
  expect(state).toMatchObject({
    isAdmin: false,
    localUser: { isAdmin: true },
    account: { adminState: 'set_up_needed' },
  });
});

it('A session that was read before React attached is read once', async () => {
  vi.resetModules();
  const fresh = await import('./auth.data.ts');
  const [mine, other] = [session(3600), session(1800)];
  Object.assign(backend, { session: mine, account: whole, profiles: [profile, profile, profile] });
  expect(await fresh.readSessionAhead()).toMatchObject({ isAuthenticated: true, localUser: { name: 'Asha Rao' } });
  const seen: SessionState[] = [];
  const stop = fresh.watchSession({ onChange: (state) => seen.push(state), navigate: vi.fn() });
  backend.tell('INITIAL_SESSION', mine);
  await vi.waitFor(() => expect(seen.at(-1)).toMatchObject({ isAuthenticated: true, session: mine }));
  expect(backend.profiles).toHaveLength(2);
  backend.tell('TOKEN_REFRESHED', other);
  await vi.waitFor(() => expect(seen.at(-1)).toMatchObject({ session: other }));
  expect(backend.profiles).toHaveLength(1);
  expect(await fresh.readSessionAhead()).toBeNull();
  stop();
});
