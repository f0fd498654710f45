import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { createBuilders } from '#tests/kit/builders.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, PUBLISHABLE_KEY, request, SITE_URL } from '#tests/kit/lite-backends.ts';
import { claimsIn, openSessionFixture, type Session, sessionIn } from '#tests/kit/session-fixtures.ts';
import { purgeFactors } from './factors.ts';
import { createSeal } from './sealing.ts';

const auth = provideFixture(() => openSessionFixture());

/** The code that an app shows; `steps` half minutes later. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  // These two would change sides if the next half minute began before they arrive.
  const left = 30_000 - (Date.now() % 30_000);
  if ((steps === -1 || steps === 2) && left < 6_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

/** As if the codes that were entered had been of an earlier time. */
const forgetUsedCodes = () => auth.database.sql`delete from lite_host.used_codes`;

const ADDRESS = '198.51.100.250';

async function enroll(session: Session, name = 'Phone') {
  const body = { factor_type: 'totp', friendly_name: name };
  const answer = await auth.ask('/auth/v1/factors', session.access_token, { method: 'POST', body });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; totp: { secret: string; uri: string; qr_code: string } };
}

async function challenge(session: Session, factorId: string, peerAddress = ADDRESS): Promise<string> {
  const path = `/auth/v1/factors/${factorId}/challenge`;
  const answer = await auth.ask(path, session.access_token, { method: 'POST', body: {}, peerAddress });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

async function enter(session: Session, factorId: string, code: string, peerAddress = ADDRESS): Promise<Response> {
  const body = { challenge_id: await challenge(session, factorId, peerAddress), code };
  return auth.ask(`/auth/v1/factors/${factorId}/verify`, session.access_token, { method: 'POST', body, peerAddress });
}

const remove = (session: Session, factorId: string) =>
  auth.ask(`/auth/v1/factors/${factorId}`, session.access_token, { method: 'DELETE' });

/** Turns two-step sign-in on: the session that passed it, the factor and its secret. */
async function turnOn(email: string, name = 'Phone') {
  const session = await auth.signIn(email);
  const { id, totp } = await enroll(session, name);
  const answer = await enter(session, id, await codeOf(totp.secret));
  expect(answer.status).toBe(200);
  await forgetUsedCodes();
  return { factorId: id, secret: totp.secret, session: (await answer.json()) as Session, before: session };
}

/** How many profiles and bookings a token reads: its own, or none. */
async function rowsRead(accessToken: string): Promise<[number, number]> {
  const count = async (table: string) =>
    ((await (await auth.ask(`/rest/v1/${table}?select=id`, accessToken)).json()) as unknown[]).length;
  return [await count('profiles'), await count('bookings')];
}

const addBooking = (session: Session) => createBuilders(auth.database.sql).addBooking(session.user.id);

async function sessionRow(sessionId: string) {
  const [row] = await auth.database.sql`select aal, factor_id from auth.sessions where id = ${sessionId}`;
  return row && { ...row };
}

/** Runs `act` with a protection removed from the database: a function as `change` rewrites it. */
async function without(name: string, change: (body: string) => string, act: () => Promise<void>) {
  const { sql } = auth.database;
  const [row] = await sql<{ body: string }[]>`select pg_get_functiondef(${name}::regprocedure) as body`;
  const body = row?.body ?? '';
  const changed = change(body);
  expect(changed).not.toBe(body);
  await sql.unsafe(changed);
  try {
    await act();
  } finally {
    await sql.unsafe(body);
  }
}

let email: string;
beforeEach(async () => {
  // All tests ask from one address.
  await auth.database.sql`delete from lite_host.rate_limits`;
  email = await auth.addAccount();
});

describe('with the real client', () => {
  function openClient(): SupabaseClient {
    const send = (input: RequestInfo | URL, init?: RequestInit) =>
      auth.backend.fetch(new Request(input, init), { peerAddress: ADDRESS });
    return createClient(SITE_URL, PUBLISHABLE_KEY, { global: { fetch: send }, auth: { autoRefreshToken: false } });
  }

  async function openSignedIn() {
    const client = openClient();
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    return client;
  }

  const levels = async (client: SupabaseClient) => {
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    return [data?.currentLevel, data?.nextLevel, data?.currentAuthenticationMethods.map((one) => Object(one).method)];
  };

  test('a founder turns two-step sign-in on, signs in with a code, and turns it off', async () => {
    const client = await openSignedIn();
    const other = await openSignedIn();
    expect(await levels(client)).toEqual(['aal1', 'aal1', ['password']]);
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Point 0' });
    expect(enrolled.error).toBeNull();
    const factor = enrolled.data;
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    expect(factor?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
    expect(factor?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(factor?.totp.uri ?? '');
    expect([uri.host, decodeURIComponent(uri.pathname)]).toEqual(['totp', `/Point 0:${email}`]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Point 0',
      secret: factor?.totp.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    const { id = '', totp } = factor ?? {};
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ id, status: 'unverified' }]);

    const challenged = await client.auth.mfa.challenge({ factorId: id });
    expect(challenged.data).toMatchObject({ type: 'totp' });
    expect(Math.abs(Number(challenged.data?.expires_at) - Date.now() / 1000 - 300)).toBeLessThan(10);
    const sessionBefore = claimsIn((await client.auth.getSession()).data.session?.access_token ?? '').session_id;
    const challengeId = challenged.data?.id ?? '';
    const verified = await client.auth.mfa.verify({
      factorId: id,
      challengeId,
      code: await codeOf(totp?.secret ?? ''),
    });
    expect(verified.error).toBeNull();
    expect(await levels(client)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
    expect(claimsIn(verified.data?.access_token ?? '').session_id).toBe(sessionBefore);
    expect(await sessionRow(sessionBefore)).toEqual({ aal: 'aal2', factor_id: id });
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id, friendly_name: 'Phone' }]);
    // As Auth: sessions that were open without the code end.
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.from('profiles').select('id')).data).toHaveLength(1);

    await forgetUsedCodes();
    const phone = await openSignedIn();
    expect(await levels(phone)).toEqual(['aal1', 'aal2', ['password']]);
    expect((await phone.from('profiles').select('id')).data).toEqual([]);
    const code = await codeOf(totp?.secret ?? '');
    expect((await phone.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
    expect(await levels(phone)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
    expect((await phone.from('profiles').select('id')).data).toHaveLength(1);
    expect((await phone.auth.refreshSession()).error).toBeNull();
    expect(await levels(phone)).toEqual(['aal2', 'aal2', ['totp', 'password']]);
    // A session that passed the step itself is not ended by another's.
    expect((await client.auth.getUser()).error).toBeNull();
    // What is changed beside the factors does not make the client forget them.
    expect((await phone.auth.updateUser({ data: { name: 'Asha' } })).error).toBeNull();
    expect(await levels(phone)).toEqual(['aal2', 'aal2', ['totp', 'password']]);

    expect((await phone.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    await phone.auth.refreshSession();
    expect(await levels(phone)).toEqual(['aal1', 'aal1', ['password']]);
    expect((await phone.from('profiles').select('id')).data).toHaveLength(1);
    expect((await phone.auth.getUser()).data.user).not.toHaveProperty('factors');
  });

  test('the library by itself has no second step', async () => {
    const body = { factor_type: 'totp' };
    const headers = { authorization: `Bearer ${(await auth.signIn(email)).access_token}` };
    expect((await auth.library.fetch(request('/auth/v1/factors', { body, headers }))).status).toBe(404);
  });
});

describe('before the code', () => {
  test('a session without it reads nothing of its own (must hold 5)', async () => {
    const { session } = await turnOn(email);
    await addBooking(session);
    expect(await rowsRead(session.access_token)).toEqual([1, 1]);
    const second = await auth.signIn(email);
    expect(claimsIn(second.access_token).aal).toBe('aal1');
    expect(await rowsRead(second.access_token)).toEqual([0, 0]);
    const removed = (body: string) => body.replace("f.status = 'verified'", 'false');
    await without('private.signed_in_user()', removed, async () => {
      expect(await rowsRead(second.access_token)).toEqual([1, 1]);
    });
  });

  test('a token that was copied before the code stays without rights (must hold 6)', async () => {
    const { session, before } = await turnOn(email);
    await addBooking(session);
    expect(sessionIn(before)).toBe(sessionIn(session));
    expect(await rowsRead(before.access_token)).toEqual([0, 0]);
    expect(await outcome(remove(before, (await factorsOf(email))[0]?.id ?? ''))).toEqual([422, 'insufficient_aal']);
    const removed = (body: string) => body.replace("auth.jwt() ->> 'aal' = 'aal2' and ", '');
    await without('private.signed_in_user()', removed, async () => {
      expect(await rowsRead(before.access_token)).toEqual([1, 1]);
    });
  });

  test('a refresh token that was copied before the code gives nothing, and ends nothing', async () => {
    const { session, before } = await turnOn(email);
    expect(await outcome(auth.refresh(before.refresh_token))).toEqual([400, 'refresh_token_not_found']);
    expect(claimsIn((await auth.refreshed(session.refresh_token)).access_token).aal).toBe('aal2');
  });

  test('recovery does not go around it (must hold 23)', async () => {
    await addBooking((await turnOn(email)).session);
    await auth.post('/recover', { email });
    const mail = (await auth.mailsTo(email)).at(-1);
    const token_hash = decodeURIComponent(/token_hash=([^&\s"]+)/.exec(mail?.text ?? '')?.[1] ?? '');
    const session = (await (await auth.post('/verify', { type: 'recovery', token_hash })).json()) as Session;
    expect(session.user.factors).toMatchObject([{ status: 'verified', friendly_name: 'Phone' }]);
    for (const { access_token } of [session, await auth.refreshed(session.refresh_token)]) {
      expect(claimsIn(access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'recovery' }] });
      expect(await rowsRead(access_token)).toEqual([0, 0]);
    }
    const counted = (body: string) =>
      body.replace("auth.jwt() ->> 'aal' = 'aal2' and s.aal = 'aal2'", "auth.jwt() -> 'amr' <> '[]'::jsonb");
    await without('private.signed_in_user()', counted, async () => {
      expect(await rowsRead(session.access_token)).toEqual([1, 1]);
    });
  });
});

const factorsOf = (address: string) => auth.database.sql<{ id: string; status: string; secret: string }[]>`
  select f.id, f.status::text, f.secret from auth.mfa_factors f join auth.users u on u.id = f.user_id
  where u.email = ${address} order by f.created_at`;

describe('codes', () => {
  const failed = [422, 'mfa_verification_failed'];

  test('a code works once (must hold 21)', async () => {
    const { factorId, secret } = await turnOn(email);
    const code = await codeOf(secret);
    expect((await enter(await auth.signIn(email), factorId, code)).status).toBe(200);
    const second = await auth.signIn(email);
    expect(await outcome(enter(second, factorId, code))).toEqual(failed);
    // Without the stored step it would work again.
    await forgetUsedCodes();
    expect((await enter(second, factorId, code)).status).toBe(200);
  });

  test('of two parallel requests with one code one succeeds (must hold 21)', async () => {
    const { factorId, secret } = await turnOn(email);
    const session = await auth.signIn(email);
    const ids = [await challenge(session, factorId), await challenge(session, factorId)];
    const code = await codeOf(secret);
    const path = `/auth/v1/factors/${factorId}/verify`;
    const answers = await Promise.all(
      ids.map((challenge_id) =>
        auth.ask(path, session.access_token, { method: 'POST', body: { challenge_id, code }, peerAddress: ADDRESS }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });

  test.each([
    [-2, 422],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 422],
  ])('a code of %i steps from now is answered with %i (must hold 21)', async (steps, status) => {
    const { factorId, secret } = await turnOn(email);
    expect((await enter(await auth.signIn(email), factorId, await codeOf(secret, steps))).status).toBe(status);
  });

  test('after a code, an earlier one that nobody used is refused as well', async () => {
    const { factorId, secret } = await turnOn(email);
    expect((await enter(await auth.signIn(email), factorId, await codeOf(secret, 1))).status).toBe(200);
    expect(await outcome(enter(await auth.signIn(email), factorId, await codeOf(secret)))).toEqual(failed);
  });

  test('five wrong codes in five minutes refuse even the right one for fifteen', async () => {
    const { factorId, secret } = await turnOn(email);
    const session = await auth.signIn(email);
    const right = await codeOf(secret);
    const wrong = right === '000000' ? '000001' : '000000';
    const pass = (minutes: number) => auth.database.sql`
      update lite_host.wrong_codes set locked_until = locked_until - make_interval(mins => ${minutes}),
        entered_at = array(select e - make_interval(mins => ${minutes}) from unnest(entered_at) e)`;
    const locked = [429, 'over_request_rate_limit'];

    for (let count = 0; count < 4; count += 1) expect(await outcome(enter(session, factorId, wrong))).toEqual(failed);
    await pass(6);
    expect(await outcome(enter(session, factorId, wrong))).toEqual(failed);
    for (let count = 0; count < 4; count += 1) expect(await outcome(enter(session, factorId, wrong))).toEqual(failed);
    expect(await outcome(enter(session, factorId, right))).toEqual(locked);
    // From another session and another address as well.
    expect(await outcome(enter(await auth.signIn(email), factorId, right, '203.0.113.9'))).toEqual(locked);
    // Another account is free.
    const other = await turnOn(await auth.addAccount());
    expect(other.session.access_token).toMatch(/^ey/);
    await pass(14);
    expect(await outcome(enter(session, factorId, await codeOf(secret)))).toEqual(locked);
    await pass(1);
    expect((await enter(session, factorId, await codeOf(secret))).status).toBe(200);
    expect(await auth.database.sql`select from lite_host.wrong_codes where user_id = ${session.user.id}`).toHaveLength(
      0,
    );
  });

  test('twenty parallel wrong codes are counted one by one', async () => {
    const { factorId, secret } = await turnOn(email);
    const session = await auth.signIn(email);
    const id = await challenge(session, factorId);
    const right = await codeOf(secret);
    const body = { challenge_id: id, code: right === '000000' ? '000001' : '000000' };
    const path = `/auth/v1/factors/${factorId}/verify`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        auth.ask(path, session.access_token, { method: 'POST', body, peerAddress: ADDRESS }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
  });

  test('secrets are encrypted in the database', async () => {
    const { factorId, secret } = await turnOn(email);
    const [row] = await factorsOf(email);
    expect(row?.secret).not.toContain(secret);
    const seal = createSeal(JWT_SECRET, 'secrets of authenticator apps');
    expect(seal.open(row?.secret ?? '', factorId)).toBe(secret);
  });
});

describe('challenges', () => {
  let session: Session;
  let factorId: string;
  let secret: string;
  beforeEach(async () => {
    ({ factorId, secret } = await turnOn(email));
    session = await auth.signIn(email);
  });

  const verify = async (challenge_id: unknown, peerAddress = ADDRESS) => {
    const body = { challenge_id, code: await codeOf(secret) };
    return outcome(
      auth.ask(`/auth/v1/factors/${factorId}/verify`, session.access_token, { method: 'POST', body, peerAddress }),
    );
  };

  test('one lives five minutes', async () => {
    const id = await challenge(session, factorId);
    await auth.database.sql`
      update auth.mfa_challenges set created_at = now() - interval '5 minutes 1 second' where id = ${id}`;
    expect(await verify(id)).toEqual([422, 'mfa_challenge_expired']);
  });

  test('twenty at once are all made, and none waits for another for ever', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => challenge(session, factorId)));
    expect(new Set(made).size).toBe(20);
  });

  test('one is answered from the address that asked for it, once', async () => {
    const id = await challenge(session, factorId);
    expect(await verify(id, '203.0.113.5')).toEqual([422, 'mfa_ip_address_mismatch']);
    expect(await verify(id)).toEqual([200, undefined]);
    await forgetUsedCodes();
    expect(await verify(id)).toEqual([422, 'mfa_ip_address_mismatch']);
  });

  test('an invented one, and another factor’s, are unknown', async () => {
    const other = await turnOn(await auth.addAccount());
    const theirs = await challenge(other.session, other.factorId);
    for (const id of [theirs, '00000000-0000-4000-8000-000000000000', 'x', undefined]) {
      expect(await verify(id)).toEqual([422, 'mfa_factor_not_found']);
    }
    expect(await verify(7)).toEqual([400, 'bad_json']);
  });

  test('another person’s factor, an invented one and no id are not found', async () => {
    const other = await turnOn(await auth.addAccount());
    for (const [id, code] of [
      [other.factorId, 'mfa_factor_not_found'],
      ['00000000-0000-4000-8000-000000000000', 'mfa_factor_not_found'],
      ['x', 'validation_failed'],
    ]) {
      const ask = (path: string, method = 'POST') =>
        outcome(auth.ask(`/auth/v1/factors/${id}${path}`, session.access_token, { method, body: { code: '1' } }));
      expect(await ask('/challenge')).toEqual([404, code]);
      expect(await ask('/verify')).toEqual([404, code]);
      expect(await ask('', 'DELETE')).toEqual([404, code]);
    }
    expect(await factorsOf(other.session.user.email)).toHaveLength(1);
  });
});

describe('setting up', () => {
  const ask = (session: Session, body: object) =>
    outcome(auth.ask('/auth/v1/factors', session.access_token, { method: 'POST', body }));
  const totp = (name: string) => ({ factor_type: 'totp', friendly_name: name });
  /** As if the session had been made this many minutes ago. */
  const age = (session: Session, minutes: number) => auth.database.sql`
    update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where id = ${sessionIn(session)}`;
  const proof = [403, 'reauthentication_needed'];

  test('the first factor needs a session that was just made or confirmed', async () => {
    const session = await auth.signIn(email);
    await age(session, 6);
    expect(await ask(session, totp('Phone'))).toEqual(proof);
    // Another session's confirmation does not count.
    const other = await auth.signIn(email);
    await auth.database.sql`
      insert into private.identity_proofs (session_id, user_id) values (${sessionIn(other)}, ${session.user.id})`;
    expect(await ask(session, totp('Phone'))).toEqual(proof);
    await auth.database.sql`
      insert into private.identity_proofs (session_id, user_id) values (${sessionIn(session)}, ${session.user.id})`;
    expect(await ask(session, totp('Phone'))).toEqual([200, undefined]);
  });

  test('a further one needs a session that passed the code', async () => {
    const { session } = await turnOn(email);
    const without = await auth.signIn(email);
    expect(await ask(without, totp('Tablet'))).toEqual([403, 'insufficient_aal']);
    const { id, totp: made } = await enroll(session, 'Tablet');
    // Nor does a device that is being added give the level to a session that has not passed the code.
    const code = await codeOf(made.secret);
    expect(await outcome(enter(without, id, code))).toEqual([403, 'insufficient_aal']);
    expect(await outcome(enter(session, id, code))).toEqual([200, undefined]);
  });

  test('names are told apart, and three factors are enough', async () => {
    const { session } = await turnOn(email);
    expect(await ask(session, totp('Phone'))).toEqual([422, 'mfa_factor_name_conflict']);
    expect(await ask(session, totp('Tablet'))).toEqual([200, undefined]);
    expect(await ask(session, totp('Laptop'))).toEqual([200, undefined]);
    expect(await ask(session, totp('Watch'))).toEqual([422, 'too_many_enrolled_mfa_factors']);
  });

  test('four parallel requests make three', async () => {
    const session = await auth.signIn(email);
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => ask(session, totp(name))));
    expect(answers.map(([status]) => status).sort()).toEqual([200, 200, 200, 422]);
  });

  test.each([
    ['no type', {}, 400, 'validation_failed'],
    ['a phone', { factor_type: 'phone', phone: '911' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['a key', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['a number for a name', { factor_type: 'totp', friendly_name: 1 }, 400, 'bad_json'],
    ['a long name', totp('x'.repeat(41)), 400, 'validation_failed'],
    ['a long issuer', { ...totp('Phone'), issuer: 'x'.repeat(65) }, 400, 'validation_failed'],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await ask(await auth.signIn(email), body)).toEqual([status, code]);
  });

  test('without a live session there is nothing to set up', async () => {
    const session = await auth.signIn(email);
    await auth.database.sql`delete from auth.sessions where id = ${sessionIn(session)}`;
    expect(await ask(session, totp('Phone'))).toEqual([403, 'session_not_found']);
    expect(await outcome(auth.post('/factors', totp('Phone')))).toEqual([401, 'no_authorization']);
    const over = await auth.signIn(email);
    await auth.database.sql`update auth.sessions set not_after = now() where id = ${sessionIn(over)}`;
    expect(await ask(over, totp('Phone'))).toEqual([403, 'session_not_found']);
  });

  test('what was begun and not finished goes with the first code, or after a day', async () => {
    const session = await auth.signIn(email);
    await enroll(session, 'Tablet');
    const { id, totp: made } = await enroll(session, 'Phone');
    expect((await enter(session, id, await codeOf(made.secret))).status).toBe(200);
    expect(await factorsOf(email)).toMatchObject([{ id, status: 'verified' }]);

    const other = await auth.addAccount();
    await enroll(await auth.signIn(other), 'Phone');
    const age = (hours: number) => auth.database.sql`
      update auth.mfa_factors set created_at = now() - make_interval(hours => ${hours})`;
    await age(23);
    await purgeFactors(auth.database.sql);
    expect(await factorsOf(other)).toHaveLength(1);
    await age(25);
    await purgeFactors(auth.database.sql);
    expect(await factorsOf(other)).toHaveLength(0);
    expect(await factorsOf(email)).toHaveLength(1);
  });

  test('other methods are not allowed, and other routes do not exist', async () => {
    const session = await auth.signIn(email);
    const status = async (path: string, method: string) =>
      (await auth.ask(`/auth/v1/factors${path}`, session.access_token, { method })).status;
    expect(await status('', 'GET')).toBe(405);
    expect(await status('/x', 'POST')).toBe(405);
    expect(await status('/x/verify', 'DELETE')).toBe(405);
    expect(await status('/x/qr', 'POST')).toBe(404);
    expect(await status('/x/verify/y', 'POST')).toBe(404);
  });

  test('entering codes is limited for an address too', async () => {
    const session = await auth.signIn(email);
    const asked = { method: 'POST', body: { code: '1' }, peerAddress: '203.0.113.77' };
    const path = '/auth/v1/factors/00000000-0000-4000-8000-000000000000/verify';
    const statuses = await Promise.all(Array.from({ length: 31 }, () => auth.ask(path, session.access_token, asked)));
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('turning off', () => {
  const age = (session: Session, minutes: number) => auth.database.sql`
    update auth.sessions set created_at = now() - make_interval(mins => ${minutes}) where id = ${sessionIn(session)}`;

  test('a verified factor needs the code and a proof, another one neither', async () => {
    const { session, factorId } = await turnOn(email);
    const unfinished = await enroll(session, 'Tablet');
    await age(session, 6);
    expect(await outcome(remove(await auth.signIn(email), factorId))).toEqual([422, 'insufficient_aal']);
    expect(await outcome(remove(session, factorId))).toEqual([403, 'reauthentication_needed']);
    expect((await remove(session, unfinished.id)).status).toBe(200);
    await auth.database.sql`
      insert into private.identity_proofs (session_id, user_id) values (${sessionIn(session)}, ${session.user.id})`;
    expect((await remove(session, factorId)).status).toBe(200);
    expect(await factorsOf(email)).toHaveLength(0);
  });

  test('sessions that passed its code fall back, those of another factor do not', async () => {
    const { session, factorId } = await turnOn(email);
    const tablet = await enroll(session, 'Tablet');
    const second = (await (await enter(session, tablet.id, await codeOf(tablet.totp.secret))).json()) as Session;
    const first = await auth.signIn(email);
    const raised = (await (
      await enter(first, factorId, await codeOf((await secretOf(factorId)) ?? ''))
    ).json()) as Session;
    expect((await remove(second, factorId)).status).toBe(200);
    expect(await sessionRow(sessionIn(raised))).toEqual({ aal: 'aal1', factor_id: null });
    expect(await sessionRow(sessionIn(second))).toEqual({ aal: 'aal2', factor_id: tablet.id });
    expect(claimsIn((await auth.refreshed(raised.refresh_token)).access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(await rowsRead(raised.access_token)).toEqual([0, 0]);
    expect(await rowsRead(second.access_token)).toEqual([1, 0]);
  });

  async function secretOf(factorId: string) {
    const [row] = await auth.database.sql`select secret from auth.mfa_factors where id = ${factorId}`;
    return createSeal(JWT_SECRET, 'secrets of authenticator apps').open(row?.secret, factorId);
  }

  describe('for administrators', () => {
    const askAdministrators = (state: 'required' | 'optional') => auth.database.sql`
      update private.security_settings set admin_two_step = ${state}`;
    const promote = () => auth.database.sql`update public.profiles set is_admin = true where email = ${email}`;

    test('is refused while it is required, but for a move to another device', async () => {
      const { session, factorId } = await turnOn(email);
      await promote();
      await askAdministrators('required');
      try {
        const answer = await remove(session, factorId);
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({
          msg: 'Administrators cannot turn two-step sign-in off. You can move it to another device.',
        });
        await expect(auth.database.sql`delete from auth.mfa_factors where id = ${factorId}`).rejects.toMatchObject({
          code: 'PT403',
          message: 'two_step_required',
        });
        const tablet = await enroll(session, 'Tablet');
        const moved = (await (await enter(session, tablet.id, await codeOf(tablet.totp.secret))).json()) as Session;
        expect((await remove(moved, factorId)).status).toBe(200);
        expect((await remove(moved, tablet.id)).status).toBe(403);
      } finally {
        await askAdministrators('optional');
      }
      // As the negative control: where it is not required, nothing is refused.
      const [left] = await factorsOf(email);
      await auth.database.sql`delete from auth.mfa_factors where id = ${left?.id ?? ''}`;
    });

    test('the database lets a reset pass, and the account’s own deletion', async () => {
      await turnOn(email);
      await promote();
      await askAdministrators('required');
      try {
        await auth.database.sql.begin(async (sql) => {
          await sql`select set_config('point0.factor_reset', 'on', true)`;
          await sql`delete from auth.mfa_factors f using auth.users u where u.id = f.user_id and u.email = ${email}`;
        });
        expect(await factorsOf(email)).toHaveLength(0);
        await turnOn(email);
        await auth.database.sql`delete from auth.users where email = ${email}`;
        expect(await factorsOf(email)).toHaveLength(0);
      } finally {
        await askAdministrators('optional');
      }
    });

    test('two factors that are removed at once leave one', async () => {
      const { session } = await turnOn(email);
      const tablet = await enroll(session, 'Tablet');
      expect((await enter(session, tablet.id, await codeOf(tablet.totp.secret))).status).toBe(200);
      await promote();
      await askAdministrators('required');
      try {
        const ids = (await factorsOf(email)).map(({ id }) => id);
        const { sql } = auth.database;
        const removals = await Promise.allSettled(ids.map((id) => sql`delete from auth.mfa_factors where id = ${id}`));
        expect(removals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        await expect(sql`delete from auth.mfa_factors where user_id = ${session.user.id}`).rejects.toThrow();
        expect(await factorsOf(email)).toHaveLength(1);
      } finally {
        await askAdministrators('optional');
      }
    });
  });
});
