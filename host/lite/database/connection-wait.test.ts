import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`
    create function public.nap(seconds float) returns text language sql as $$ select pg_sleep(seconds)::text $$`;
  await database.sql`grant execute on function public.nap(float) to anon`;
});
afterAll(() => database.drop());

const nap = () => request('/rest/v1/rpc/nap', { body: { seconds: 0.8 } });

test('a request that gets no connection in time is 503, and the next one is served', async () => {
  const backend = openBackend({ databaseUrl: database.url, poolSize: 1, connectionWaitMs: 200 });
  const ask = () => backend.fetch(nap(), { peerAddress: null });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect([first.status, second.status].sort()).toEqual([200, 503]);
  expect((await ask()).status).toBe(200);
  await backend.close();
});

test('a statement that takes too long is cancelled', async () => {
  const backend = openBackend({ databaseUrl: database.url, statementTimeoutMs: 200 });
  const answer = await backend.fetch(nap(), { peerAddress: null });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([500, '57014']);
  await backend.close();
});

test('the library by itself waits as long as it takes', async () => {
  const library = openLibrary(database.url);
  const { driver } = library.connection;
  const taken = await Promise.all([1, 2, 3, 4].map(() => driver.reserve()));
  const answer = library.fetch(request('/rest/v1/mentors?limit=1')).then(() => 'answered');
  const pause = new Promise((resolve) => setTimeout(() => resolve('still waiting'), 700));
  expect(await Promise.race([answer, pause])).toBe('still waiting');
  for (const connection of taken) connection.release();
  expect(await answer).toBe('answered');
  await library.close();
});
