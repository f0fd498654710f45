import { readAccountState } from '#features/people/auth/account-state.data.ts';
import { AUTH_REQUIRED } from '#features/people/auth/auth-events.ts';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { ephemeralClient, supabase } from '#lib/supabase.ts';

/**
 * Signs an administrator in, up to the second step where there is one; no one is signed in for any other account. Throws
 * the Auth error. The session stays in an ephemeral client until the database has confirmed the administrator: no other
 * person is signed in, in any tab, even for a moment.
 */
export async function logInAsAdmin(email: string, password: string): Promise<'ok' | 'code-needed' | 'no-admin'> {
  const client = ephemeralClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const { adminState } = await readAccountState({ client });
  if (adminState === 'not_admin') {
    await client.auth.signOut({ scope: 'local' });
    return 'no-admin';
  }
  const kept = await supabase().auth.setSession(data.session);
  if (kept.error) throw kept.error;
  window.dispatchEvent(new Event(AUTH_REQUIRED));
  return adminState === 'code_needed' ? 'code-needed' : 'ok';
}

/** Has the server make administrators of those in its settings (docs/product/back-office.md#administrators). */
export async function setUpAdministrators(): Promise<void> {
  try {
    await callVisitorFunction('set-up-administrators', {});
  } catch (error) {
    console.warn('The administrators could not be set up', error);
  }
}
