/**
 * For the tests of this folder: the backend as we correct it, and Supabase Lite exactly as it comes, on one
 * database.
 */
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { type BackendOptions, createBackend, type RequestContext } from '#host/lite/backend.ts';
import { silentLog } from '#host/log.ts';

export const PUBLISHABLE_KEY = 'sb_publishable_test';
export const SECRET_KEY = 'sb_secret_test';
export const JWT_SECRET = 'a secret for tests, long enough for HS256';
export const SITE_URL = 'http://site.test';
export const GOOGLE_CLIENT = { clientId: 'client.apps.googleusercontent.com', clientSecret: 'client secret' };

const peer = { peerAddress: '192.0.2.1' };

/** A request without a context comes from nowhere in particular. */
export function openBackend(options: Pick<BackendOptions, 'databaseUrl'> & Partial<BackendOptions>) {
  const backend = createBackend({
    siteUrl: SITE_URL,
    externalUrl: SITE_URL,
    jwtSecret: JWT_SECRET,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    dataDir: '/nonexistent',
    log: silentLog,
    poolSize: 4,
    ...options,
  });
  return {
    ...backend,
    fetch: (request: Request, context: RequestContext = { peerAddress: null }) => backend.fetch(request, context),
  };
}

/** What the library sends and prints, so that a test can look at it. */
export interface Library {
  fetch(request: Request): Promise<Response>;
  connection: ReturnType<typeof createPostgresConnection>;
  mails: { to: string; subject: string; text?: string; html?: string }[];
  close(): Promise<void>;
}

/** Supabase Lite without any correction of ours. */
export function openLibrary(databaseUrl: string): Library {
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: databaseUrl, postgresOptions: { max: 4, onnotice: () => {} } });
  const mails: Library['mails'] = [];
  const app = new App({
    connection,
    api: { external_url: SITE_URL },
    auth: {
      enabled: true,
      jwt_secret: JWT_SECRET,
      publishable_key: PUBLISHABLE_KEY,
      secret_key: SECRET_KEY,
      site_url: SITE_URL,
      email: { enable_confirmations: true },
      external: { google: { enabled: true, client_id: GOOGLE_CLIENT.clientId, secret: GOOGLE_CLIENT.clientSecret } },
    },
    storage: { enabled: true },
    options: {
      drivers: {
        email: {
          send: async (mail) => {
            mails.push(mail);
          },
        },
      },
    },
  });
  return { fetch: (request) => app.fetch(request, peer), connection, mails, close: () => connection.close() };
}

/** A request as supabase-js makes it; `body` becomes JSON. */
export function request(
  path: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string>; key?: string } = {},
): Request {
  const { body, key = PUBLISHABLE_KEY } = options;
  return new Request(`${SITE_URL}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { apikey: key, 'content-type': 'application/json', ...options.headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
}
