/**
 * The two data APIs that serve this schema, side by side on one database: Supabase Lite with our corrections, and
 * PostgREST.
 */
import { SignJWT } from 'jose';
import { JWT_SECRET, openBackend, PUBLISHABLE_KEY, SITE_URL } from './lite-backends.ts';
import { claimsOf, type Persona } from './personas.ts';
import { startPostgrest } from './postgrest.ts';

export type ApiName = 'Supabase Lite' | 'PostgREST';
export const apiNames: ApiName[] = ['Supabase Lite', 'PostgREST'];

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of what it asked for
  body: any;
}

export async function openRestApis(databaseUrl: string) {
  const lite = openBackend({ databaseUrl });
  const postgrest = await startPostgrest({ databaseUrl, jwtSecret: JWT_SECRET });

  /** One request to `/rest/v1{path}` as a persona, or with a token of these claims. */
  async function ask(
    api: ApiName,
    persona: Persona | Record<string, unknown>,
    path: string,
    init: RequestInit = {},
  ): Promise<Answer> {
    const headers = new Headers({ ...init.headers, apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' });
    if (persona !== 'visitor') headers.set('authorization', `Bearer ${await tokenOf(persona)}`);
    const request = { ...init, headers };
    const response =
      api === 'PostgREST'
        ? await fetch(`${postgrest.url}${path}`, request)
        : await lite.fetch(new Request(`${SITE_URL}/rest/v1${path}`, request), { peerAddress: '192.0.2.1' });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  }

  return {
    ask,
    /** Calls a function of the database as a persona, or with a token of these claims. */
    call: (api: ApiName, persona: Persona | Record<string, unknown>, name: string, body: object = {}) =>
      ask(api, persona, `/rpc/${name}`, { method: 'POST', body: JSON.stringify(body) }),
    async close() {
      await postgrest.stop();
      await lite.close();
    },
  };
}

function tokenOf(persona: Persona | Record<string, unknown>): Promise<string> {
  const claims = typeof persona === 'string' ? claimsOf(persona) : persona;
  return new SignJWT({ ...claims, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('10 minutes')
    .sign(new TextEncoder().encode(JWT_SECRET));
}
