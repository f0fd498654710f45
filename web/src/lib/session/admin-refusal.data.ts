import { supabase } from '../supabase.ts';

/**
 * Looks at a failure of an administrator's call, and gives it back. Where the database no longer takes the caller for an
 * administrator, the session is read anew, and the gate around the page sends them away (administrator side, section 6).
 */
export function noteRefusal<E extends { code?: string; message: string }>(error: E): E {
  if (error.code === '42501' && error.message.includes('admin_only')) {
    void supabase()
      .auth.refreshSession()
      .then(({ error: cause }) => {
        if (cause) console.warn('The session could not be read anew', cause);
      });
  }
  return error;
}
