import type { Session, User } from '@supabase/supabase-js';
import { paths } from '#lib/paths.ts';
import { readPublicEnv } from '#lib/public-env.tsx';
import { type LocalUser, type SessionState, SIGNED_OUT } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { AUTH_STATE_CHANGED, AUTH_WANTED } from './auth-events.ts';

interface ProfileRow {
  name: string | null;
  email: string | null;
  is_admin: boolean;
  created_at: string;
}

async function readProfile(userId: string): Promise<ProfileRow | null> {
  const { data, error } = await supabase()
    .from('profiles')
    .select('is_admin, name, email, created_at')
    .eq('id', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim() : null;
}

/** The name falls back in the order of the founder-side specification, section 3, "Local user". */
function toLocalUser(user: User, profile: ProfileRow | null): LocalUser {
  const meta = user.user_metadata;
  return {
    id: user.id,
    name:
      textOf(profile?.name) ??
      textOf(meta.full_name) ??
      textOf(meta.name) ??
      textOf(user.app_metadata.full_name) ??
      textOf(user.email?.split('@')[0]) ??
      'User',
    email: profile?.email ?? user.email ?? '',
    isAdmin: profile?.is_admin ?? user.app_metadata.is_admin === true,
    createdAt: profile?.created_at ?? user.created_at,
  };
}

async function loadLocalUser(user: User): Promise<LocalUser> {
  try {
    let profile = await readProfile(user.id);
    if (!profile) {
      const { error } = await supabase().rpc('create_missing_profiles');
      if (error) throw error;
      profile = await readProfile(user.id);
    }
    return toLocalUser(user, profile);
  } catch (error) {
    console.warn('The profile could not be read; the account itself names the person meanwhile.', error);
    return toLocalUser(user, null);
  }
}

async function toState(session: Session | null): Promise<SessionState> {
  if (!session) return SIGNED_OUT;
  const localUser = await loadLocalUser(session.user);
  return {
    session,
    user: session.user,
    localUser,
    isLoading: false,
    isAuthenticated: true,
    isAdmin: localUser.isAdmin,
  };
}

/** Follows the session from now on: the stored one first, then every change. Returns the way to stop. */
export function watchSession(onChange: (state: SessionState) => void): () => void {
  let latest = 0;
  const { data } = supabase().auth.onAuthStateChange((_event, session) => {
    latest += 1;
    const mine = latest;
    // Calling the client inside its own callback would wait for itself for ever.
    setTimeout(async () => {
      const state = await toState(session);
      if (mine !== latest) return;
      onChange(state);
      window.dispatchEvent(
        new CustomEvent(AUTH_STATE_CHANGED, { detail: { isAuthenticated: state.isAuthenticated } }),
      );
    }, 0);
  });
  return () => data.subscription.unsubscribe();
}

/** Where the link in a confirmation e-mail leads (specification, section 4), keeping the way back to what the person was doing. */
function confirmationRedirect(returnUrl: string | null): string {
  const address = new URL(paths.login, readPublicEnv().siteUrl);
  address.searchParams.set('confirmed', 'true');
  if (returnUrl) address.searchParams.set('returnUrl', returnUrl);
  return address.href;
}

export type LogInOutcome = 'ok' | 'no-user';

/** Signs in with a password. Throws the Auth error. */
export async function logIn(email: string, password: string): Promise<LogInOutcome> {
  const { data, error } = await supabase().auth.signInWithPassword({ email, password });
  if (error) throw error;
  window.dispatchEvent(new Event(AUTH_WANTED));
  return data.user ? 'ok' : 'no-user';
}

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

export type SignUpOutcome = 'created' | 'already-registered';

/**
 * Creates the account and has the confirmation e-mail sent. Throws the Auth error.
 * Visitors can read no profile, so an address that is taken is known from Auth alone: it answers with a user of no identities.
 */
export async function signUp(account: NewAccount, returnUrl: string | null): Promise<SignUpOutcome> {
  const { data, error } = await supabase().auth.signUp({
    email: account.email,
    password: account.password,
    options: {
      // The server discards is_admin; it is sent because the contract names it (specification, section 3).
      data: { name: account.name, is_admin: false },
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

/** Ends the session on this device. Throws what Auth reports. */
export async function logOut(): Promise<void> {
  const { error } = await supabase().auth.signOut({ scope: 'local' });
  if (error) throw error;
}
