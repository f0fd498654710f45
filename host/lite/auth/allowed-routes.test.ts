import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthFixture, openAuthFixture, outcome } from '#tests/kit/auth-fixtures.ts';
import { request } from '#tests/kit/lite-backends.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const isConfirmed = async (email: string) => {
  const [row] = await auth.database.sql`
    select email_confirmed_at is not null as confirmed from auth.users where email = ${email}`;
  return row?.confirmed;
};

test.each(['/otp', '/magiclink', '/admin/users', '/nonexistent'])('%s does not exist', async (path) => {
  expect(await outcome(auth.post(path, { email: 'stranger@site.test' }))).toEqual([404, 'not_found']);
  expect(await isConfirmed('stranger@site.test')).toBeUndefined();
});

test('the library by itself makes a confirmed account of any address', async () => {
  await auth.library.fetch(request('/auth/v1/otp', { body: { email: 'victim@site.test' } }));
  expect(await isConfirmed('victim@site.test')).toBe(true);
});

const linkOf = async (email: string) => {
  const [row] = await auth.database
    .sql`select confirmation_token as token from auth.users where email = ${email}`;
  return `/auth/v1/verify?type=signup&token=${row?.token}`;
};

test('a mail scanner’s HEAD does not use a link up', async () => {
  await auth.signUp('scanned@site.test');
  const link = await linkOf('scanned@site.test');
  const answer = await auth.backend.fetch(request(link, { method: 'HEAD' }), { peerAddress: '192.0.2.9' });
  expect(answer.status).toBe(405);
  expect(await isConfirmed('scanned@site.test')).toBe(false);
});

test('the library by itself confirms at a HEAD', async () => {
  await auth.signUp('scanned2@site.test');
  await auth.library.fetch(request(await linkOf('scanned2@site.test'), { method: 'HEAD' }));
  expect(await isConfirmed('scanned2@site.test')).toBe(true);
});

test('nothing is answered without a key except to links', async () => {
  const ask = (path: string, method: string) =>
    auth.backend.fetch(
      request(path, {
        method,
        headers: { apikey: 'sb_publishable_wrong' },
        ...(method === 'POST' && { body: { type: 'signup', email: 'a@b.test' } }),
      }),
      { peerAddress: null },
    );
  expect((await ask('/auth/v1/resend', 'POST')).status).toBe(401);
  expect((await ask('/auth/v1/signup', 'POST')).status).toBe(401);
  expect((await ask('/auth/v1/verify?type=signup&token=x', 'GET')).status).toBe(303);
});
