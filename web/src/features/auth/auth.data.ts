import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { auth } from '#copy/auth.ts';
import { shell } from '#copy/shell.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { type LocalUser, type SessionState, SIGNED_OUT } from '#lib/session/session.ts';
import { supabase } from '#lib/supabase.ts';
import { toast } from '#lib/toast.ts';
import { localUserName } from '#rules/local-user.ts';
import { AUTH_REQUIRED, AUTH_STATE_CHANGED } from './auth-events.ts';
import { setRecoveryFlag } from './recovery-flag.ts';

const SESSION_TOAST_ID = 'session';

/** Longer than Auth needs; the session is gone from this device at once in any case. Milliseconds. */
const LOG_OUT_WAIT_MS = 5_000;

type ProfileRow = { name: string | null; email: string | null; is_admin: boolean; created_at: string };

async function readProfile(userId: string): Promise<ProfileRow | null> {
  const profiles = supabase().from('profiles').select('is_admin, name, email, created_at');
  const { data, error } = await profiles.eq('id', userId).maybeSingle();
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

/** Null when the server refuses the session. */
async function loadLocalUser(user: User): Promise<LocalUser | null> {
  let profile: ProfileRow | null = null;
  try {
    profile = await readProfile(user.id);
    if (!profile) {
      const { error } = await supabase().rpc('create_missing_profiles');
      if (error) throw error;
      profile = await readProfile(user.id);
    }
  } catch (error) {
    console.warn('The profile could not be read; the account itself names the person meanwhile.', error);
  }
  return profile || !(await isRefused()) ? toLocalUser(user, profile) : null;
}

async function toState(session: Session | null): Promise<SessionState> {
  if (!session) return SIGNED_OUT;
  // What lies in storage may be anything; a session of ours names its person.
  const localUser = session.user?.id ? await loadLocalUser(session.user) : null;
  if (!localUser) {
    await supabase().auth.signOut({ scope: 'local' });
    toast.error(auth.sessionInvalid, { id: SESSION_TOAST_ID });
    return SIGNED_OUT;
  }
  const { isAdmin } = localUser;
  return { session, user: session.user, localUser, isLoading: false, isAuthenticated: true, isAdmin };
}

/** Follows the session from now on: the stored one first, then every change. Returns the way to stop. */
export function watchSession({
  onChange,
  onRecovery,
}: {
  onChange: (state: SessionState) => void;
  /** The address that this page was opened with made a recovery session. */
  onRecovery: () => void;
}): () => void {
  let latest = 0;
  let previous: Session | null = null;
  const hadCode = new URLSearchParams(location.search).has('code');

  const follow = async (event: AuthChangeEvent, session: Session | null, mine: number) => {
    let state: SessionState = SIGNED_OUT;
    try {
      state = await toState(session);
    } catch (error) {
      console.warn('The session could not be read', error);
      toast.error(shell.signInUnavailable, { id: SESSION_TOAST_ID });
    }
    if (mine !== latest) return;
    if (event === 'SIGNED_OUT' && previous && hasExpired(previous)) {
      toast.error(auth.sessionInvalid, { id: SESSION_TOAST_ID });
    }
    previous = state.session;
    onChange(state);
    window.dispatchEvent(new CustomEvent(AUTH_STATE_CHANGED, { detail: { isAuthenticated: state.isAuthenticated } }));
  };

  const { data } = supabase().auth.onAuthStateChange((event, session) => {
    latest += 1;
    const mine = latest;
    // Other tabs hear of a recovery too, and stay where they are.
    if (event === 'PASSWORD_RECOVERY' && session && hadCode) {
      setRecoveryFlag(session.access_token);
      onRecovery();
    }
    // Calling the client inside its own callback would wait for itself for ever.
    setTimeout(() => void follow(event, session, mine), 0);
  });
  return () => data.subscription.unsubscribe();
}

/** A session that ran out could not be renewed; one that a person ended had time left. */
function hasExpired(session: Session): boolean {
  return (session.expires_at ?? Number.POSITIVE_INFINITY) * 1000 <= Date.now();
}

/** Renews the session before its time, so that its listeners read the person again. */
export async function renewSession(): Promise<void> {
  const { error } = await supabase().auth.refreshSession();
  if (error) console.warn('The session could not be renewed', error);
}

/** Where the link in a confirmation e-mail leads (specification, section 4), with the way back to the earlier page. */
function confirmationRedirect(returnUrl: string | null): string {
  const address = new URL(paths.login, readPublicEnv().siteUrl);
  address.searchParams.set('confirmed', 'true');
  if (returnUrl) address.searchParams.set('returnUrl', returnUrl);
  return address.href;
}

/** Signs in with a password. Throws the Auth error. */
export async function logIn(email: string, password: string): Promise<'ok' | 'no-user'> {
  const { data, error } = await supabase().auth.signInWithPassword({ email, password });
  if (error) throw error;
  window.dispatchEvent(new Event(AUTH_REQUIRED));
  return data.user ? 'ok' : 'no-user';
}

/**
 * Creates the account and has the confirmation e-mail sent. Throws the Auth error. That an address is taken shows in
 * Auth's answer alone, a user without identities: visitors can read no profile.
 */
export async function signUp(
  { name, email, password }: { name: string; email: string; password: string },
  returnUrl: string | null,
): Promise<'created' | 'already-registered'> {
  const { data, error } = await supabase().auth.signUp({
    email,
    password,
    options: {
      // The server discards is_admin; it is sent because the contract names it (specification, section 3).
      data: { name, is_admin: false },
      emailRedirectTo: confirmationRedirect(returnUrl),
    },
  });
  if (error) throw error;
  return data.user?.identities?.length === 0 ? 'already-registered' : 'created';
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
  if (!error) return;
  const { data } = await supabase().auth.getSession();
  if (data.session) throw error;
  console.warn('Signed out on this device; the server could not be told.', error);
}
