import { ephemeralClient, supabase } from '#lib/supabase.ts';
import { AUTH_REQUIRED } from './auth-events.ts';

/**
 * Signs an administrator in; false, and no one is signed in, where the account is no administrator's. Throws the Auth
 * error.
 *
 * The session belongs to a ephemeral client until the database has called its person an administrator: a founder who
 * tries is never signed in, not even for a moment, in any tab.
 */
export async function logInAsAdmin(email: string, password: string): Promise<boolean> {
  const client = ephemeralClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const profile = await client.from('profiles').select('is_admin').eq('id', data.user.id).maybeSingle();
  if (profile.error) throw profile.error;
  if (!profile.data?.is_admin) {
    await client.auth.signOut({ scope: 'local' });
    return false;
  }
  const kept = await supabase().auth.setSession(data.session);
  if (kept.error) throw kept.error;
  window.dispatchEvent(new Event(AUTH_REQUIRED));
  return true;
}

/**
 * Has the server make administrators of those whom its own settings name (administrator side, section 2): it takes
 * nothing from us and tells us nothing. A failure shows as the login's own.
 */
export async function setUpAdministrators(): Promise<void> {
  const { error } = await ephemeralClient().functions.invoke('set-up-administrators', { body: {} });
  if (error) console.warn('The administrators could not be set up', error);
}
