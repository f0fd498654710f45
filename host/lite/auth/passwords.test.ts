import { compare } from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request } from '#tests/kit/lite-backends.ts';

vi.mock('bcryptjs', { spy: true });

const auth = provideFixture(() => openAuthFixture());

const credentials = (email: string, password = PASSWORD) => ({ email, password });
const SIGN_IN = '/token?grant_type=password';

test('only who knows the password learns that an account waits for confirmation', async () => {
  await auth.signUp('waiting@site.test');
  expect(await outcome(auth.post(SIGN_IN, credentials('waiting@site.test', 'wrong1')))).toEqual([
    400,
    'invalid_credentials',
  ]);
  expect(await outcome(auth.post(SIGN_IN, credentials('waiting@site.test')))).toEqual([400, 'email_not_confirmed']);
});

test('an address without an account, or without a password, takes as long to refuse as one with both', async () => {
  const refused = [400, 'invalid_credentials'];
  vi.mocked(compare).mockClear();
  expect(await outcome(auth.post(SIGN_IN, credentials('nobody@site.test')))).toEqual(refused);
  expect(compare).toHaveBeenCalledTimes(1);

  await auth.signUp('google@site.test');
  await auth.database.sql`
    update auth.users set encrypted_password = null, email_confirmed_at = now() where email = 'google@site.test'`;
  expect(await outcome(auth.post(SIGN_IN, credentials('google@site.test')))).toEqual(refused);
  expect(compare).toHaveBeenCalledTimes(2);
});

test('the library by itself tells everyone', async () => {
  await auth.signUp('told@site.test');
  const call = request(`/auth/v1${SIGN_IN}`, { body: credentials('told@site.test', 'wrong1') });
  expect(await outcome(auth.library.fetch(call))).toEqual([400, 'email_not_confirmed']);
});

type Session = { access_token: string; refresh_token: string };

async function openSessions(email: string): Promise<[Session, Session]> {
  await auth.signUp(email);
  await auth.confirm(email);
  const open = async () => (await (await auth.post(SIGN_IN, credentials(email))).json()) as Session;
  return [await open(), await open()];
}

const refresh = async (session: Session) =>
  (await auth.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })).status;
const change = (session: Session, password: string) =>
  request('/auth/v1/user', {
    method: 'PUT',
    body: { password },
    headers: { authorization: `Bearer ${session.access_token}` },
  });

test('a changed password ends the other sessions', async () => {
  const [mine, other] = await openSessions('asha@site.test');
  expect((await auth.backend.fetch(change(mine, 'another1'))).status).toBe(200);
  expect(await refresh(other)).toBe(400);
  expect(await refresh(mine)).toBe(200);
});

test('a changed password ends the links that were mailed before it, so that no thief takes the address', async () => {
  const email = 'isha@site.test';
  const [owner, thief] = await openSessions(email);
  const ask = { method: 'PUT', headers: { authorization: `Bearer ${thief.access_token}` } };
  expect((await auth.post('/user', { email: 'thief@site.test' }, ask)).status).toBe(200);
  expect((await auth.post('/recover', { email })).status).toBe(200);
  const [changeMail] = await auth.mailsTo('thief@site.test');
  const [, token = ''] = /verify\?token=([\w-]+)/.exec(changeMail?.text ?? '') ?? [];
  const [, reset = ''] = /token_hash=([\w-]+)/.exec((await auth.mailsTo(email)).at(-1)?.text ?? '') ?? [];

  await auth.backend.fetch(change(owner, 'another1'));

  const verify = (type: string, token_hash: string) => outcome(auth.post('/verify', { type, token_hash }));
  expect(await verify('email_change', token)).toEqual([403, 'otp_expired']);
  expect(await verify('recovery', reset)).toEqual([403, 'otp_expired']);
});

test('a refused change ends nothing', async () => {
  const [mine, other] = await openSessions('ravi@site.test');
  expect((await auth.backend.fetch(change(mine, '123'))).status).toBe(422);
  expect(await refresh(other)).toBe(200);
});

test('the library by itself keeps them', async () => {
  const [mine, other] = await openSessions('meera@site.test');
  await auth.library.fetch(change(mine, 'another1'));
  expect(await refresh(other)).toBe(200);
});
