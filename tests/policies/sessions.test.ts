/**
 * A session decides at each statement what its token may do (docs/product/accounts.md#sessions). The assertions run
 * over both data APIs; each is shown to fail where the rule that it is about is removed from the database.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimsOf, createBuilders } from '#tests/kit/builders.ts';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { type ApiName, apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase({ hasAdministrator: false });
const apis = provideFixture(() => openRestApis(db.url));
let builders: ReturnType<typeof createBuilders>;
let mentorId: string;

beforeAll(async () => {
  builders = createBuilders(db.sql);
  mentorId = await db.addMentor();
  await db.sql`insert into public.mentor_private (mentor_id, email) values (${mentorId}, 'mentor@private.example')`;
});

type Claims = Record<string, unknown>;
type Api = (claims: Claims) => Promise<Access>;
/** What a token gets: rows of two tables, and what a function of its own answers. */
type Access = { profiles: number; bookings: number; rpc: number; code: string | null };

const NOTHING = { profiles: 0, bookings: 0 };
const ENDED = { ...NOTHING, rpc: 401, code: 'session_ended' };
const CODE_NEEDED = { ...NOTHING, rpc: 403, code: 'code_needed' };
const EVERYTHING = { profiles: 1, bookings: 1, rpc: 200, code: null };

const apiOf =
  (api: ApiName): Api =>
  async (claims) => {
    const [profiles, bookings, rpc] = [
      await apis.ask(api, claims, '/profiles?select=id'),
      await apis.ask(api, claims, '/bookings?select=id'),
      await apis.call(api, claims, 'my_session_refunds'),
    ];
    const code = rpc.status === 200 ? null : rpc.body.message;
    return { profiles: profiles.body.length, bookings: bookings.body.length, rpc: rpc.status, code };
  };

async function addFounder(): Promise<{ id: string; claims: Claims }> {
  const { id } = await builders.addPerson();
  await builders.addBooking(id, { mentorId, status: 'cancelled' });
  return { id, claims: claimsOf(id) };
}

async function addAdministrator(): Promise<{ id: string; claims: Claims }> {
  const { id } = await builders.addPerson({ isAdministrator: true });
  return { id, claims: claimsOf(id) };
}

/** Runs `check` while a function of the database has another body; it must fail then. */
async function expectNoticed(functionName: string, change: (source: string) => string, check: () => Promise<unknown>) {
  const [row] = await db.sql<{ source: string }[]>`
    select pg_get_functiondef(${functionName}::regproc) as source`;
  const source = row?.source ?? '';
  const changed = change(source);
  expect(changed).not.toBe(source);
  await db.sql.unsafe(changed);
  try {
    await expect(check()).rejects.toThrow();
  } finally {
    await db.sql.unsafe(source);
  }
}

const CLAIM_ALONE = () => `
  create or replace function private.signed_in_user() returns uuid
  language sql stable security definer set search_path = '' as 'select auth.uid()'`;

describe.each(apiNames)('%s', (api) => {
  const ask = apiOf(api);

  test(`after a sign-out the old access token reads and calls nothing (${api})`, async () => {
    const { id, claims } = await addFounder();
    expect(await ask(claims)).toEqual(EVERYTHING);
    await db.sql`delete from auth.sessions where id = ${id}`;
    const check = async () => expect(await ask(claims)).toEqual(ENDED);
    await check();
    await expectNoticed('private.signed_in_user', CLAIM_ALONE, check);
  });

  test(`a session that is over has ended (${api})`, async () => {
    const { id, claims } = await addFounder();
    await db.sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${id}`;
    const check = async () => expect(await ask(claims)).toEqual(ENDED);
    await check();
    await expectNoticed(
      'private.signed_in_user',
      (source) => source.replace('(s.not_after is null or s.not_after > now())', 'true'),
      check,
    );
  });

  test(`a token without a session, or with another person's, reads nothing (${api})`, async () => {
    const { id } = await addFounder();
    const other = await addFounder();
    const { session_id: _, ...without } = claimsOf(id);
    expect(await ask(without)).toEqual(ENDED);
    const check = async () => expect(await ask(claimsOf(id, { sessionId: other.id }))).toEqual(ENDED);
    await check();
    await expectNoticed(
      'private.signed_in_user',
      (source) => source.replace('and s.user_id = v_user', '').replace('select s.user_id', 'select v_user'),
      check,
    );
  });

  test(`with two-step sign-in on, a token before the code reads nothing of its own (${api})`, async () => {
    const { id, claims } = await addFounder();
    await builders.addFactor(id);
    const check = async () => expect(await ask(claims)).toEqual(CODE_NEEDED);
    await check();
    await expectNoticed('private.signed_in_user', (source) => source.replace("f.status = 'verified'", 'false'), check);
  });

  test(`a token copied before the code stays without rights after its session passed the second step (${api})`, async () => {
    const { id, claims } = await addFounder();
    await builders.addFactor(id);
    await db.sql`update auth.sessions set aal = 'aal2' where id = ${id}`;
    expect(await ask(claimsOf(id, { aal: 'aal2' }))).toEqual(EVERYTHING);
    const check = async () => expect(await ask(claims)).toEqual(CODE_NEEDED);
    await check();
    await expectNoticed(
      'private.signed_in_user',
      (source) => source.replace("auth.jwt() ->> 'aal' = 'aal2' and", ''),
      check,
    );
  });

  test(`an administrator's stale token reads no mentor's address and decides on no booking (${api})`, async () => {
    const { id, claims } = await addAdministrator();
    const founder = await builders.addPerson();
    const booking = await builders.addBooking(founder.id);
    const read = () => apis.ask(api, claims, '/mentor_private?select=email');
    const approve = () =>
      apis.ask(api, claims, `/bookings?id=eq.${booking.id}`, {
        method: 'PATCH',
        body: JSON.stringify({ status: 'confirmed' }),
        headers: { prefer: 'return=representation' },
      });
    expect((await read()).body).toEqual([{ email: 'mentor@private.example' }]);
    await db.sql`delete from auth.sessions where id = ${id}`;
    const check = async () => {
      expect((await read()).body).toEqual([]);
      expect((await approve()).body).toEqual([]);
      expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({
        status: 401,
        body: { message: 'session_ended' },
      });
    };
    await check();
    await expectNoticed(
      'private.admin_state',
      (source) =>
        source
          .replace(
            'from auth.sessions s',
            'from (select u.id as user_id, now() as created_at, null as aal from auth.users u) s',
          )
          .replace('s.id = v_session and ', '')
          .replace(/and \(s\.not_after is null or s\.not_after > now\(\)\)/, ''),
      check,
    );
  });

  test(`where two-step sign-in is required, an administrator without it is kept out (${api})`, async () => {
    const { claims } = await addAdministrator();
    const set = (value: string) => db.sql`update private.security_settings set admin_two_step = ${value}`;
    await set('required');
    const check = async () => {
      expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({
        status: 403,
        body: { message: 'set_up_needed' },
      });
      expect((await apis.ask(api, claims, '/mentor_private?select=email')).body).toEqual([]);
      expect((await apis.call(api, claims, 'my_account_state')).body).toMatchObject({
        is_signed_in: true,
        admin_state: 'set_up_needed',
      });
    };
    try {
      await check();
      await expectNoticed('private.admin_state', (source) => source.replace("= 'required'", "= 'never'"), check);
    } finally {
      await set('optional');
    }
    expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({ status: 200 });
  });

  test(`an administrator's session lasts 12 hours (${api})`, async () => {
    const { id, claims } = await addAdministrator();
    const age = (minutes: number) =>
      db.sql`update auth.sessions set created_at = now() - ${minutes} * interval '1 minute' where id = ${id}`;
    await age(11 * 60 + 59);
    expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({ status: 200 });
    await age(12 * 60 + 1);
    const check = async () =>
      expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({
        status: 401,
        body: { message: 'sign_in_again' },
      });
    await check();
    // A founder's own pages stay open for them.
    expect((await apis.call(api, claims, 'my_account_state')).body).toMatchObject({ is_signed_in: true });
    await expectNoticed(
      'private.admin_state',
      (source) => source.replace("interval '12 hours'", "interval '1 day'"),
      check,
    );
  });

  test(`taking the flag away ends an administrator's rights with the next request, at aal2 too (${api})`, async () => {
    const { id } = await addAdministrator();
    await builders.addFactor(id);
    await db.sql`update auth.sessions set aal = 'aal2' where id = ${id}`;
    const claims = { ...claimsOf(id, { aal: 'aal2' }), app_metadata: { is_admin: true } };
    expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({ status: 200 });
    await db.sql`update public.profiles set is_admin = false where id = ${id}`;
    const check = async () =>
      expect(await apis.call(api, claims, 'booking_counts')).toMatchObject({
        status: 403,
        body: { message: 'admin_only' },
      });
    await check();
    await expectNoticed(
      'private.admin_state',
      (source) => source.replace('p.is_admin,', "(auth.jwt() -> 'app_metadata' -> 'is_admin')::boolean,"),
      check,
    );
  });
});

test("an administrator's stale token uploads no file", async () => {
  const { id } = await addAdministrator();
  const upload = () =>
    db.as(
      id,
    )`insert into storage.objects (bucket_id, name) values ('video_testimonials', ${`1764000000000-${randomUUID()}.mp4`})`;
  await upload();
  await db.sql`delete from auth.sessions where id = ${id}`;
  await expect(upload()).rejects.toMatchObject({ code: '42501' });
});

test('a proof is a session of the last five minutes, or one confirmed in them, after the second step', async () => {
  const { id } = await builders.addPerson();
  const hasProof = async () => {
    const [row] = await db.sql`
      select private.session_has_proof(${id}) as session, private.account_has_proof(${id}) as account`;
    expect(row?.account).toBe(row?.session);
    return row?.session;
  };
  expect(await hasProof()).toBe(true);
  await db.sql`update auth.sessions set created_at = now() - interval '5 minutes 1 second' where id = ${id}`;
  expect(await hasProof()).toBe(false);
  await db.sql`insert into private.identity_proofs (session_id, user_id) values (${id}, ${id})`;
  expect(await hasProof()).toBe(true);
  await builders.addFactor(id);
  expect(await hasProof()).toBe(false);
  await db.sql`update auth.sessions set aal = 'aal2' where id = ${id}`;
  expect(await hasProof()).toBe(true);
  await db.sql`update private.identity_proofs set confirmed_at = now() - interval '5 minutes 1 second'`;
  expect(await hasProof()).toBe(false);
});

test('access is decided by the session, not by the token: auth.uid() stands only where it is named here', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and pg_get_functiondef(p.oid) like '%auth.uid()%' and p.prokind = 'f'
    union all
    select polname from pg_policy p
    where coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
      like '%uid()%'
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual([
    'admin_state',
    'end_all_sessions',
    'has_live_session',
    'my_account_state',
    'open_closed_account',
    'record_act',
    'record_audit',
    'record_hours',
    'record_read',
    'record_settings',
    'redact_audit',
    'require_admin',
    'require_signed_in',
    'signed_in_user',
    'use_recovery_code',
  ]);
});

test('a session that does not exist has no state of an account', async () => {
  for (const api of apiNames) {
    const { body } = await apis.call(api, claimsOf(randomUUID()), 'my_account_state');
    expect(body).toEqual({
      user_id: null,
      is_signed_in: false,
      is_code_needed: false,
      is_two_step_on: false,
      admin_state: 'not_admin',
      has_password: false,
      must_change_password: false,
      is_mentor: false,
    });
  }
});
