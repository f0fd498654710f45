import { beforeAll, expect, test } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { PUBLISHABLE_KEY, SITE_URL } from '#tests/kit/lite-backends.ts';
import { openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';

const storage = provideFixture(openStorageFixture);
beforeAll(async () => {
  const images = storage.server.storage.from('mentor_images');
  for (const key of ['top.png', 'a_b/1.png', 'a_b/2.png', 'a_b/deep/3.png', 'axb/other.png']) {
    await images.upload(key, PNG, { contentType: 'image/png' });
  }
});

const list = async (folder?: string, options?: object) => {
  const { data, error } = await storage.server.storage.from('mentor_images').list(folder, options);
  expect(error).toBeNull();
  return data?.map((entry) => (entry.id === null ? `${entry.name}/` : entry.name));
};

test('a folder lists what lies directly in it', async () => {
  expect(await list()).toEqual(['a_b/', 'axb/', 'top.png']);
  expect(await list('a_b')).toEqual(['deep/', '1.png', '2.png']);
  expect(await list('a_b/deep')).toEqual(['3.png']);
  expect(await list('nothing')).toEqual([]);
});

test('a visitor is shown nothing of what is in a bucket', async () => {
  const images = storage.visitor.storage.from('mentor_images');
  for (const folder of ['', 'a_b']) expect((await images.list(folder)).data).toEqual([]);
});

test('pages, orders and searches', async () => {
  expect(await list('a_b', { limit: 1, offset: 1 })).toEqual(['1.png']);
  expect(await list('a_b', { sortBy: { column: 'name', order: 'desc' } })).toEqual(['deep/', '2.png', '1.png']);
  expect(await list('', { search: 'TOP' })).toEqual(['top.png']);
});

test.each(['null', '[]', '"x"', '{', '{"prefix":"\\u0000"}'])('%s is no listing', async (body) => {
  const request = new Request(`${SITE_URL}/storage/v1/object/list/mentor_images`, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body,
  });
  const answer = await storage.backend.fetch(request);
  expect([answer.status, await answer.json()]).toMatchObject([400, { statusCode: '400' }]);
});

test('the bucket shows in the list of buckets', async () => {
  const { data } = await storage.visitor.storage.listBuckets();
  expect(data?.map((bucket) => bucket.name)).toContain('mentor_images');
});
