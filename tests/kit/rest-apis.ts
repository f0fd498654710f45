/**
 * The two data APIs that serve this schema, side by side on one database: Supabase Lite with our corrections, and
 * PostgREST.
 */
import { SignJWT } from 'jose';
import { createBackend } from '#host/lite/backend.ts';
import { silentLog } from '#host/log.ts';
import { claimsOf, type Persona } from './personas.ts';
import { startPostgrest } from './postgrest.ts';

const JWT_SECRET = 'a secret for tests, long enough for HS256';
const PUBLISHABLE_KEY = 'sb_publishable_test';
const SITE_URL = 'http://site.test';

export type ApiName = 'Supabase Lite' | 'PostgREST';
export const apiNames: ApiName[] = ['Supabase Lite', 'PostgREST'];

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of what it asked for
  body: any;
}

export type RestApis = Awaited<ReturnType<typeof openRestApis>>;

export async function openRestApis(databaseUrl: string) {
  const lite = createBackend({
    databaseUrl,
    siteUrl: SITE_URL,
    externalUrl: SITE_URL,
    jwtSecret: JWT_SECRET,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: 'sb_secret_test',
    dataDir: '/nonexistent',
    log: silentLog,
    poolSize: 4,
  });
  const postgrest = await startPostgrest({ databaseUrl, jwtSecret: JWT_SECRET });

  return {
    /** One request to `/rest/v1{path}` as a persona. */
    async ask(api: ApiName, persona: Persona, path: string, init: RequestInit = {}): Promise<Answer> {
      const headers = new Headers(init.headers);
      headers.set('content-type', 'application/json');
      if (persona !== 'visitor') headers.set('authorization', `Bearer ${await tokenOf(persona)}`);
      let response: Response;
      if (api === 'PostgREST') response = await fetch(`${postgrest.url}${path}`, { ...init, headers });
      else {
        headers.set('apikey', PUBLISHABLE_KEY);
        response = await lite.fetch(new Request(`${SITE_URL}/rest/v1${path}`, { ...init, headers }), {
          peerAddress: '192.0.2.1',
        });
      }
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    },
    async close() {
      await postgrest.stop();
      await lite.close();
    },
  };
}

function tokenOf(persona: Persona): Promise<string> {
  return new SignJWT({ ...claimsOf(persona), aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(new TextEncoder().encode(JWT_SECRET));
}
