import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, openBackend, openLibrary, request } from '#tests/kit/lite-backends.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';
const backend = openBackend({ databaseUrl: NOWHERE });
afterAll(() => backend.close());

let signedIn: { authorization: string };
beforeAll(async () => {
  const token = await new SignJWT({ role: 'authenticated', session_id: '00000000-0000-4000-8000-000000000000' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('00000000-0000-4000-8000-000000000001')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(JWT_SECRET));
  signedIn = { authorization: `Bearer ${token}` };
});

const person = { email: 'founder@example.org', password: 'correct-horse-battery' };

test.each<[string, Parameters<typeof request>[1]]>([
  ['/auth/v1/token?grant_type=password', { body: person }],
  ['/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: 'abcdefabcdef' } }],
  ['/auth/v1/signup', { body: person }],
  ['/auth/v1/user', {}],
  ['/auth/v1/logout', { method: 'POST' }],
  ['/auth/v1/authorize?provider=google', {}],
  ['/rest/v1/mentors?limit=1', {}],
  ['/rest/v1/rpc/my_account_state', { body: {} }],
  ['/storage/v1/object/public/mentor_images/x.png', {}],
  ['/storage/v1/object/mentor_images/x.png', {}],
  ['/storage/v1/object/list/mentor_images', { body: { prefix: '' } }],
])(
  'while the database is away %s answers 503 with retry-after, and tells nothing of the database',
  async (path, options) => {
    const answer = await backend.fetch(request(path, { ...options, headers: signedIn }), { peerAddress: '192.0.2.1' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.text()).not.toMatch(/127\.0\.0\.1|ECONN/);
  },
);

test('what needs no database is answered all the same', async () => {
  expect((await backend.fetch(request('/auth/v1/settings'))).status).toBe(200);
});

test('Auth says in its own form that the same may be asked again, so that no session is given up', async () => {
  const answer = await backend.fetch(
    request('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: 'x' } }),
  );
  expect(await answer.json()).toEqual({ code: 503, error_code: 'unexpected_failure', msg: functionErrors.unavailable });
});

test('the library by itself answers 500', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const library = openLibrary(NOWHERE);
  const answer = await library.fetch(request('/auth/v1/token?grant_type=password', { body: person }));
  expect(answer.status).toBe(500);
  await library.connection.driver.end({ timeout: 0 });
});

const database = provideTestDatabase(`
  create function public.lose_connection() returns void language plpgsql as $$
  begin
    raise exception using errcode = '57P02', message = 'terminating connection because of crash of another server process';
  end $$;
  grant execute on function public.lose_connection() to anon;
`);
const live = provideFixture(() => openBackend({ databaseUrl: database.url }));

test('a server that stops or recovers from a crash is one that is away', async () => {
  const answer = await live.fetch(request('/rest/v1/rpc/lose_connection', { body: {} }));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});
