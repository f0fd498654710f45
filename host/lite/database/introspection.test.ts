import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';
import { readStructureOnce } from './introspection.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';
const read = () => request('/rest/v1/mentors?limit=1');

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('an unreachable database is 503 and its address stays inside', async () => {
  const cutOff = openBackend({ databaseUrl: NOWHERE });
  const answer = await cutOff.fetch(read(), { peerAddress: null });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    code: 'PGRST001',
    message: 'Database client error. Retrying the connection.',
    details: null,
    hint: null,
  });
  await cutOff.close();
});

test('the library by itself goes on with an empty structure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const library = openLibrary(database.url);
  vi.spyOn(library.connection.kysely, 'getExecutor').mockImplementation(() => {
    throw new Error('the database is down');
  });
  expect((await library.connection.introspect({ useCache: true })).tables).toEqual([]);
  await library.close();
});

/** Readings of the structure while three first requests arrive together; each one asks for the time zones once. */
async function countReadings(correct: (connection: PostgresConnection) => void): Promise<number> {
  let readings = 0;
  const connection = createPostgresConnection({
    url: database.url,
    postgresOptions: {
      max: 3,
      debug: (_, statement) => {
        if (statement.includes('pg_timezone_names')) readings += 1;
      },
    },
  });
  correct(connection);
  await Promise.all([1, 2, 3].map(() => connection.introspect({ useCache: true })));
  await connection.introspect({ useCache: true });
  await connection.close();
  return readings;
}

test('requests that arrive together read the structure once', async () => {
  expect(await countReadings(readStructureOnce)).toBe(1);
});

test('the library by itself reads it for each of them', async () => {
  expect(await countReadings(() => {})).toBe(3);
});
