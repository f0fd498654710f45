import { describe, expect, test } from 'vitest';
import { openAuthFixture, outcome } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request } from '#tests/kit/lite-backends.ts';
import { claimsIn, type Session } from '#tests/kit/session-fixtures.ts';

const auth = provideFixture(() => openAuthFixture());

const OWNERS = 'Owner’s own, 9';
const STRANGERS = 'Stranger’s, 9';
const REFUSED = [400, 'invalid_credentials'];

const signUp = (email: string, password: string, more: object = {}) =>
  auth.post('/signup', { email, password, ...more });
const signIn = (email: string, password: string) =>
  outcome(auth.post('/token?grant_type=password', { email, password }));
/** The session that the press of the mailed link's page makes. */
const press = async (email: string): Promise<Session> => (await auth.pressMailedLink(email)).json();
const methodsIn = ({ access_token }: Session) =>
  claimsIn(access_token)
    .amr.map(({ method }) => method)
    .sort();
const choose = ({ access_token }: Session, password: string, from: object = {}) =>
  auth.post('/user', { password }, { method: 'PUT', headers: { authorization: `Bearer ${access_token}` }, ...from });

describe('an account that two people began', () => {
  test.each([
    ['first', [STRANGERS, OWNERS]],
    ['last', [OWNERS, STRANGERS]],
  ])('a stranger’s password does not work after the owner confirmed, who signed up %s', async (order, passwords) => {
    const email = `owner-${order}@site.test`;
    for (const password of passwords) {
      expect((await signUp(email, password)).status).toBe(200);
      await auth.passMailWindow();
    }
    const session = await press(email);
    // What tells the page to go on to the one that asks for a new password.
    expect(methodsIn(session)).toEqual(['email/signup', 'recovery']);
    expect(await signIn(email, STRANGERS)).toEqual(REFUSED);
    expect(await signIn(email, OWNERS)).toEqual(REFUSED);
    // The page sets the new password without a present one: there is none.
    // And takes longer about it than a session of its own counts as a proof.
    await auth.database.sql`update auth.sessions set created_at = now() - interval '20 minutes'`;
    expect(await outcome(choose(session, 'Chosen anew, 9'))).toEqual([200, undefined]);
    expect(await signIn(email, 'Chosen anew, 9')).toEqual([200, undefined]);
    expect(await signIn(email, STRANGERS)).toEqual(REFUSED);
  });

  test('without the mark the stranger’s password works (negative control)', async () => {
    const email = 'unmarked@site.test';
    await signUp(email, STRANGERS);
    await auth.passMailWindow();
    await signUp(email, OWNERS);
    await auth.database.sql`delete from lite_host.contested_accounts`;
    await press(email);
    expect(await signIn(email, STRANGERS)).toEqual([200, undefined]);
  });

  test('a sign-up that came too soon for another mail counts as well, and so do two at once', async () => {
    const soon = 'too-soon@site.test';
    await signUp(soon, STRANGERS);
    expect((await signUp(soon, OWNERS)).status).toBe(429);
    await press(soon);
    expect(await signIn(soon, STRANGERS)).toEqual(REFUSED);

    const atOnce = 'at-once@site.test';
    await Promise.all([signUp(atOnce, STRANGERS), signUp(atOnce, OWNERS)]);
    await press(atOnce);
    expect([await signIn(atOnce, STRANGERS), await signIn(atOnce, OWNERS)]).toEqual([REFUSED, REFUSED]);
  });

  test('the same password again is no contest, and the account confirms as any other', async () => {
    const email = 'impatient@site.test';
    await signUp(email, OWNERS);
    await auth.passMailWindow();
    await signUp(email, OWNERS);
    expect(methodsIn(await press(email))).toEqual(['email/signup']);
    expect(await signIn(email, OWNERS)).toEqual([200, undefined]);
  });

  test('a recovery link for an account that was never confirmed takes the password away too', async () => {
    const email = 'recovers@site.test';
    await signUp(email, STRANGERS);
    await auth.post('/recover', { email });
    expect((await auth.pressMailedLink(email)).status).toBe(200);
    expect(await signIn(email, STRANGERS)).toEqual(REFUSED);
  });

  test('no sign-up takes the password of a confirmed account away', async () => {
    const email = 'confirmed@site.test';
    await signUp(email, OWNERS);
    await press(email);
    await auth.passMailWindow();
    await signUp(email, STRANGERS);
    await auth.post('/recover', { email });
    await auth.pressMailedLink(email);
    expect(await signIn(email, OWNERS)).toEqual([200, undefined]);
  });

  test('the chosen password works where it was chosen, however many guessed at the account before', async () => {
    const email = 'guessed@site.test';
    await signUp(email, STRANGERS);
    await signUp(email, OWNERS);
    for (let at = 0; at < 10; at += 1) await signIn(email, `Guess ${at}, 9`);
    const from = { peerAddress: '203.0.113.77' };
    await choose(await press(email), 'Chosen anew, 9', from);
    const login = auth.post('/token?grant_type=password', { email, password: 'Chosen anew, 9' }, from);
    expect(await outcome(login)).toEqual([200, undefined]);
  });

  test('a link that is too old takes nothing away and opens nothing', async () => {
    const email = 'old-link@site.test';
    await signUp(email, OWNERS);
    await signUp(email, STRANGERS);
    await auth.database.sql`
      update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = ${email}`;
    expect(await outcome(auth.pressMailedLink(email))).toEqual([403, 'otp_expired']);
    const [account] = await auth.database.sql`
      select encrypted_password as hash from auth.users where email = ${email}`;
    expect(account?.hash).toBeTruthy();
  });

  test('the library by itself lets the first password stay', async () => {
    const email = 'library@site.test';
    await auth.library.fetch(request('/auth/v1/signup', { body: { email, password: STRANGERS } }));
    await auth.library.fetch(request('/auth/v1/signup', { body: { email, password: OWNERS } }));
    const token = /token=([^&]+)/.exec(auth.library.mails.at(-1)?.text ?? '')?.[1];
    await auth.library.fetch(request(`/auth/v1/verify?type=signup&token=${token}`));
    const call = request('/auth/v1/token?grant_type=password', { body: { email, password: STRANGERS } });
    expect((await auth.library.fetch(call)).status).toBe(200);
  });
});
