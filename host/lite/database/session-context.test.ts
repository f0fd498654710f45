import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { JWT_SECRET, type Library, openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';
import type { Backend } from '../backend.ts';
import { keepOurGrants } from './grants-guard.ts';
import { setSessionContextAtOnce } from './session-context.ts';

const SUBJECT = '22222222-2222-4222-8222-222222222222';
let database: TestDatabase;
let backend: Backend;
let library: Library;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create function public.whoami() returns jsonb language sql stable as $$
      select jsonb_build_object(
        'role', current_user, 'uid', auth.uid(), 'auth_role', auth.role(), 'email', auth.email(), 'sub', auth.jwt() ->> 'sub',
        'method', nullif(current_setting('request.method', true), ''),
        'agent', nullif(current_setting('request.headers', true), '')::json ->> 'x-client-info'
      )
    $$;
    create view public.who with (security_invoker) as select public.whoami() as who;
    grant execute on function public.whoami() to anon, authenticated;
    grant select on public.who to anon, authenticated;
  `);
  backend = openBackend({ databaseUrl: database.url, poolSize: 1 });
  library = openLibrary(database.url);
  token = await new SignJWT({ sub: SUBJECT, role: 'authenticated', email: 'who@site.test' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(JWT_SECRET));
});
afterAll(async () => {
  await backend.close();
  await library.close();
  await database.drop();
});

const signedIn = () => ({ authorization: `Bearer ${token}` });

test('a signed-in request carries role, identity and claims', async () => {
  const answer = await backend.fetch(request('/rest/v1/who', { headers: signedIn() }), { peerAddress: null });
  expect(await answer.json()).toEqual([
    {
      who: {
        role: 'authenticated',
        uid: SUBJECT,
        auth_role: 'authenticated',
        email: 'who@site.test',
        sub: SUBJECT,
        method: null,
        agent: null,
      },
    },
  ]);
});

test('a function also reads the HTTP request', async () => {
  const call = request('/rest/v1/rpc/whoami', {
    body: {},
    headers: { ...signedIn(), 'x-client-info': 'a test' },
  });
  const answer = await backend.fetch(call, { peerAddress: null });
  expect(await answer.json()).toMatchObject({ uid: SUBJECT, method: 'POST', agent: 'a test' });
});

test('nothing of it stays on the connection for the next visitor', async () => {
  await backend.fetch(request('/rest/v1/who', { headers: signedIn() }), { peerAddress: null });
  const answer = await backend.fetch(request('/rest/v1/who'), { peerAddress: null });
  expect(await answer.json()).toMatchObject([{ who: { role: 'anon', uid: null, email: null, sub: null } }]);
});

async function countStatements(correct: (connection: PostgresConnection) => void): Promise<number> {
  let count = 0;
  const connection = createPostgresConnection({
    url: database.url,
    postgresOptions: {
      max: 1,
      debug: () => {
        count += 1;
      },
    },
  });
  correct(connection);
  keepOurGrants(connection);
  const variables = { auth: { uid: SUBJECT, role: 'authenticated', jwt: { sub: SUBJECT } } };
  await connection.withContext(variables, () => Promise.resolve());
  count = 0;
  await connection.withContext(variables, () => Promise.resolve());
  await connection.close();
  return count;
}

test('it takes one statement besides begin and commit', async () => {
  expect(await countStatements(setSessionContextAtOnce)).toBe(3);
});

test('the library by itself takes six', async () => {
  expect(await countStatements(() => {})).toBe(8);
});

test('the library by itself never knows auth.email()', async () => {
  await database.sql`
    create or replace function public.claimed_email() returns text language sql stable as $$
      select nullif(current_setting('request.jwt.claim.email', true), '')
    $$`;
  const call = () => request('/rest/v1/rpc/claimed_email', { body: {}, headers: signedIn() });
  await backend.clearSchemaCache();
  expect(await (await library.fetch(call())).json()).toBeNull();
  expect(await (await backend.fetch(call(), { peerAddress: null })).json()).toBe('who@site.test');
});
