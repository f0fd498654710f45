import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, SITE_URL } from '#tests/kit/lite-backends.ts';
import { openBareStorage, openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';
import { markBackup } from '../../backup/mark.ts';

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

test('while a backup is being made a deletion gets 503 and is to be tried again, and the file stays whole', async () => {
  await upload();
  const folder = path.join(storage.dataDir, 'storage');
  mkdirSync(folder, { recursive: true });
  const mark = markBackup(folder);
  const ask = (method: string, address: string, body?: object) =>
    storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/${address}`, {
        method,
        headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  for (const [method, address, body] of [
    ['DELETE', 'object/mentor_images', { prefixes: ['a.png'] }],
    ['DELETE', 'object/mentor_images/a.png', undefined],
    ['DELETE', '%6fbject/mentor_images/a.png', undefined],
    ['POST', 'object/move', { bucketId: 'mentor_images', sourceKey: 'a.png', destinationKey: 'b.png' }],
    ['POST', 'bucket/mentor_images/empty', undefined],
  ] as const) {
    const answer = await ask(method, address, body);
    expect([method, address, answer.status, answer.headers.get('retry-after')]).toEqual([method, address, 503, '10']);
    expect(await answer.json()).toMatchObject({
      message: 'Files cannot be deleted while a backup is being made. Try again in 10 seconds.',
    });
  }
  const { error } = await storage.server.storage.from('mentor_images').remove(['a.png']);
  expect(error).not.toBeNull();
  // Everything else goes on.
  expect((await upload()).error).toBeNull();
  expect((await storage.get('/storage/v1/object/public/mentor_images/a.png')).status).toBe(200);
  mark.remove();
  const removed = await storage.server.storage.from('mentor_images').remove(['a.png']);
  expect([removed.error, removed.data?.length]).toEqual([null, 1]);
  expect(await files()).toBe(0);
});
