import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import type { NavigateFunction } from 'react-router';
import { auth } from '#copy/people/auth.ts';
import { shell } from '#copy/shell/frame.ts';
import { forgetNextSession, tidyNextSession } from '#lib/offline/kept-session.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { queryClient } from '#lib/query/query-client.ts';
import { serverNow } from '#lib/server-time.ts';
import { CALL_FAILED } from '#lib/session/failed-call.ts';
import { type LocalUser, SESSION_LOADING, type SessionState, SIGNED_OUT } from '#lib/session/session.ts';
import { isRefusal, SESSION_DOUBTED } from '#lib/session/session-doubt.ts';
import { hasStoredSession } from '#lib/session/stored-session.ts';
import { readClaims } from '#lib/session/token-claims.ts';
import { supabase } from '#lib/supabase.ts';
import { toast } from '#lib/toast.ts';
import { whenOnline } from '#lib/when-online.ts';
import { localUserName } from '#rules/people/local-user.ts';
import { isCodeNeeded, readAccountState } from './account-state.data.ts';
import { AUTH_REQUIRED, AUTH_STATE_CHANGED } from './auth-events.ts';
import { leaveToSignIn, needsSession } from './leave-page.ts';
import { setRecoveryFlag } from './password-recovery/recovery-flag.ts';
import { wasBegunBefore } from './sign-up/begun-account.ts';

const SESSION_TOAST_ID = 'session';

/** Longer than Auth needs; the session is gone from this device at once in any case. Milliseconds. */
const LOG_OUT_WAIT_MS = 5_000;

type ProfileRow = { name: string | null; email: string | null; is_admin: boolean; created_at: string };

async function readProfile({ user, access_token }: Session): Promise<ProfileRow | null> {
  const profiles = supabase().from('profiles').select('is_admin, name, email, created_at').eq('id', user.id);
  // Of this session: the client may have another one, or none, by the time that it asks.
  const { data, error } = await profiles.setHeader('Authorization', `Bearer ${access_token}`).maybeSingle();
  if (error) throw error;
  return data;
}

function toLocalUser(user: User, profile: ProfileRow | null): LocalUser {
  return {
    id: user.id,
    name: localUserName({
      profileName: profile?.name,
      accountMetadata: user.user_metadata,
      applicationMetadata: user.app_metadata,
      email: user.email,
    }),
    email: profile?.email ?? user.email ?? '',
    isAdmin: profile?.is_admin ?? user.app_metadata?.is_admin === true,
    hasProfile: profile !== null,
    createdAt: profile?.created_at ?? user.created_at,
  };
}

/** Whether Auth no longer knows the session: it was revoked, its account deleted, or it never was one. */
async function isRefused(): Promise<boolean> {
  const { error } = await supabase().auth.getUser();
  return error?.name === 'AuthSessionMissingError' || [401, 403, 404].includes(error?.status ?? 0);
}

/** The profile, made where it is missing; null where it cannot be had. */
async function ensureProfile(session: Session): Promise<ProfileRow | null> {
  const { data } = await supabase().auth.getSession();
  // Signed out in between: there is no person to make a profile for.
  if (data.session?.access_token !== session.access_token) return null;
  try {
    const { error } = await supabase().rpc('create_missing_profiles');
    if (error) throw error;
    return await readProfile(session);
  } catch (error) {
    console.warn('The profile could not be read; the account itself names the person meanwhile.', error);
    return null;
  }
}

/** `refused`: Auth does not know the session, or it never was one. `ended`: it was one until a while ago. */
type Reading = SessionState | 'refused' | 'ended';

async function readSession(session: Session | null): Promise<Reading> {
  if (!session) return SIGNED_OUT;
  const { user } = session;
  // What lies in storage may be anything; a session of ours names its person.
  if (!user?.id) return 'refused';
  const unreadable = (error: unknown) => {
    console.warn('The session could not be looked up', error);
    return null;
  };
  const [account, found] = await Promise.all([
    readAccountState({ accessToken: session.access_token }).catch(unreadable),
    readProfile(session).catch(unreadable),
  ]);
  // Without a network nothing is known about the person: an administrator would be sent to log in.
  if (!account && !found && navigator.onLine === false) {
    await whenOnline();
    // A token may have expired by then, or the person has logged out: the client has the session of now.
    return readSession((await supabase().auth.getSession()).data.session);
  }
  // Row-level security answers an ended session with empty rows, so the state is what tells.
  if (account && !account.isSignedIn)
    return account.isCodeNeeded ? { ...SIGNED_OUT, isCodeNeeded: true, account } : 'ended';
  // Where neither was read, a third call would be waited for in vain.
  const profile = found ?? (account && (await ensureProfile(session)));
  if (!profile && (await isRefused())) return 'refused';
  const localUser = toLocalUser(user, profile);
  const isAdmin = account ? account.adminState === 'ok' : localUser.isAdmin;
  return { ...SIGNED_OUT, session, user, localUser, account, isAuthenticated: true, isAdmin };
}

let isWatched = false;
let ahead: { token: string; reading: Promise<Reading> } | undefined;

/**
 * Reads the stored session before React asks for it, once: `watchSession` begins with what it finds. Null where there is
 * nothing to read, and where it cannot be read.
 */
export async function readSessionAhead(): Promise<SessionState | null> {
  if (isWatched || !hasStoredSession()) return null;
  try {
    const { data } = await supabase().auth.getSession();
    if (!data.session) return null;
    ahead = { token: data.session.access_token, reading: readSession(data.session) };
    const reading = await ahead.reading;
    return typeof reading === 'object' ? reading : null;
  } catch (error) {
    console.warn('The session could not be read ahead', error);
    return null;
  }
}

async function forget(): Promise<SessionState> {
  await supabase().auth.signOut({ scope: 'local' });
  return SIGNED_OUT;
}

/** A return to the tab asks again how the session stands, at most this often. Milliseconds. */
const RETURN_CHECK_MS = 60_000;

/** Refused calls that follow each other closely are one reason to ask. Milliseconds. */
const DOUBT_PAUSE_MS = 2_000;

/**
 * Follows the session from now on: the stored one first, then every change, and what the server says of it on a return
 * to the tab and after a refused call. Leads a person whose session ended to where they log in. Returns the way to stop.
 */
export function watchSession({
  onChange,
  navigate,
}: {
  onChange: (state: SessionState) => void;
  navigate: NavigateFunction;
}): () => void {
  isWatched = true;
  let latest = 0;
  let previous = SIGNED_OUT;
  let isLeaving = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let nextCheck: ReturnType<typeof setTimeout> | undefined;
  const hadCode = new URLSearchParams(location.search).has('code');

  const settle = async (reading: Reading, isDoubted: boolean): Promise<SessionState> => {
    if (reading === 'refused') {
      const state = await forget();
      toast.error(auth.sessionInvalid, { id: SESSION_TOAST_ID });
      return state;
    }
    const isOver = reading === 'ended';
    const mustLeave = isOver ? isDoubted || needsSession(location) : reading.isCodeNeeded && needsSession(location);
    if (!isOver && !mustLeave) return reading;
    // Until they are elsewhere, the page waits: it would ask for a log-in by itself, in other words.
    isLeaving = true;
    onChange(SESSION_LOADING);
    try {
      if (isOver) {
        await forget();
        toast.error(auth.signedOut, { id: SESSION_TOAST_ID });
        forgetQueries(mustLeave);
      }
      // On a page that anyone may read, only an act that was refused needs a new session at once.
      if (mustLeave) await leaveToSignIn(navigate);
    } finally {
      isLeaving = false;
    }
    return isOver ? SIGNED_OUT : reading;
  };

  const tell = (state: SessionState) => {
    previous = state;
    onChange(state);
    window.dispatchEvent(new CustomEvent(AUTH_STATE_CHANGED, { detail: { isAuthenticated: state.isAuthenticated } }));
  };

  const follow = async (event: AuthChangeEvent, session: Session | null, mine: number) => {
    let state: SessionState = SIGNED_OUT;
    try {
      checkedAt = Date.now();
      const early = ahead?.token === session?.access_token ? ahead?.reading : undefined;
      ahead = undefined;
      const reading = await (early ?? readSession(session));
      if (mine !== latest) return;
      state = await settle(reading, false);
    } catch (error) {
      console.warn('The session could not be read', error);
      toast.error(shell.signInUnavailable, { id: SESSION_TOAST_ID });
    }
    if (mine !== latest) return;
    if (event === 'SIGNED_OUT' && previous.session && hasExpired(previous.session)) {
      toast.error(auth.sessionInvalid, { id: SESSION_TOAST_ID });
    }
    tell(state);
  };

  const check = async (isDoubted: boolean) => {
    const mine = latest;
    checkedAt = Date.now();
    try {
      const { data } = await supabase().auth.getSession();
      if (!data.session || mine !== latest) return;
      const reading = await readSession(data.session);
      if (mine !== latest) return;
      // Without an answer nothing is known, and what was known stays.
      if (typeof reading === 'object' && (!reading.account || isSame(reading, previous))) return;
      const state = await settle(reading, isDoubted);
      if (mine === latest) tell(state);
    } catch (error) {
      console.warn('The session could not be looked up', error);
    }
  };

  const onDoubt = () => {
    if (isLeaving || nextCheck !== undefined) return;
    nextCheck = setTimeout(
      () => void check(true).finally(() => (nextCheck = undefined)),
      // A clock that was set back must not make it a day.
      Math.min(DOUBT_PAUSE_MS, Math.max(0, checkedAt + DOUBT_PAUSE_MS - Date.now())),
    );
  };
  const onFailure = (event: Event) => {
    if (isRefusal((event as CustomEvent).detail)) onDoubt();
  };
  const onReturn = () => {
    if (document.visibilityState === 'visible' && Math.abs(Date.now() - checkedAt) >= RETURN_CHECK_MS)
      void check(false);
  };

  const { data } = supabase().auth.onAuthStateChange((event, session) => {
    // In whatever way it ended: log-out, here or in another tab, a deleted account, a refusal. Another person's ends too.
    if (event === 'SIGNED_OUT') void forgetNextSession();
    else if (session) void tidyNextSession(serverNow);
    // It is our own, and is told once the person is where they log in.
    if (event === 'SIGNED_OUT' && isLeaving) return;
    latest += 1;
    const mine = latest;
    // Other tabs hear of a recovery too, and stay where they are.
    if (event === 'PASSWORD_RECOVERY' && session && hadCode) {
      setRecoveryFlag(session.access_token);
      void navigate(paths.resetPassword, { replace: true });
    }
    // Calling the client inside its own callback would wait for itself for ever.
    setTimeout(() => void follow(event, session, mine), 0);
  });
  window.addEventListener(SESSION_DOUBTED, onDoubt);
  window.addEventListener(CALL_FAILED, onFailure);
  window.addEventListener('focus', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    clearTimeout(nextCheck);
    data.subscription.unsubscribe();
    window.removeEventListener(SESSION_DOUBTED, onDoubt);
    window.removeEventListener(CALL_FAILED, onFailure);
    window.removeEventListener('focus', onReturn);
    document.removeEventListener('visibilitychange', onReturn);
  };
}

/**
 * Forgets what was read for the person. A page that stays reads anew what it was still waiting for: a query that is cleared
 * while it is read never ends.
 */
export function forgetQueries(mustLeave = needsSession(location)): void {
  const client = queryClient();
  if (mustLeave) client.clear();
  else {
    client.removeQueries({ predicate: ({ state }) => state.status !== 'pending' });
    void client.resetQueries();
  }
}

/** Whether two readings differ in nothing that a page shows. */
function isSame(one: SessionState, other: SessionState): boolean {
  const facts = ({ session, localUser, account }: SessionState) => [session?.access_token, localUser, account];
  return JSON.stringify(facts(one)) === JSON.stringify(facts(other));
}

/** A session that ran out could not be renewed; one that a person ended had time left. */
function hasExpired(session: Session): boolean {
  const { exp } = readClaims(session.access_token);
  return typeof exp === 'number' && exp * 1000 <= serverNow().getTime();
}

/**
 * Where the link in a confirmation e-mail leads (docs/product/accounts.md#confirmation), with the way back to the
 * earlier page.
 */
function confirmationRedirect(returnUrl: string | null): string {
  const address = new URL(paths.login, readPublicEnv().siteUrl);
  address.searchParams.set('confirmed', 'true');
  if (returnUrl) address.searchParams.set('returnUrl', returnUrl);
  return address.href;
}

/** Signs in with a password; `code-needed` where the second step comes next. Throws the Auth error. */
export async function logIn(email: string, password: string): Promise<'ok' | 'no-user' | 'code-needed'> {
  const { data, error } = await supabase().auth.signInWithPassword({ email, password });
  if (error) throw error;
  window.dispatchEvent(new Event(AUTH_REQUIRED));
  if (!data.user) return 'no-user';
  return (await isCodeNeeded()) ? 'code-needed' : 'ok';
}

/**
 * Creates the account and has the confirmation e-mail sent. Throws the Auth error. That an address is taken shows in
 * Auth's answer alone, a user without identities: visitors can read no profile. `begun-before`: the account waited for its
 * confirmation already, with the password of whoever began it.
 */
export async function signUp(
  { name, email, password }: { name: string; email: string; password: string },
  returnUrl: string | null,
): Promise<'created' | 'begun-before' | 'already-registered'> {
  const { data, error } = await supabase().auth.signUp({
    email,
    password,
    options: {
      // The server discards is_admin.
      data: { name, is_admin: false },
      emailRedirectTo: confirmationRedirect(returnUrl),
    },
  });
  if (error) throw error;
  if (data.user?.identities?.length === 0) return 'already-registered';
  return data.user && wasBegunBefore(data.user, serverNow().getTime()) ? 'begun-before' : 'created';
}

/** Sends the confirmation e-mail again. Throws the Auth error (a second request within a minute is refused). */
export async function resendConfirmation(email: string, returnUrl: string | null): Promise<void> {
  const { error } = await supabase().auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: confirmationRedirect(returnUrl) },
  });
  if (error) throw error;
}

/** Ends the session on this device, even offline: a shared computer must forget it. Throws if it is still here. */
export async function logOut(): Promise<void> {
  const { error } = await Promise.race([
    supabase().auth.signOut({ scope: 'local' }),
    new Promise<{ error: Error }>((resolve) =>
      setTimeout(() => resolve({ error: new Error('Auth does not answer') }), LOG_OUT_WAIT_MS),
    ),
  ]);
  await forgetNextSession();
  if (!error) return;
  const { data } = await supabase().auth.getSession();
  if (data.session) throw error;
  console.warn('Signed out on this device; the server could not be told.', error);
}
