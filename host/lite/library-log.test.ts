import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';
import { openBareStorage } from '#tests/kit/storage-fixtures.ts';

const database = provideTestDatabase(`
    create table public.diary (secret text check (secret <> 'my secret'));
    grant insert on public.diary to anon;
  `);

const write = () => request('/rest/v1/diary', { body: { secret: 'my secret' } });

test('the log says what failed, in which request, and nothing of the data', async () => {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), fatal: vi.fn() };
  const backend = openBackend({ databaseUrl: database.url, log });
  expect((await backend.fetch(write(), { peerAddress: null, requestId: 'request-1' })).status).toBe(400);
  expect(log.error).not.toHaveBeenCalled();
  expect(log.info).toHaveBeenCalledOnce();
  expect(log.info.mock.calls[0]?.[0]).toMatchObject({
    requestId: 'request-1',
    part: 'supabase-lite',
    err: { code: '23514' },
  });
  expect(JSON.stringify(log.info.mock.calls)).not.toContain('my secret');
  await backend.close();
});

test.each([
  'mentors?name=my%20secret',
  'mentors?or=(name.eq.my%20secret',
  'mentors?select=id,a!b!my_secret(c)',
  'mentors?select=id.my_secret()',
  'my_secret',
])('nothing of a query that cannot be read is in the log: %s', async (path) => {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), fatal: vi.fn() };
  const backend = openBackend({ databaseUrl: database.url, log });
  expect((await backend.fetch(request(`/rest/v1/${path}`))).status).toBeGreaterThanOrEqual(400);
  const lines = JSON.stringify(Object.values(log).flatMap(({ mock }) => mock.calls));
  expect(lines).toMatch(/"message":"(failed to parse (filter|logic tree)|Expected|Unexpected input at|Could not find)/);
  expect(lines).not.toMatch(/my.secret/);
  await backend.close();
});

const forgedLink = () =>
  request('/storage/v1/object/sign/mentor_images/a.png?token=eyJhbGciOiJIUzI1NiJ9.eyJ1cmwiOiJhIn0.Zm9yZ2Vk');

test('a made-up address of storage is one warning, without a stack or the token', async () => {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), fatal: vi.fn() };
  const backend = openBackend({ databaseUrl: database.url, log });
  expect((await backend.fetch(forgedLink())).status).toBe(400);
  expect([log.debug, log.info, log.error, log.fatal].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(log.warn.mock.calls).toEqual([
    [{ part: 'supabase-lite', err: { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' } }, 'forged token'],
  ]);
  await backend.close();
});

test('the library by itself prints such a token’s error with its stack (negative control)', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { ask, connection } = openBareStorage({ database, dataDir: '/nonexistent' });
  await ask(forgedLink());
  expect(inspect(print.mock.calls, { depth: 4 })).toMatch(/Storage error:[\s\S]*jws_verify/);
  await connection.close();
  vi.restoreAllMocks();
});

test('the library by itself prints the row on the console', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const library = openLibrary(database.url);
  await library.fetch(write());
  const [error] = print.mock.calls[0] as [{ detail: string }];
  expect(error.detail).toContain('my secret');
  await library.close();
});
