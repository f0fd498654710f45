import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#supabase/database.types.ts';
import { type PublicEnv, readPublicEnv } from './page/public-env.tsx';
import { fetchAndLearn } from './server-time.ts';

export type PublicApi = PostgrestClient<Database>;

/** The data API without sign-in. Public pages load only this client; the full one is 43 KB more. */
export function createPublicApi(env: PublicEnv, apiFetch?: typeof fetch): PublicApi {
  return new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
    // The query client retries, once: see supabase.ts.
    retry: false,
    headers: { apikey: env.supabaseAnonKey, 'x-application-name': 'point-0' },
    ...(apiFetch ? { fetch: apiFetch } : {}),
  });
}

let browserApi: PublicApi | undefined;

/** The visitor's data API in the browser. */
export function publicApi(): PublicApi {
  browserApi ??= createPublicApi(readPublicEnv(), fetchAndLearn);
  return browserApi;
}
