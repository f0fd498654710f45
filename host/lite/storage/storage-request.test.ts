import { afterEach, describe, expect, test, vi } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { openBackend, PUBLISHABLE_KEY, SECRET_KEY, SITE_URL } from '#tests/kit/lite-backends.ts';
import { openBareStorage, openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';
import type { HostLog } from '../../log.ts';

const storage = provideFixture(openStorageFixture);
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), fatal: vi.fn() };
const backend = provideFixture(() =>
  openBackend({ databaseUrl: storage.database.url, dataDir: storage.dataDir, log: log as unknown as HostLog }),
);

afterEach(() => vi.clearAllMocks());

/** NUL, an overlong escape of a dot, and halves of a pair of surrogates. */
const BAD_KEYS = ['a%00.png', '%00', '%c0%ae%c0%ae/a.png', '%ed%a0%80.png', 'a/%ed%b0%80/b.png', '%ff'];
const ROUTES: [method: string, route: (key: string) => string][] = [
  ['GET', (key) => `object/public/mentor_images/${key}`],
  ['HEAD', (key) => `object/public/mentor_images/${key}`],
  ['GET', (key) => `object/public/${key}/a.png`],
  ['GET', (key) => `object/mentor_images/${key}`],
  ['GET', (key) => `object/authenticated/mentor_images/${key}`],
  ['GET', (key) => `object/info/mentor_images/${key}`],
  ['GET', (key) => `object/sign/mentor_images/${key}?token=x`],
  ['POST', (key) => `object/sign/mentor_images/${key}`],
  ['POST', (key) => `object/upload/sign/mentor_images/${key}`],
  ['PUT', (key) => `object/upload/sign/mentor_images/${key}?token=x`],
  ['POST', (key) => `object/mentor_images/${key}`],
  ['PUT', (key) => `object/mentor_images/${key}`],
  ['DELETE', (key) => `object/mentor_images/${key}`],
  ['POST', (key) => `object/list/${key}`],
  ['GET', (key) => `bucket/${key}`],
];

function askFor(method: string, path: string, body?: BodyInit): Request {
  return new Request(`${SITE_URL}/storage/v1/${path}`, {
    method,
    headers: {
      apikey: SECRET_KEY,
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': typeof body === 'string' ? 'application/json' : 'image/png',
    },
    ...(method !== 'GET' && method !== 'HEAD' && { body: body ?? new Uint8Array(PNG) }),
  });
}

describe.each(BAD_KEYS)('the key %s', (key) => {
  test.each(ROUTES)('is no key to %s, and no error of ours', async (method, route) => {
    const answer = await backend.fetch(askFor(method, route(key)));
    expect(answer.status).toBe(400);
    if (method !== 'HEAD') {
      expect(await answer.json()).toEqual({ statusCode: '400', error: 'InvalidKey', message: 'Invalid key' });
    }
    expect([...log.error.mock.calls, ...log.warn.mock.calls]).toEqual([]);
  });
});

test.each([
  ['POST', 'object/list/mentor_images', '{"prefix":"a\\u0000"}'],
  ['POST', 'object/list/mentor_images', '{"prefix":"","search":"\\ud800"}'],
  ['DELETE', 'object/mentor_images', '{"prefixes":["a.png","b\\u0000"]}'],
  ['POST', 'object/move', '{"bucketId":"mentor_images","sourceKey":"a","destinationKey":"\\udc00"}'],
  ['POST', 'object/copy', '{"bucketId":"mentor_images\\u0000","sourceKey":"a","destinationKey":"b"}'],
  ['POST', 'object/sign/mentor_images', '{"expiresIn":60,"paths":["\\u0000"]}'],
])('%s %s with the body %s is refused alike', async (method, path, body) => {
  const answer = await backend.fetch(askFor(method, path, body));
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { statusCode: '400', error: 'InvalidKey', message: 'Invalid key' },
  ]);
  expect(log.error).not.toHaveBeenCalled();
});

test('other keys go on as before', async () => {
  const good = await backend.fetch(askFor('POST', 'object/mentor_images/caf%2500.png'));
  expect((await good.json()) as object).toMatchObject({ error: 'InvalidKey' });
  expect((await backend.fetch(askFor('PUT', 'object/mentor_images/good%20one.png'))).status).toBeLessThan(300);
  const found = await backend.fetch(askFor('GET', 'object/mentor_images/good%20one.png'));
  expect(found.status).toBe(200);
  await found.arrayBuffer();
});

test('the library by itself sends such a key to Postgres, and answers 500 (negative control)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { ask, connection } = openBareStorage(storage);
  const statuses = await Promise.all(
    ['object/info/mentor_images/a%00.png', 'object/mentor_images/a%00.png'].map(
      async (path) => (await ask(askFor('GET', path))).status,
    ),
  );
  expect(statuses.some((status) => status >= 500)).toBe(true);
  await connection.close();
  vi.restoreAllMocks();
});

test('a visitor learns nothing more of such a key', async () => {
  const request = new Request(`${SITE_URL}/storage/v1/object/public/papers/%00`, {
    headers: { apikey: PUBLISHABLE_KEY },
  });
  expect((await backend.fetch(request)).status).toBe(400);
});
