import { compare } from 'bcryptjs';
import { describe, expect, test, vi } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request } from '#tests/kit/lite-backends.ts';
import { mailedLinkIn } from '#tests/kit/mailed-link.ts';

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
const change = (session: Session, password: string, more: object = { current_password: PASSWORD }) =>
  request('/auth/v1/user', {
    method: 'PUT',
    body: { password, ...more },
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
  const toOwner = (await auth.mailsTo(email)).slice(1);
  const links = [...(await auth.mailsTo('thief@site.test')), ...toOwner].map(({ text }) => mailedLinkIn(text).press);
  expect(links.map(({ type }) => type)).toEqual(['email_change', 'email_change', 'recovery']);

  await auth.backend.fetch(change(owner, 'another1'));

  for (const link of links) expect(await outcome(auth.post('/verify', link))).toEqual([403, 'otp_expired']);
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

describe('the present password for a new one', () => {
  const NEW = 'Another one, 9';
  const changed = async (session: Session, more: object, password = NEW) =>
    outcome(auth.backend.fetch(change(session, password, more)));
  const passwordOf = async (email: string) => {
    const [account] = await auth.database.sql`select encrypted_password as hash from auth.users where email = ${email}`;
    return account?.hash as string | null;
  };
  const addFactor = (email: string, status: string) => auth.database.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    select gen_random_uuid(), id, 'totp', ${status}::auth.factor_status from auth.users where email = ${email}`;
  const openRecovery = async (email: string): Promise<Session> => {
    await auth.passMailWindow();
    await auth.post('/recover', { email });
    const [, token_hash] = /token_hash=([\w-]+)/.exec((await auth.mailsTo(email)).at(-1)?.text ?? '') ?? [];
    return (await (await auth.post('/verify', { type: 'recovery', token_hash })).json()) as Session;
  };

  test('an access token alone changes no password', async () => {
    const [mine] = await openSessions('alone@site.test');
    const before = await passwordOf('alone@site.test');
    expect(await changed(mine, {})).toEqual([400, 'current_password_required']);
    expect(await changed(mine, { current_password: '' })).toEqual([400, 'current_password_required']);
    expect(await changed(mine, { current_password: 'Wrong one, 9' })).toEqual([400, 'current_password_mismatch']);
    expect(await changed(mine, { current_password: PASSWORD }, PASSWORD)).toEqual([422, 'same_password']);
    expect(await passwordOf('alone@site.test')).toBe(before);
    expect(await changed(mine, { current_password: PASSWORD })).toEqual([200, undefined]);
    expect(await outcome(auth.post(SIGN_IN, credentials('alone@site.test', NEW)))).toEqual([200, undefined]);
  });

  test('the library by itself needs the token alone (negative control)', async () => {
    const [mine] = await openSessions('library@site.test');
    expect((await auth.library.fetch(change(mine, NEW, {}))).status).toBe(200);
  });

  test('a recovery session needs no present password, and with a second factor the code first', async () => {
    await openSessions('recovers@site.test');
    const session = await openRecovery('recovers@site.test');
    await addFactor('recovers@site.test', 'verified');
    expect(await changed(session, {})).toEqual([401, 'insufficient_aal']);
    // Negative control: a factor that was never verified protects nothing.
    await auth.database.sql`update auth.mfa_factors set status = 'unverified'`;
    expect(await changed(session, {})).toEqual([200, undefined]);
  });

  test('a session that a mailed link made long ago needs the present password like any other', async () => {
    await openSessions('late@site.test');
    const session = await openRecovery('late@site.test');
    await auth.database.sql`update auth.mfa_amr_claims set created_at = now() - interval '61 minutes'`;
    expect(await changed(session, {})).toEqual([400, 'current_password_required']);
  });

  test('with a second factor, neither the token nor the session alone may say that the code was entered', async () => {
    const [mine] = await openSessions('factor@site.test');
    await addFactor('factor@site.test', 'verified');
    const right = { current_password: PASSWORD };
    expect(await changed(mine, right)).toEqual([401, 'insufficient_aal']);
    await auth.database.sql`update auth.sessions set aal = 'aal2'`;
    expect(await changed(mine, right)).toEqual([401, 'insufficient_aal']);
  });

  test('an account without a password needs a session that was just made', async () => {
    const [mine] = await openSessions('none@site.test');
    await auth.database.sql`update auth.users set encrypted_password = null where email = 'none@site.test'`;
    await auth.database.sql`update auth.sessions set created_at = now() - interval '6 minutes'`;
    expect(await changed(mine, {})).toEqual([403, 'reauthentication_needed']);
    await auth.database.sql`update auth.sessions set created_at = now()`;
    expect(await changed(mine, {})).toEqual([200, undefined]);
  });

  test('the present password cannot be guessed with a stolen session', async () => {
    const [mine] = await openSessions('stolen@site.test');
    const guesses = [];
    for (let at = 0; at < 10; at += 1) guesses.push(await changed(mine, { current_password: `Guess ${at}` }));
    expect(guesses).toEqual(Array(10).fill([400, 'current_password_mismatch']));
    expect(await changed(mine, { current_password: PASSWORD })).toEqual([429, 'over_request_rate_limit']);
  });

  test('a session that has ended, or is another person’s, changes nothing', async () => {
    const [mine] = await openSessions('over@site.test');
    await auth.database.sql`update auth.sessions set not_after = now() - interval '1 second'`;
    expect(await changed(mine, { current_password: PASSWORD })).toEqual([403, 'session_not_found']);
  });
});

describe('common passwords', () => {
  const signUpWith = (password: string) =>
    outcome(auth.post('/signup', { email: 'common.name@site.test', password, data: { name: 'Asha Rao' } }));

  test.each(['password1', 'Sunshine', 'Common.Name', 'common.name@site.test', 'ashaRAO', 'point0123'])(
    '%s is refused at sign-up',
    async (password) => {
      const answer = await auth.post('/signup', {
        email: 'common.name@site.test',
        password,
        data: { name: 'Asha Rao' },
      });
      expect(answer.status).toBe(422);
      expect(answer.headers.get('x-sb-error-code')).toBe('weak_password');
      expect(await answer.json()).toEqual({
        code: 422,
        error_code: 'weak_password',
        msg: 'Password is known to be weak and easy to guess, please choose a different one.',
        weak_password: { reasons: ['pwned'] },
      });
    },
  );

  test('an uncommon one of six characters is taken, and the library by itself takes any', async () => {
    expect(await signUpWith('Zq7#k2')).toEqual([200, undefined]);
    const call = request('/auth/v1/signup', { body: credentials('any@site.test', 'password1') });
    expect((await auth.library.fetch(call)).status).toBe(200);
  });

  test.each(['qwerty123', 'point0123', 'own.address', 'own.address@site.test'])(
    '%s is refused at a change and at a reset',
    async (password) => {
      const email = 'own.address@site.test';
      await auth.signUp(email);
      await auth.confirm(email);
      const session = (await (await auth.post(SIGN_IN, credentials(email))).json()) as Session;
      expect(await outcome(auth.backend.fetch(change(session, password)))).toEqual([422, 'weak_password']);
      await auth.passMailWindow();
      await auth.post('/recover', { email });
      const [, token_hash] = /token_hash=([\w-]+)/.exec((await auth.mailsTo(email)).at(-1)?.text ?? '') ?? [];
      const reset = (await (await auth.post('/verify', { type: 'recovery', token_hash })).json()) as Session;
      expect(await outcome(auth.backend.fetch(change(reset, password, {})))).toEqual([422, 'weak_password']);
    },
  );

  test('an account that has a common password signs in, and is noticed until it changes it', async () => {
    const email = 'easy@site.test';
    await auth.library.fetch(request('/auth/v1/signup', { body: credentials(email, 'sunshine') }));
    await auth.confirm(email);
    const isNoticed = async () => {
      const [row] = await auth.database.sql`
        select from private.easy_passwords e join auth.users u on u.id = e.user_id where u.email = ${email}`;
      return row !== undefined;
    };
    const session = (await (await auth.post(SIGN_IN, credentials(email, 'sunshine'))).json()) as Session;
    expect(session.access_token).toBeTypeOf('string');
    expect(await isNoticed()).toBe(true);
    const changed = auth.backend.fetch(change(session, 'Zq7#k2', { current_password: 'sunshine' }));
    expect((await changed).status).toBe(200);
    expect(await isNoticed()).toBe(false);
    await auth.post(SIGN_IN, credentials(email, 'Zq7#k2'));
    expect(await isNoticed()).toBe(false);
  });
});
