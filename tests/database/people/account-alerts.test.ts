/**
 * Notices of changes to an account (docs/product/accounts.md#security-e-mails), and taking them back
 * (docs/product/accounts.md#this-was-not-me).
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { rehearse } from '#tests/kit/personas.ts';

const db = provideDatabase();
const { sql } = db;
const account = openAccountFixture(sql);
const { addPerson, addSession, addFactor } = account;

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';
const sealed = (key: string) => JSON.stringify({ key_id: key, alg: 'aes-gcm-hkdf', data: randomUUID(), nonce: 'n' });

/** Somebody who signed in once, of which nothing was told. */
async function addOwner(options: { isAdministrator?: boolean } = {}) {
  const person = await addPerson(options);
  await sql`update auth.users set encrypted_password = 'old hash' where id = ${person.id}`;
  await sql`delete from private.account_alerts where user_id = ${person.id}`;
  return person;
}

/** What the worker does: the e-mail is queued, and the secret of its link is known to its reader alone. */
async function sendLink(alertId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.service`
    select public.queue_account_alert(${alertId}, ${hashOf(token)}, ${sql.json({ to: 'x', subject: 's', html: token, text: token })})`;
  return token;
}
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const press = async (token: string, via: postgres.ISql = db.service) => {
  const [row] = await via`select public.answer_account_alert(${hashOf(token)}) as answer`;
  return row?.answer;
};
const stateOf = async (id: string) => {
  const [row] = await sql`
    select u.email, nullif(u.encrypted_password, '') as password, nullif(u.email_change, '') as email_change,
      nullif(u.recovery_token, '') as recovery_token, nullif(u.email_change_token_new, '') as email_change_token,
      (select p.email from public.profiles p where p.id = u.id) as profile_email,
      (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
      (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors
    from auth.users u where u.id = ${id}`;
  return row as Record<string, unknown>;
};
const recoveryMails = async (id: string) =>
  (
    await sql`
    select o.id from private.outbox o join private.account_alerts a on a.id = (o.payload ->> 'alert_id')::bigint
    where o.kind = 'recovery_mail' and a.user_id = ${id}`
  ).length;

/** Each change that is told, as its owner's e-mail has to tell of it. */
const CHANGES: [string, string, (id: string) => Promise<unknown>][] = [
  ['a changed password', 'password', (id) => sql`update auth.users set encrypted_password = 'new' where id = ${id}`],
  [
    'another address that was asked for',
    'email_change',
    (id) => sql`update auth.users set email_change = ${`${id}@new.example`} where id = ${id}`,
  ],
  [
    'a changed address',
    'email_changed',
    (id) => sql`update auth.users set email = ${`${id}@new.example`} where id = ${id}`,
  ],
  ['a factor that was added', 'two_step_on', (id) => addFactor(id)],
  [
    'a factor that was removed',
    'two_step_off',
    async (id) => {
      await addFactor(id);
      await sql`delete from private.account_alerts where user_id = ${id}`;
      await sql`delete from auth.mfa_factors where user_id = ${id}`;
    },
  ],
];

describe('notices', () => {
  test.each(CHANGES)('%s is told to the address that the account had before', async (_, kind, change) => {
    const { id, email } = await addOwner();
    await change(id);
    expect(await account.alertsOf(id)).toMatchObject([{ kind, email }]);
  });

  test.each(CHANGES)('%s is told to nobody where the address is not confirmed', async (_, __, change) => {
    const { id } = await addOwner();
    await sql`update auth.users set email_confirmed_at = null where id = ${id}`;
    await change(id);
    expect(await account.kindsOf(id)).toEqual([]);
  });

  test.each(CHANGES)('%s would be told to nobody without the triggers', async (_, __, change) => {
    const { id } = await addOwner();
    const triggers = [
      ['alert_account_change', 'auth.users'],
      ['alert_new_factor', 'auth.mfa_factors'],
      ['alert_deleted_factors', 'auth.mfa_factors'],
    ] as const;
    for (const [name, table] of triggers) await sql.unsafe(`alter table ${table} disable trigger ${name}`);
    await change(id);
    for (const [name, table] of triggers) await sql.unsafe(`alter table ${table} enable trigger ${name}`);
    expect(await account.kindsOf(id)).toEqual([]);
  });

  test('the notice is part of the transaction of the change', async () => {
    const { id } = await addOwner();
    await rehearse(sql, (by) => by`update auth.users set encrypted_password = 'new' where id = ${id}`);
    expect(await account.kindsOf(id)).toEqual([]);
  });

  test('a factor is told of when it is verified, and one that never was is not told of', async () => {
    const { id } = await addOwner();
    const factor = await addFactor(id, 'unverified');
    const other = await addFactor(id, 'unverified');
    await sql`delete from auth.mfa_factors where id = ${other}`;
    expect(await account.kindsOf(id)).toEqual([]);
    await sql`update auth.mfa_factors set status = 'verified' where id = ${factor}`;
    await sql`update auth.mfa_factors set updated_at = now() where id = ${factor}`;
    expect(await account.alertsOf(id)).toMatchObject([
      { kind: 'two_step_on', detail: { factor_id: factor, others: 0 } },
    ]);
  });

  test('several factors that are deleted at once are one e-mail, and one of several says that others are left', async () => {
    const { id } = await addOwner();
    const first = await addFactor(id);
    await addFactor(id);
    await addFactor(id);
    await sql`delete from private.account_alerts where user_id = ${id}`;
    await sql`delete from auth.mfa_factors where id = ${first}`;
    await sql`delete from auth.mfa_factors where user_id = ${id}`;
    expect((await account.alertsOf(id)).map(({ detail }) => detail)).toEqual([{ others: 2 }, { others: 0 }]);
  });

  test.each([
    ['the same hash', 'hash', 'hash', false],
    ['a first password', null, 'hash', true],
    ['a removed password', 'hash', null, true],
    ['the same key', sealed('k1'), sealed('k1'), true],
    ['another key of hosted Auth', sealed('k1'), sealed('k2'), false],
    ['the first encryption by hosted Auth', '$2a$10$hash', sealed('k1'), false],
  ])('a password stored anew with %s', async (_, before, after, isTold) => {
    const { id } = await addOwner();
    await sql`update auth.users set encrypted_password = ${before} where id = ${id}`;
    await sql`delete from private.account_alerts where user_id = ${id}`;
    await sql`update auth.users set encrypted_password = ${after} where id = ${id}`;
    expect(await account.kindsOf(id)).toEqual(isTold ? ['password'] : []);
  });

  test('a password whose form changes together with the tokens of Auth is a new one', async () => {
    const { id } = await addOwner();
    await sql`update auth.users set recovery_token = ${randomUUID()} where id = ${id}`;
    await sql`update auth.users set encrypted_password = ${sealed('k1')}, recovery_token = null where id = ${id}`;
    expect(await account.kindsOf(id)).toEqual(['password']);
  });

  test('an account that is deleted with its factors gets no notice', async () => {
    const { id } = await addOwner();
    await addFactor(id);
    await sql`delete from auth.users where id = ${id}`;
    expect(await account.kindsOf(id)).toEqual([]);
  });

  test('a changed password is told with the device of the only session that is left', async () => {
    const { id } = await addOwner();
    await sql`update auth.sessions set user_agent = ${PHONE}, ip = '203.0.113.7' where user_id = ${id}`;
    const other = await addSession(id);
    await sql`update auth.users set encrypted_password = 'new' where id = ${id}`;
    const read = async () => {
      const [alert] = (await account.alertsOf(id)).filter(({ kind }) => kind === 'password');
      return (await db.service`select public.account_alert_for_jobs(${alert?.id ?? 0}) as mail`)[0]?.mail;
    };
    expect(await read()).not.toHaveProperty('user_agent');
    await sql`delete from auth.sessions where id = ${other}`;
    expect(await read()).toMatchObject({ kind: 'password', user_agent: PHONE, network: '203.0.113.0/24' });
  });
});

describe('new devices', () => {
  const signIn = (id: string, userAgent = PHONE, ip = '203.0.113.7') => addSession(id, { userAgent, ip });
  const told = async (id: string) => (await account.kindsOf(id)).filter((kind) => kind === 'new_device').length;

  test('a founder is told of an unknown browser or network, but not of the first sign-in', async () => {
    const { id, email } = await addOwner();
    await signIn(id);
    await signIn(id);
    await signIn(id, PHONE.replaceAll('141.0', '142.1'), '203.0.113.99');
    expect(await told(id)).toBe(0);
    await signIn(id, PHONE, '198.51.100.1');
    await signIn(id, 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0');
    expect(await account.alertsOf(id)).toMatchObject([
      { kind: 'new_device', email, detail: { user_agent: PHONE, network: '198.51.100.0/24' } },
      { kind: 'new_device', email, detail: { network: '203.0.113.0/24' } },
    ]);
  });

  test.each([
    ['a sign-up', 'confirmation_token', { email_confirmed_at: null }],
    ['a changed address', 'email_change_token_new', { email_change: 'new@owner.example' }],
  ])(
    'the link of %s is pressed on a phone, and the first sign-in on a laptop is told as little',
    async (_of, token, begun) => {
      const { id } = await addOwner();
      const begin = { ...begun, [token]: randomUUID() };
      await sql`update auth.users set ${sql(begin)} where id = ${id}`;
      await sql`delete from private.account_alerts where user_id = ${id}`;
      // As Auth does it: the address counts, and the browser gets a session, which the page ends.
      await sql.begin(async (by) => {
        await by`
        update auth.users set email = coalesce(nullif(email_change, ''), email), email_change = '', email_confirmed_at = now()
        where id = ${id}`;
        await by`insert into auth.sessions (id, user_id, aal, user_agent, ip) values (${randomUUID()}, ${id}, 'aal1', ${PHONE}, '198.51.100.1')`;
      });
      await sql`update private.mailed_links set used_at = used_at - interval '1 second' where user_id = ${id}`;
      const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
      await signIn(id, laptop);
      expect(await told(id)).toBe(0);
      await signIn(id, laptop, '198.51.100.1');
      expect(await told(id)).toBe(1);
    },
  );

  test('a device counts as seen for 90 days', async () => {
    const { id } = await addOwner();
    await signIn(id);
    await sql`update private.seen_devices set seen_at = now() - interval '89 days' where user_id = ${id}`;
    await signIn(id);
    expect(await told(id)).toBe(0);
    await sql`update private.seen_devices set seen_at = now() - interval '90 days' where user_id = ${id}`;
    await signIn(id);
    expect(await told(id)).toBe(1);
  });

  test('an administrator is told of every sign-in', async () => {
    const { id } = await addOwner({ isAdministrator: true });
    await signIn(id);
    await signIn(id);
    expect(await told(id)).toBe(2);
  });

  test('a browser that is written right after the sign-in counts, one that is written with a refresh does not', async () => {
    const { id } = await addOwner({ isAdministrator: true });
    const session = await addSession(id);
    expect(await told(id)).toBe(0);
    await sql`update auth.sessions set user_agent = ${PHONE}, ip = '203.0.113.7' where id = ${session}`;
    await sql`update auth.sessions set user_agent = 'Another' where id = ${session}`;
    expect(await told(id)).toBe(1);
  });

  test('an unconfirmed account is not told', async () => {
    const { id } = await addOwner({ isAdministrator: true });
    await sql`update auth.users set email_confirmed_at = null where id = ${id}`;
    await signIn(id);
    expect(await told(id)).toBe(0);
  });

  test('a notice that fails does not fail the sign-in', async () => {
    const { id } = await addOwner({ isAdministrator: true });
    await sql`alter table private.seen_devices rename to seen_devices_away`;
    try {
      await signIn(id);
    } finally {
      await sql`alter table private.seen_devices_away rename to seen_devices`;
    }
    expect(await account.sessionsOf(id)).toHaveLength(2);
  });

  test('neither browser nor network can be read from what is remembered', async () => {
    const { id } = await addOwner();
    await signIn(id);
    const [row] =
      await sql`select encode(device_hash, 'hex') as stored from private.seen_devices where user_id = ${id}`;
    for (const guess of [
      `${id}\n${PHONE}\n203.0.113.0/24`,
      `${id}\n${PHONE.replace(/\d[\d._]*/g, '')}\n203.0.113.0/24`,
    ]) {
      expect(row?.stored).not.toBe(hashOf(guess));
    }
  });
});

describe('"This was not me"', () => {
  /** A thief changed the password; the owner has the link. */
  async function robbed() {
    const owner = await addOwner();
    await addSession(owner.id);
    await sql`update auth.users set encrypted_password = 'thief', recovery_token = ${randomUUID()} where id = ${owner.id}`;
    const [alert] = await account.alertsOf(owner.id);
    return { ...owner, token: await sendLink(alert?.id ?? 0), alertId: alert?.id ?? 0 };
  }

  test('pressing ends every session, and no known password or mailed link works', async () => {
    const { id, email, token } = await robbed();
    await sql`
      update auth.users set email_change = 'thief@evil.example', email_change_token_new = ${randomUUID()} where id = ${id}`;
    await sql`insert into auth.flow_state (id, user_id, authentication_method, provider_type) values (${randomUUID()}, ${id}, 'recovery', 'email')`;
    expect(await press(token)).toEqual({ email, is_mailed: true, job_id: expect.any(String) });
    expect(await stateOf(id)).toEqual({
      email,
      profile_email: email,
      password: null,
      email_change: null,
      recovery_token: null,
      email_change_token: null,
      sessions: 0,
      factors: 0,
    });
    expect(await sql`select from auth.flow_state where user_id = ${id}`).toHaveLength(0);
    expect(await outcomes([press(token)])).toEqual(['PT410 link_over']);
    expect(await recoveryMails(id)).toBe(1);
    // What was taken back is not told again.
    expect(await account.kindsOf(id)).toEqual(['password', 'email_change']);
  });

  test('a Google account that was linked since no longer opens the account, and one from before still does', async () => {
    const { id, token } = await robbed();
    const link = (provider: string, since: string) => sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at)
      values (gen_random_uuid(), ${provider}, ${randomUUID()}, ${id}, '{"sub": "x"}', now() + ${since}::interval)`;
    await link('google', '-1 day');
    await link('google', '1 minute');
    await link('email', '1 minute');
    await press(token);
    expect(
      await sql`select provider, created_at < now() as is_old from auth.identities where user_id = ${id} and identity_data ->> 'sub' = 'x' order by 1`,
    ).toEqual([
      { provider: 'email', is_old: false },
      { provider: 'google', is_old: true },
    ]);
  });

  test('pressing would leave a password that works if it were left in place', async () => {
    const { id, token } = await robbed();
    const state = await rehearse(sql, async (by) => {
      const [source] = await by`select pg_get_functiondef('public.answer_account_alert(text)'::regprocedure) as text`;
      await by.unsafe(String(source?.text).replace('set encrypted_password = null', 'set updated_at = now()'));
      await press(token, by);
      return (await by`select encrypted_password from auth.users where id = ${id}`)[0]?.encrypted_password;
    });
    expect(state).toBe('thief');
  });

  test('two presses at once are one recovery mail', async () => {
    const { id, token } = await robbed();
    expect((await outcomes([press(token), press(token)])).sort()).toEqual(['PT410 link_over', 'done']);
    expect(await recoveryMails(id)).toBe(1);
  });

  test('two presses at once would both succeed without the lock of the account', async () => {
    const { token } = await robbed();
    const [lock] = await sql`select pg_get_functiondef('private.lock_account(uuid)'::regprocedure) as text`;
    await sql.unsafe(`
      create or replace function private.lock_account(p_user_id uuid) returns void
      language plpgsql security definer set search_path = '' as 'begin end'`);
    try {
      let late: Promise<unknown> | undefined;
      await sql.begin(async (by) => {
        await press(token, by);
        late = press(token);
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      expect(await outcomes([late as Promise<unknown>])).toEqual(['done']);
    } finally {
      await sql.unsafe(String(lock?.text));
    }
  });

  test('a changed address is put back in account, identity and profile, and the new address gets no alert', async () => {
    const { id, email } = await addOwner();
    const thief = `${randomUUID()}@evil.example`;
    await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, 'email', ${id}, ${id}, ${sql.json({ email, sub: id })})`;
    await sql`update auth.users set email = ${thief} where id = ${id}`;
    await sql`update auth.identities set identity_data = identity_data || ${sql.json({ email: thief })} where user_id = ${id}`;
    const [alert] = await account.alertsOf(id);
    const token = await sendLink(alert?.id ?? 0);
    expect(await press(token)).toMatchObject({ email, is_mailed: true });
    expect(await stateOf(id)).toMatchObject({ email, profile_email: email });
    const [identity] = await sql`select email, identity_data from auth.identities where user_id = ${id}`;
    expect(identity).toEqual({ email, identity_data: { email, sub: id } });
    const alerts = await account.alertsOf(id);
    expect(alerts.map((one) => one.email)).toEqual([email]);
    const [mail] = await db.service`select public.recovery_mail_for_jobs(${alert?.id ?? 0}) as email`;
    expect(mail?.email).toBe(email);
  });

  test('where another account has the old address by now, nothing is mailed and all sessions end', async () => {
    const { id, email } = await addOwner();
    const thief = `${randomUUID()}@evil.example`;
    await sql`update auth.users set email = ${thief} where id = ${id}`;
    const [alert] = await account.alertsOf(id);
    const token = await sendLink(alert?.id ?? 0);
    await addPerson({ email });
    expect(await press(token)).toEqual({ email, is_mailed: false, job_id: null });
    expect(await stateOf(id)).toMatchObject({ email: thief, sessions: 0, password: null });
    expect(await recoveryMails(id)).toBe(0);
  });

  test('a factor that a thief added is deleted, one that the owner had before stays', async () => {
    const { id } = await addOwner();
    const own = await addFactor(id);
    await sql`delete from private.account_alerts where user_id = ${id}`;
    await sql`update auth.users set encrypted_password = 'thief' where id = ${id}`;
    await addFactor(id);
    const [password] = await account.alertsOf(id);
    await press(await sendLink(password?.id ?? 0));
    expect((await sql`select id from auth.mfa_factors where user_id = ${id}`).map((row) => row.id)).toEqual([own]);
    // The notice of the factor has nothing to take back any more.
    const [, factor] = await account.alertsOf(id);
    expect((await db.service`select public.account_alert_for_jobs(${factor?.id ?? 0}) as mail`)[0]?.mail).toBeNull();
  });

  test('a thief who has the address by then gets no link that keeps the owner out', async () => {
    const { id, email } = await addOwner();
    const thief = `${randomUUID()}@evil.example`;
    await sql`update auth.users set email = ${thief} where id = ${id}`;
    await sql`update auth.users set encrypted_password = 'thief' where id = ${id}`;
    const [changed, password] = await account.alertsOf(id);
    expect(password?.email).toBe(thief);
    const [owners, thiefs] = [await sendLink(changed?.id ?? 0), await sendLink(password?.id ?? 0)];
    await press(thiefs);
    expect(await press(owners)).toMatchObject({ email });
    expect(await stateOf(id)).toMatchObject({ email });
    expect(await outcomes([press(thiefs)])).toEqual(['PT410 link_over']);
  });

  test('an earlier link takes a later change of the address back as well', async () => {
    const { id, email, token } = await robbed();
    await sql`update auth.users set email = ${`${randomUUID()}@evil.example`} where id = ${id}`;
    const [, changed] = await account.alertsOf(id);
    const later = await sendLink(changed?.id ?? 0);
    expect(await press(token)).toMatchObject({ email, is_mailed: true });
    expect(await stateOf(id)).toMatchObject({ email });
    expect(await outcomes([press(later)])).toEqual(['PT410 link_over']);
  });

  test('a link works for 7 days, and looking at it changes nothing', async () => {
    const { id, email, token, alertId } = await robbed();
    const before = await stateOf(id);
    const look = () => db.service`select public.look_at_account_alert(${hashOf(token)}) as seen`;
    expect((await look())[0]?.seen).toEqual({ kind: 'password', email });
    expect(await stateOf(id)).toEqual(before);
    await sql`update private.account_alerts set expires_at = expires_at - interval '7 days' where id = ${alertId}`;
    const unknown = db.service`select public.look_at_account_alert(null)`;
    expect(new Set(await outcomes([look(), press(token), press('guess'), unknown]))).toEqual(
      new Set(['PT410 link_over']),
    );
    expect(await stateOf(id)).toEqual(before);
  });

  test('a stored alert gives no working link', async () => {
    const { id, token, alertId } = await robbed();
    const [row] = await sql`select a::text as row, token_hash from private.account_alerts a where id = ${alertId}`;
    expect(row?.row).not.toContain(token);
    // Were the secret itself stored, what stands there would open the account.
    expect(await outcomes([press(row?.token_hash)])).toEqual(['PT410 link_over']);
    await sql`update private.account_alerts set token_hash = ${hashOf(row?.token_hash)} where id = ${alertId}`;
    await press(row?.token_hash);
    expect(await stateOf(id)).toMatchObject({ sessions: 0 });
  });

  test('a job that runs twice sends one e-mail, whose link works', async () => {
    const { token, alertId } = await robbed();
    await sendLink(alertId);
    const mails =
      await sql`select payload ->> 'text' as text from private.outbox where key = ${`account_alert:${alertId}:mail`}`;
    expect(mails.map((mail) => mail.text)).toEqual([token]);
    expect(await press(token)).toMatchObject({ is_mailed: true });
  });
});
