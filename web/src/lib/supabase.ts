import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#supabase/database.types.ts';
import { paths } from './paths.ts';
import { readPublicEnv } from './public-env.tsx';
import { SESSION_STORAGE_KEY } from './session.ts';

let client: SupabaseClient<Database> | undefined;

/** The full client, with the signed-in person's session. Import it lazily from public pages: it is no part of their first load. */
export function supabase(): SupabaseClient<Database> {
  if (!client) {
    const env = readPublicEnv();
    client = createClient<Database>(env.supabaseUrl, env.supabaseAnonKey, {
      auth: {
        storageKey: SESSION_STORAGE_KEY,
        flowType: 'pkce',
        persistSession: true,
        autoRefreshToken: true,
        // The link of a confirmation e-mail ends at the login page, where the person logs in (specification, section 4).
        detectSessionInUrl: (url) => url.pathname !== paths.login,
      },
      // The query client retries, once; retries of both kinds would multiply and keep a failure from being shown.
      db: { retry: false },
      global: { headers: { 'x-application-name': 'point-0' } },
    });
  }
  return client;
}
