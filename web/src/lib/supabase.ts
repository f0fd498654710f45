import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#supabase/database.types.ts';
import { readPublicEnv } from './page/public-env.tsx';
import { doubtSession } from './session/session-doubt.ts';
import { fetchForSession, sessionStorage } from './session/session-times.ts';
import { SESSION_STORAGE_KEY } from './session/stored-session.ts';
import { browserStorage } from './storage.ts';

type Auth = SupabaseClient['auth'];

/** Without the parts that the build leaves out (vite.config.ts). */
type Client = Omit<
  SupabaseClient<Database>,
  'auth' | 'storage' | 'realtime' | 'channel' | 'getChannels' | 'removeChannel' | 'removeAllChannels'
> & {
  auth: Omit<
    Auth,
    | `signInWith${'Web3' | 'Otp' | 'SSO' | 'IdToken' | 'Passkey'}`
    | 'signInAnonymously'
    | 'registerPasskey'
    | 'linkIdentity'
    | 'unlinkIdentity'
    | 'getClaims'
    | 'admin'
    | 'oauth'
    | 'passkey'
    | 'mfa'
  > & { mfa: Omit<Auth['mfa'], 'webauthn' | 'recoveryCodes' | 'getAuthenticatorAssuranceLevel'> };
};

let client: Client | undefined;

const GLOBAL = { headers: { 'x-application-name': 'point-0' }, fetch: fetchForSession };
// The query client retries once. Retries here as well would multiply, and delay the message about a failure.
const WITHOUT_RETRIES = { db: { retry: false } };

/**
 * After a refused call of the data API or of storage the session is read again, whatever the caller does: it may be the
 * reason.
 */
const fetchAndDoubt: typeof fetch = async (input, init) => {
  const response = await fetchForSession(input, init);
  const isRefused = response.status === 401 || response.status === 403;
  if (isRefused && !String(input instanceof Request ? input.url : input).includes('/auth/v1/')) doubtSession();
  return response;
};

/** The full client, with the person's session. Public pages import it lazily: it is no part of their first load. */
export function supabase(): Client {
  if (!client) {
    const env = readPublicEnv();
    client = createClient<Database>(env.supabaseUrl, env.supabaseAnonKey, {
      auth: {
        storageKey: SESSION_STORAGE_KEY,
        flowType: 'pkce',
        persistSession: true,
        autoRefreshToken: true,
        // Only codes are accepted from an address. A session there could be for another person's account.
        detectSessionInUrl: () => false,
        // When storage is closed to us, the client keeps the session in the page's memory.
        ...(browserStorage.read(SESSION_STORAGE_KEY) !== undefined && { storage: sessionStorage }),
      },
      ...WITHOUT_RETRIES,
      global: { ...GLOBAL, fetch: fetchAndDoubt },
    });
  }
  return client;
}

let ephemeral: Client | undefined;

/**
 * A client whose session is not stored: its caller decides what to do with it. There is only one, because two would
 * share their locks.
 */
export function ephemeralClient(): Client {
  if (!ephemeral) {
    const env = readPublicEnv();
    ephemeral = createClient<Database>(env.supabaseUrl, env.supabaseAnonKey, {
      auth: {
        storageKey: `${SESSION_STORAGE_KEY}-ephemeral`,
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      },
      ...WITHOUT_RETRIES,
      global: GLOBAL,
    });
  }
  return ephemeral;
}
