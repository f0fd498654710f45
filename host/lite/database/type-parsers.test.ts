import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { type Library, openBackend, openLibrary, request, SECRET_KEY } from '#tests/kit/lite-backends.ts';
import type { Backend } from '../backend.ts';

let database: TestDatabase;
let backend: Backend;
let library: Library;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create table public.kinds (
      id int primary key, moment timestamptz, wall timestamp, day date, hour time, price numeric(6, 2), facts jsonb
    );
    grant all on public.kinds to service_role;
    insert into public.kinds values (
      1, '2025-01-31 10:00:00.123456+05:30', '2025-01-31 10:00', '2025-01-31', '10:00', 4.50, '{"a": [1, "2"]}'
    );
    create function public.echo(p jsonb) returns text language sql as $$ select jsonb_typeof(p) || ' ' || (p ->> 'a') $$;
  `);
  backend = openBackend({ databaseUrl: database.url });
  library = openLibrary(database.url);
});
afterAll(async () => {
  await backend.close();
  await library.close();
  await database.drop();
});

const ask = (path: string, body?: unknown) =>
  backend.fetch(request(path, { body, key: SECRET_KEY }), { peerAddress: null });

test('values are written as PostgREST writes them', async () => {
  const answer = await ask('/rest/v1/kinds?id=eq.1');
  expect(await answer.json()).toEqual([
    {
      id: 1,
      moment: '2025-01-31T04:30:00.123456+00:00',
      wall: '2025-01-31T10:00:00',
      day: '2025-01-31',
      hour: '10:00:00',
      price: 4.5,
      facts: { a: [1, '2'] },
    },
  ]);
});

test('the library by itself writes times with a space and numbers as text', async () => {
  const [row] = (await (
    await library.fetch(request('/rest/v1/kinds?id=eq.1', { key: SECRET_KEY }))
  ).json()) as [Record<string, unknown>];
  expect(row.moment).toBe('2025-01-31 04:30:00.123456+00');
  expect(row.price).toBe('4.50');
});

test.each([
  ['an object', { a: 'x' }, 'object', 'x'],
  ['an object that holds JSON text', { a: '{"b":1}' }, 'object', '{"b":1}'],
  ['an array', [{ a: 'x' }], 'array', null],
])('%s survives the way into jsonb', async (_, facts, type, inner) => {
  const id = Math.floor(Math.random() * 1e9) + 2;
  expect((await ask('/rest/v1/kinds', { id, facts })).status).toBe(201);
  const [row] = await database.sql`
    select jsonb_typeof(facts) as type, facts ->> 'a' as inner from public.kinds where id = ${id}`;
  expect(row).toEqual({ type, inner });
});

test('a function gets its jsonb argument as an object', async () => {
  expect(await (await ask('/rest/v1/rpc/echo', { p: { a: 'x' } })).json()).toBe('object x');
});

const signUp = (email: string) =>
  request('/auth/v1/signup', { body: { email, password: 'secret1', data: { name: 'Asha' } } });
const nameOf = async (email: string) => {
  const [row] = await database.sql`
    select raw_user_meta_data ->> 'name' as name from auth.users where email = ${email}`;
  return row?.name;
};

test('a trigger reads what a person gave at sign-up', async () => {
  expect((await backend.fetch(signUp('asha@site.test'), { peerAddress: null })).status).toBe(200);
  expect(await nameOf('asha@site.test')).toBe('Asha');
});

test('the library by itself stores it as a JSON string', async () => {
  expect((await library.fetch(signUp('asha2@site.test'))).status).toBe(200);
  expect(await nameOf('asha2@site.test')).toBeNull();
});
