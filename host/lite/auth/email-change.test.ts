import { App } from '@supabase/lite';
import { describe, expect, test, vi } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request, SITE_URL } from '#tests/kit/lite-backends.ts';

const auth = provideFixture(() => openAuthFixture());
const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

let people = 0;
/** A confirmed account that signed in just now, and an address for it to change to. */
async function newAccount() {
  people += 1;
  const [email, newEmail] = [`old-${people}@site.test`, `new-${people}@site.test`];
  await auth.signUp(email);
  await auth.confirm(email);
  const session = await (await auth.post('/token?grant_type=password', { email, password: PASSWORD })).json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const ask = (body: object = { email: newEmail }) =>
    auth.post(`/user?redirect_to=${encodeURIComponent(`${SITE_URL}/account`)}`, body, { method: 'PUT', headers });
  const readAccount = async () => {
    const [account] = await auth.database.sql`
      select u.email, u.email_change, u.email_change_confirm_status as status,
        coalesce(u.email_change_token_new, u.email_change_token_current) as token, p.email as profile,
        (select i.identity_data ->> 'email' from auth.identities i where i.user_id = u.id) as identity
      from auth.users u join public.profiles p on p.id = u.id where u.id = ${session.user.id}`;
    return account;
  };
  const readUser = async () =>
    (await auth.backend.fetch(request('/auth/v1/user', { headers }), { peerAddress: null })).json();
  return { email, newEmail, session, ask, readAccount, readUser };
}

const moved = (to: string) => ({ email: to, email_change: null, status: 0, token: null, profile: to, identity: to });
/** Presses the button of the page of the last link to this address. */
const press = async (email: string) => outcome(auth.pressMailedLink(email));
const EXPIRED = [403, 'otp_expired'];

describe('both addresses confirm a change', () => {
  test.each(['the old one first', 'the new one first'])('in any order: %s', async (order) => {
    const { email, newEmail, ask, readAccount, readUser } = await newAccount();
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ email, new_email: newEmail, email_change_sent_at: expect.any(String) });
    const [first, second] = order.startsWith('the old') ? [email, newEmail] : [newEmail, email];

    expect((await auth.linkTo(first)).href).toMatch(new RegExp(`^${SITE_URL}/confirm-email/change#token_hash=`));
    expect(await (await auth.pressMailedLink(first)).json()).toEqual({ msg: ACCEPTED, code: '200' });
    expect(await readAccount()).toMatchObject({ email, email_change: newEmail, status: 1, profile: email });

    const done = await (await auth.pressMailedLink(second)).json();
    expect(done).toMatchObject({ access_token: expect.any(String), user: { email: newEmail } });
    expect(await readAccount()).toEqual(moved(newEmail));
    expect(await readUser()).toMatchObject({ email: newEmail });
    expect(await readUser()).not.toHaveProperty('new_email');
  });

  test.each(['email', 'newEmail'] as const)(
    'one link alone never counts, however often it is pressed: %s',
    async (which) => {
      const account = await newAccount();
      await account.ask();
      expect(await press(account[which])).toEqual([200, undefined]);
      for (let at = 0; at < 3; at += 1) expect(await press(account[which])).toEqual(EXPIRED);
      expect(await account.readAccount()).toMatchObject({ email: account.email, email_change: account.newEmail });
    },
  );

  test('the library by itself finishes with the link to the old address alone (negative control)', async () => {
    const { email, newEmail, session } = await newAccount();
    const mails: { to: string; text?: string }[] = [];
    const { connection } = auth.library;
    const library = new App({
      connection,
      api: { external_url: SITE_URL },
      auth: {
        enabled: true,
        jwt_secret: 'a secret for tests, long enough for HS256',
        publishable_key: 'sb_publishable_test',
        site_url: SITE_URL,
        email: { enable_confirmations: true, double_confirm_changes: true },
      },
      options: { drivers: { email: { send: async (mail: { to: string; text?: string }) => void mails.push(mail) } } },
    });
    const headers = { authorization: `Bearer ${session.access_token}` };
    const from = { peerAddress: '192.0.2.1' };
    await library.fetch(request('/auth/v1/user', { method: 'PUT', body: { email: newEmail }, headers }), from);
    expect(mails.map((mail) => mail.to)).toEqual([email]);
    const token = /token=([^&\s]+)/.exec(mails[0]?.text ?? '')?.[1];
    await library.fetch(request(`/auth/v1/verify?type=email_change&token=${token}`), from);
    const [account] = await auth.database.sql`select email from auth.users where id = ${session.user.id}`;
    expect(account?.email).toBe(newEmail);
  });

  test('two links pressed at once make one change', async () => {
    const { email, newEmail, ask, readAccount } = await newAccount();
    await ask();
    await Promise.all([press(email), press(newEmail)]);
    expect(await readAccount()).toEqual(moved(newEmail));
  });

  test('a link split into an address and a code is no way around the other link', async () => {
    const { email, newEmail, ask, readAccount } = await newAccount();
    await ask();
    await press(email);
    const secret = (await auth.linkTo(newEmail)).press.token_hash;
    for (const type of ['email_change', 'signup']) {
      const split = { type, email: secret.slice(0, 1), token: secret.slice(1) };
      expect(await outcome(auth.post('/verify', split))).toEqual([403, 'otp_expired']);
    }
    expect(await readAccount()).toMatchObject({ email });
  });

  test('links live one hour, and mailing them again does not prolong it', async () => {
    const { email, newEmail, ask, readAccount } = await newAccount();
    await ask();
    const age = (minutes: number) => auth.database.sql`
      update auth.users set email_change_sent_at = email_change_sent_at - make_interval(mins => ${minutes})
      where email = ${email}`;
    await age(40);
    await auth.passMailWindow();
    expect((await auth.post('/resend', { type: 'email_change', email })).status).toBe(200);
    expect([(await auth.mailsTo(email)).length, (await auth.mailsTo(newEmail)).length]).toEqual([3, 2]);
    await age(21);
    expect([await press(email), await press(newEmail)]).toEqual([EXPIRED, EXPIRED]);
    expect(await readAccount()).toMatchObject({ email });
  });

  test('links that were mailed to the old address for a new password end with the change', async () => {
    const { email, newEmail, ask } = await newAccount();
    await auth.post('/recover', { email });
    const recovery = (await auth.linkTo(email)).press;
    await ask();
    await press(email);
    await press(newEmail);
    expect(await outcome(auth.post('/verify', recovery))).toEqual(EXPIRED);
  });
});

describe('asking for another address', () => {
  test('without a proof of this session it changes nothing and mails nothing', async () => {
    const { email, newEmail, session, ask, readAccount } = await newAccount();
    await auth.database.sql`
      update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${session.user.id}`;
    // Another device of the same person has a proof; this one may be stolen.
    await auth.post('/token?grant_type=password', { email, password: PASSWORD });
    expect(await outcome(ask())).toEqual([403, 'reauthentication_needed']);
    expect(await readAccount()).toMatchObject({ email, email_change: null, token: null });
    expect(await auth.mailsTo(newEmail)).toHaveLength(0);
    expect(await auth.mailsTo(email)).toHaveLength(1);
    await auth.database.sql`
      insert into private.identity_proofs (session_id, user_id)
      select id, user_id from auth.sessions where user_id = ${session.user.id}`;
    expect((await ask()).status).toBe(200);
  });

  test('the database refuses it as well where Auth writes by itself, unless the trigger is gone', async () => {
    const { email, newEmail, session } = await newAccount();
    const write = (via: typeof auth.database.sql, value: string | null) => via`
      update auth.users set email_change = ${value} where id = ${session.user.id}`;
    await write(auth.database.sql, newEmail);
    await auth.database.sql`update auth.sessions set created_at = now() - interval '6 minutes'`;
    await expect(write(auth.database.sql, 'other@site.test')).rejects.toMatchObject({
      code: 'PT403',
      message: 'proof_needed',
    });
    // What it has already, and cancelling, need no proof.
    await write(auth.database.sql, newEmail);
    await write(auth.database.sql, null);
    // The library has no check of its own: with the trigger it fails, without it the change begins.
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const headers = { authorization: `Bearer ${session.access_token}` };
    const ask = () =>
      auth.library.fetch(request('/auth/v1/user', { method: 'PUT', body: { email: newEmail }, headers }));
    expect((await ask()).status).toBe(500);
    expect(complaints).toHaveBeenCalled();
    complaints.mockRestore();
    const [kept] = await auth.database.sql`select email_change from auth.users where email = ${email}`;
    expect(kept?.email_change).toBeNull();
    await auth.database.sql`alter table auth.users disable trigger demand_proof_for_email_change`;
    expect((await ask()).status).toBe(200);
    await auth.database.sql`alter table auth.users enable trigger demand_proof_for_email_change`;
  });

  test('with a second factor, the code comes first', async () => {
    const { session, ask } = await newAccount();
    await auth.database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (gen_random_uuid(), ${session.user.id}, 'totp', 'verified')`;
    expect(await outcome(ask())).toEqual([401, 'insufficient_aal']);
  });

  test('an address in use is refused, and one that was taken in between as well', async () => {
    const { email, newEmail, ask, readAccount } = await newAccount();
    const other = await newAccount();
    expect(await outcome(ask({ email: other.email.toUpperCase() }))).toEqual([422, 'email_exists']);
    expect((await ask()).status).toBe(200);
    await press(email);
    await auth.database.sql`update auth.users set email = ${newEmail} where email = ${other.email}`;
    expect(await press(newEmail)).toEqual([422, 'email_exists']);
    expect(await readAccount()).toMatchObject({ email });
  });

  test('a second change within a minute is too soon, and a refused password leaves the address alone', async () => {
    const { newEmail, ask, readAccount } = await newAccount();
    expect(await outcome(ask({ email: newEmail, password: 'Another one, 9' }))).toEqual([
      400,
      'current_password_required',
    ]);
    expect(await readAccount()).toMatchObject({ email_change: null });
    const both = { email: newEmail, password: 'Another one, 9', current_password: PASSWORD };
    expect((await ask(both)).status).toBe(200);
    expect(await readAccount()).toMatchObject({ email_change: newEmail });
    expect(await outcome(ask())).toEqual([429, 'over_email_send_rate_limit']);
  });

  test('the account’s own address, and none, are no change', async () => {
    const { email, ask, readAccount } = await newAccount();
    for (const same of [email, email.toUpperCase(), '']) expect((await ask({ email: same })).status).toBe(200);
    expect(await readAccount()).toMatchObject({ email_change: null });
    expect(await outcome(ask({ email: 'no-dot@host' }))).toEqual([400, 'validation_failed']);
  });
});
