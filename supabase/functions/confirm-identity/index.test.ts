import { expect, it } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import type { Founder } from '#tests/kit/app-client.ts';
import { expectAnswer, expectError } from '#tests/kit/expect-answer.ts';
import { OWN_PASSWORD, openPasswordFixture } from '#tests/kit/password-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();
const owners = () => openPasswordFixture(app);
const accounts = () => openAccountFixture(app.sql);

const confirm = (person: Founder | undefined, password: unknown) => app.call('confirm-identity', { password }, person);
const hasProof = async ({ id }: Founder) =>
  (await app.sql`select private.session_has_proof(${id}) as has_proof`)[0]?.has_proof as boolean;

const WRONG = 'That is not your current password.';
const TOO_MANY = 'Too many wrong passwords. Please wait 15 minutes, or log out and use "Forgot your password?".';

it('the right password is a proof for five minutes, and leaves no second session and no notice', async () => {
  const owner = await owners().addOwner();
  await app.sql`update public.profiles set is_admin = true where id = ${owner.id}`;
  await accounts().loseProof(owner.id);
  expect(await hasProof(owner)).toBe(false);
  const { status, body } = await confirm(owner, OWN_PASSWORD);
  expect([status, body.confirmed]).toEqual([200, true]);
  const seconds = (new Date(body.until).getTime() - Date.now()) / 1000;
  expect([seconds > 290, seconds <= 301]).toEqual([true, true]);
  expect(await hasProof(owner)).toBe(true);
  expect(await accounts().sessionsOf(owner.id)).toEqual([owner.id]);
  expect(await accounts().kindsOf(owner.id)).toEqual([]);
  const signIns = await app.sql`select from private.audit_log where action = 'sign_in' and actor = ${owner.id}`;
  expect(signIns).toHaveLength(0);
  await app.sql`update private.identity_proofs set confirmed_at = confirmed_at - interval '5 minutes'`;
  expect(await hasProof(owner)).toBe(false);
});

it('a wrong password is no proof, and only the account’s own address is asked', async () => {
  const owner = await owners().addOwner();
  const other = await owners().addOwner();
  await owners().setPassword(other.id, 'another-password');
  await accounts().loseProof(owner.id);
  for (const password of ['another-password', '', 'x'.repeat(5000)]) {
    expectError(await confirm(owner, password), 400, WRONG);
  }
  const call = await app.call('confirm-identity', { password: 'another-password', email: other.email }, owner);
  expectError(call, 400, WRONG);
  expect(await hasProof(owner)).toBe(false);
});

it('five wrong passwords in 15 minutes refuse the sixth even if right, and another account stays free', async () => {
  const owner = await owners().addOwner();
  const other = await owners().addOwner();
  await accounts().loseProof(owner.id);
  // Two at a time: more than the rest of five are never tried.
  const [first, second] = await Promise.all([confirm(owner, 'wrong 1'), confirm(owner, 'wrong 2')]);
  expect([first?.status, second?.status]).toEqual([400, 400]);
  const many = await Promise.all(Array.from({ length: 5 }, (_, n) => confirm(owner, `guess ${n}`)));
  expect(many.map(({ status }) => status).sort()).toEqual([400, 400, 400, 429, 429]);
  expectError(await confirm(owner, OWN_PASSWORD), 429, TOO_MANY);
  expect(await hasProof(owner)).toBe(false);
  expect((await confirm(other, OWN_PASSWORD)).status).toBe(200);
  // Counted by anything that both share, the other account would be refused.
  const [source] = await app.sql`
    select pg_get_functiondef('private.recent_attempts(uuid,text,interval)'::regprocedure) as text`;
  await app.sql.unsafe(String(source?.text).replace('a.user_id = p_user_id and a.kind', 'a.kind'));
  expect((await confirm(other, OWN_PASSWORD)).status).toBe(429);
  await app.sql.unsafe(String(source?.text));
  await app.sql`update private.account_attempts set at = at - interval '15 minutes' where user_id = ${owner.id}`;
  expect((await confirm(owner, OWN_PASSWORD)).status).toBe(200);
});

it('an account without a password is told to log in again with Google', async () => {
  const owner = await app.addFounder();
  expectError(
    await confirm(owner, 'anything'),
    409,
    'Your account has no password. Log in again with Google, then come back within 5 minutes.',
  );
});

it('where Auth fails the try does not count, and 503 says so', async () => {
  const owner = await owners().addOwner();
  await app.sql.unsafe(`
    create function private.refuse_session() returns trigger language plpgsql set search_path = ''
      as $$ begin raise 'no session'; end $$;
    create trigger refuse_session before insert on auth.sessions for each row execute function private.refuse_session()`);
  try {
    for (let n = 0; n < 6; n += 1) {
      expectError(await confirm(owner, OWN_PASSWORD), 503, 'We could not check this right now. Please try again.');
    }
  } finally {
    await app.sql`drop function private.refuse_session cascade`;
  }
  expect((await confirm(owner, OWN_PASSWORD)).status).toBe(200);
});

it('confirm-identity needs a complete session and a password in the body', async () => {
  expect((await confirm(undefined, OWN_PASSWORD)).status).toBe(401);
  const owner = await owners().addOwner();
  expect((await confirm(owner, 7)).status).toBe(400);
  expect((await app.call('confirm-identity', '{', owner)).status).toBe(400);
  await accounts().addFactor(owner.id);
  expectError(await confirm(owner, OWN_PASSWORD), 403, 'Please enter your sign-in code first.');
  await app.sql`delete from auth.sessions where user_id = ${owner.id}`;
  expectAnswer(await confirm(owner, OWN_PASSWORD), 401, expect.objectContaining({ error: expect.any(String) }));
});
