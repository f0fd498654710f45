import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthFixture, openAuthFixture, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { request } from '#tests/kit/lite-backends.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const data = { name: 'Asha', is_admin: true };
const metadataOf = async (email: string) => {
  const [row] = await auth.database.sql`
    select raw_user_meta_data #>> '{}' as data from auth.users where email = ${email}`;
  return String(row?.data);
};

test('sign-up and later changes keep the name and drop is_admin', async () => {
  const email = 'asha@site.test';
  await auth.post('/signup', { email, password: PASSWORD, data });
  expect(await metadataOf(email)).toContain('Asha');
  await auth.confirm(email);
  const session = await (await auth.post('/token?grant_type=password', { email, password: PASSWORD })).json();
  const { access_token } = session as { access_token: string };
  const change = { body: { data }, method: 'PUT', headers: { authorization: `Bearer ${access_token}` } };
  await auth.backend.fetch(request('/auth/v1/user', change), { peerAddress: null });
  expect(await metadataOf(email)).not.toContain('is_admin');
});

test('the library by itself keeps it', async () => {
  const email = 'ravi@site.test';
  await auth.library.fetch(request('/auth/v1/signup', { body: { email, password: PASSWORD, data } }));
  expect(await metadataOf(email)).toContain('is_admin');
});
