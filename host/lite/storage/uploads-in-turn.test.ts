import { setTimeout as wait } from 'node:timers/promises';
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { JWT_SECRET, SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { clientOf, openStorageFixture, PNG, type StorageFixture } from '#tests/kit/storage-fixtures.ts';
import { createFileStore } from './file-store.ts';
import { createStorageAdapter } from './storage-adapter.ts';
import { createTurns } from './uploads-in-turn.ts';

let storage: StorageFixture;
beforeAll(async () => {
  storage = await openStorageFixture();
});
afterAll(() => storage.close());

const png = (bytes: BlobPart = PNG) => new File([bytes], 'a.png', { type: 'image/png' });

test('of two uploads at once under one name one is stored, and the other told', async () => {
  const images = storage.server.storage.from('mentor_images');
  const other = Buffer.concat([PNG, Buffer.from('more')]);
  const answers = await Promise.all([PNG, other].map((bytes) => images.upload('twice.png', png(bytes))));
  const messages = answers.map(({ error }) => error?.message);
  expect([...messages].sort()).toEqual(['The resource already exists', undefined]);
  const answer = await storage.get('/storage/v1/object/public/mentor_images/twice.png');
  const stored = messages[0] === undefined ? PNG : other;
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(stored);
});

test('turns of one name follow one another, also after a failure, and others do not wait', async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  const act = (name: string, ms: number) => async () => {
    await wait(ms);
    order.push(name);
    if (name === 'fails') throw new Error('no');
    return name;
  };
  const turns = await Promise.allSettled([
    inTurn('a', act('fails', 40)),
    inTurn('a', act('second', 0)),
    inTurn('b', act('other', 0)),
  ]);
  expect(turns.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(order).toEqual(['other', 'fails', 'second']);
});

test('the library by itself writes both, and fails', async () => {
  setExperimental('storage', true);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const connection = createPostgresConnection({ url: storage.database.url, postgresOptions: { max: 2 } });
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: JWT_SECRET, secret_key: SECRET_KEY },
    storage: { enabled: true },
  });
  const adapter = createStorageAdapter(createFileStore(storage.dataDir));
  let written = 0;
  app._storageAdapter = {
    ...adapter,
    async uploadObject(...args) {
      written += 1;
      await vi.waitUntil(() => written === 2);
      return adapter.uploadObject(...args);
    },
  };
  const images = clientOf((request) => app.fetch(request), SECRET_KEY).storage.from('mentor_images');
  const bytes = new Uint8Array(PNG);
  const twice = [1, 2].map(() => images.upload('lib/3.png', bytes, { contentType: 'image/png' }));
  const errors = (await Promise.all(twice)).map(({ error }) => error?.message);
  expect(errors.sort()).toEqual(['Internal server error', undefined]);
  await connection.close();
});
