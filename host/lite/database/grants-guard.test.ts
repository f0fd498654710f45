import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create table public.guarded (id int);
    alter table public.guarded enable row level security;
    revoke all on public.guarded from anon, authenticated;
    grant select on public.guarded to anon;
  `);
});
afterAll(() => database.drop());

async function visitorsRights() {
  const [row] = await database.sql`
    select has_table_privilege('anon', 'public.guarded', 'insert') as "insert",
      has_table_privilege('anon', 'private.payments', 'select') as payments`;
  return row;
}

test('requests leave the grants of our migrations alone', async () => {
  const backend = openBackend({ databaseUrl: database.url });
  const answer = await backend.fetch(request('/rest/v1/guarded'), { peerAddress: null });
  expect(answer.status).toBe(200);
  expect(await visitorsRights()).toEqual({ insert: false, payments: false });
  await backend.close();
});

test('the library by itself grants everything to visitors', async () => {
  const library = openLibrary(database.url);
  await library.fetch(request('/rest/v1/guarded'));
  expect(await visitorsRights()).toEqual({ insert: true, payments: true });
  await library.close();
});
