import { expect, test } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, SITE_URL } from '#tests/kit/lite-backends.ts';
import { openBareStorage, openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';

const storage = provideFixture(openStorageFixture);

const files = async () => {
  const [row] = await storage.database.sql<{ count: number }[]>`
    select count(*)::int as count from storage.objects where bucket_id = 'mentor_images'`;
  return row?.count;
};
const upload = () =>
  storage.server.storage.from('mentor_images').upload('a.png', PNG, { contentType: 'image/png', upsert: true });
const emptying = (path: string, headers: Record<string, string>) =>
  new Request(`${SITE_URL}/storage/v1/bucket/${path}`, { method: 'POST', headers });

test.each([
  ['a visitor', 'mentor_images/empty', { apikey: PUBLISHABLE_KEY }],
  ['a visitor in disguise', 'mentor_images/%65mpty', { apikey: PUBLISHABLE_KEY }],
  [
    'a visitor who claims the server’s rights',
    'mentor_images/empty',
    { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${SECRET_KEY}x` },
  ],
  [
    'a person behind the server’s key',
    'mentor_images/empty',
    { apikey: SECRET_KEY, authorization: 'Bearer ey.a.person' },
  ],
])('%s cannot empty a bucket', async (_, path, headers) => {
  await upload();
  const answer = await storage.backend.fetch(emptying(path, headers));
  expect(await answer.json()).toMatchObject({ statusCode: '403' });
  expect(await files()).toBe(1);
});

test('the server can', async () => {
  await upload();
  const { error } = await storage.server.storage.emptyBucket('mentor_images');
  expect(error).toBeNull();
  expect(await files()).toBe(0);
});

test('the library by itself lets a visitor empty it who may see what is in it', async () => {
  await storage.database.sql`create policy "Visitors list files" on storage.objects for select to anon using (true)`;
  await upload();
  const { ask, connection } = openBareStorage(storage);
  const answer = await ask(emptying('mentor_images/empty', { apikey: PUBLISHABLE_KEY }));
  expect(answer.status).toBe(200);
  expect(await files()).toBe(0);
  await connection.close();
});
