/** Devices, name and notifications of one's own account (docs/product/accounts.md#account-page). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { rehearse } from '#tests/kit/personas.ts';

const db = provideDatabase();
const account = openAccountFixture(db.sql);
const { addPerson, addSession, inSession } = account;

const endSession = (userId: string, session: string) =>
  inSession(userId, async (by) => {
    const [row] = await by`select public.end_session(${session}) as answer`;
    return row?.answer;
  });
const changeName = (userId: string, name: string | null) =>
  inSession(userId, (by) => by`select public.change_my_name(${name})`);
const nameOf = async (userId: string) =>
  (await db.sql`select name from public.profiles where id = ${userId}`)[0]?.name as string;

describe('signed-in devices', () => {
  test('my_sessions shows the caller’s own live sessions with browser and network, this device first', async () => {
    const { id } = await addPerson();
    const phone = await addSession(id, { userAgent: 'Phone', ip: '203.0.113.77' });
    await db.sql`update auth.sessions set refreshed_at = now() at time zone 'UTC' + interval '1 minute' where id = ${phone}`;
    const tablet = await addSession(id, { userAgent: 'Tablet', ip: '2001:db8:1:2::9' });
    await account.passSecondStep(tablet);
    const over = await addSession(id);
    await db.sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${over}`;
    await addSession((await addPerson()).id);
    const rows = await inSession(id, (by) => by`select * from public.my_sessions()`);
    expect(rows.map(({ signed_in_at, last_used_at, ...row }) => row)).toEqual([
      { id, user_agent: null, network: null, is_this_device: true, is_two_step: false },
      { id: phone, user_agent: 'Phone', network: '203.0.113.0/24', is_this_device: false, is_two_step: false },
      { id: tablet, user_agent: 'Tablet', network: '2001:db8:1::/48', is_this_device: false, is_two_step: true },
    ]);
    expect(rows[1]?.last_used_at > rows[1]?.signed_in_at).toBe(true);
  });

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
    [null, null],
  ])('the network of %s is %s', async (address, network) => {
    expect((await db.sql`select private.network_of(${address}::inet) as network`)[0]?.network).toBe(network);
  });

  test('an ended device is signed out at once: its next write is session_ended and its refresh token is gone', async () => {
    const { id } = await addPerson();
    const other = await addSession(id);
    await db.sql`
      insert into auth.refresh_tokens (id, token, user_id, session_id)
      values (${randomUUID()}, ${randomUUID()}, ${id}, ${other})`;
    expect(await endSession(id, other)).toEqual({ ended: 1 });
    const write = inSession(id, (by) => by`select public.set_notifications(false)`, { session: other });
    expect(await outcomes([write])).toEqual(['PT401 session_ended']);
    expect(await db.sql`select from auth.refresh_tokens where session_id = ${other}`).toHaveLength(0);
    expect(await endSession(id, other)).toEqual({ ended: 0 });
  });

  test('end_session that deleted only refresh tokens would leave the ended device its rights', async () => {
    const { id } = await addPerson();
    const other = await addSession(id);
    await db.sql`delete from auth.refresh_tokens where session_id = ${other}`;
    const write = inSession(id, (by) => by`select public.set_notifications(true)`, { session: other });
    expect(await outcomes([write])).toEqual(['done']);
  });

  test('end_session answers another person’s and an unknown session alike and changes nothing', async () => {
    const { id } = await addPerson();
    const stranger = await addPerson();
    const theirs = await addSession(stranger.id);
    const ended = await addSession(stranger.id);
    await endSession(stranger.id, ended);
    const tries = [theirs, stranger.id, ended, randomUUID()].map((session) => endSession(id, session));
    expect(new Set(await outcomes(tries))).toEqual(new Set(['PT404 not_found']));
    expect(await account.sessionsOf(stranger.id)).toEqual([stranger.id, theirs]);
  });

  test('end_session without its owner filter would end another person’s session', async () => {
    const victim = (await addPerson()).id;
    const { id } = await addPerson();
    const answer = await rehearse(db.sql, async (sql) => {
      const [source] = await sql`select pg_get_functiondef('public.end_session(uuid)'::regprocedure) as text`;
      await sql.unsafe(String(source?.text).replace('and s.user_id = v_user', ''));
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: id, session_id: id, aal: 'aal1' })}, true)`;
      return (await sql`select public.end_session(${victim}) as answer`)[0]?.answer;
    });
    expect(answer).toEqual({ ended: 1 });
  });

  test('end_other_sessions leaves this device alone', async () => {
    const { id } = await addPerson();
    await addSession(id);
    await addSession(id);
    const stranger = await addPerson();
    const [row] = await inSession(id, (by) => by`select public.end_other_sessions() as answer`);
    expect(row?.answer).toEqual({ ended: 2 });
    expect(await account.sessionsOf(id)).toEqual([id]);
    expect(await account.sessionsOf(stranger.id)).toEqual([stranger.id]);
  });

  test('ending sessions needs a proof', async () => {
    const { id } = await addPerson();
    const other = await addSession(id);
    await account.loseProof(id);
    const tries = [endSession(id, other), inSession(id, (by) => by`select public.end_other_sessions()`)];
    expect(await outcomes(tries)).toEqual(['PT403 proof_needed', 'PT403 proof_needed']);
    await db.sql`insert into private.identity_proofs (session_id, user_id) values (${id}, ${id})`;
    expect(await endSession(id, other)).toEqual({ ended: 1 });
  });
});

describe('the name', () => {
  test('a changed name shows in bookings and under reviews, and the audit log does not hold it', async () => {
    const { id } = await addPerson({ name: 'Asha Rao' });
    const { mentorId } = await db.addBooking({ owner: id });
    const [review] = await db.sql`
      insert into public.mentor_reviews (mentor_id, author_name, rating)
      values (${mentorId}, 'Asha R.', 5) returning id`;
    await db.sql`insert into private.review_authors (review_id, user_id) values (${review?.id}, ${id})`;
    await changeName(id, '  Asha\n  Menon ');
    expect(await nameOf(id)).toBe('Asha Menon');
    const [listed] = await db.as(db.admin)`
      select user_name from public.search_bookings(p_search => 'Asha Menon') where user_id = ${id}`;
    expect(listed?.user_name).toBe('Asha Menon');
    const [shown] = await db.sql`select author_name from public.mentor_reviews where id = ${review?.id}`;
    expect(shown?.author_name).toBe('Asha M.');
    const entries = await db.sql`
      select actor, changes from private.audit_log where table_name = 'profiles' and row_id = ${id}`;
    expect([...entries]).toEqual([{ actor: id, changes: { name: null } }]);
  });

  test('a name of 2 to 120 characters is taken, any other refused by field', async () => {
    const { id } = await addPerson();
    for (const name of [null, '', ' A ', 'x'.repeat(121)]) {
      const error = await changeName(id, name).catch((one) => one);
      expect(error).toMatchObject({ code: 'PT422', message: 'invalid_input', detail: 'name' });
    }
    await changeName(id, 'Xi');
    await changeName(id, 'x'.repeat(120));
    expect(await nameOf(id)).toHaveLength(120);
  });

  test('a name changes five times in 24 hours, also where six changes come at once', async () => {
    const { id } = await addPerson({ name: 'Asha' });
    const tries = await outcomes(Array.from({ length: 6 }, (_, n) => changeName(id, `Asha ${n}`)));
    expect(tries.sort()).toEqual(['PT429 too_many_name_changes', ...Array(5).fill('done')]);
    await changeName(id, await nameOf(id));
    await db.sql`update private.account_attempts set at = at - interval '24 hours' where user_id = ${id}`;
    await changeName(id, 'Asha Rao');
    expect(await nameOf(id)).toBe('Asha Rao');
  });

  test('no client writes a name past change_my_name', async () => {
    const { id } = await addPerson({ name: 'Asha' });
    await db.sql`grant update on table public.profiles to authenticated`;
    const write = inSession(id, (by) => by`update public.profiles set name = 'Admin' where id = ${id}`);
    expect(await outcomes([write])).toEqual(['42501 profile_column_protected']);
    await db.sql`revoke update on table public.profiles from authenticated`;
    await db.sql`
      grant update (phone, is_phone_kept, startup_name, idea, industry, profile_completed, vc_interest_submitted)
      on table public.profiles to authenticated`;
  });
});

test('cancel_email_change gives the caller’s waiting change up, and nobody else’s', async () => {
  const people = await Promise.all([addPerson(), addPerson()]);
  for (const { id } of people) {
    await db.sql`
      update auth.users set email_change = ${`new-${id}@startup.example`}, email_change_token_new = ${randomUUID()},
        email_change_token_current = ${randomUUID()}, recovery_token = ${randomUUID()}
      where id = ${id}`;
  }
  const [own, other] = people as [{ id: string }, { id: string }];
  await inSession(own.id, (by) => by`select public.cancel_email_change()`);
  const rows = await db.sql`
    select id, email_change is null and email_change_token_new is null and email_change_token_current is null as is_over,
      recovery_token is not null as has_recovery
    from auth.users where id in (${own.id}, ${other.id})`;
  expect(rows.find((row) => row.id === own.id)).toMatchObject({ is_over: true, has_recovery: true });
  expect(rows.find((row) => row.id === other.id)).toMatchObject({ is_over: false, has_recovery: true });
});

test('cancel_email_change clears the links of hosted Auth, whose columns take no null', async () => {
  const { id } = await addPerson();
  const rows = await rehearse(db.sql, async (sql) => {
    await sql`create table auth.one_time_tokens (user_id uuid, token_type text)`;
    await sql`insert into auth.one_time_tokens values (${id}, 'email_change_token_new'), (${id}, 'recovery_token')`;
    await sql`update auth.users set email_change = 'new@startup.example' where id = ${id}`;
    await sql`select private.forget_mailed_tokens(${id}, true)`;
    return sql`
      select u.email_change, array(select t.token_type from auth.one_time_tokens t) as left
      from auth.users u where u.id = ${id}`;
  });
  expect([...rows]).toEqual([{ email_change: '', left: ['recovery_token'] }]);
});

test('reminders are on until the founder switches them off', async () => {
  const { id } = await addPerson();
  const read = async () => (await inSession(id, (by) => by`select public.my_notifications() as choice`))[0]?.choice;
  expect(await read()).toEqual({ reminders: true });
  await inSession(id, (by) => by`select public.set_notifications(false)`);
  expect(await read()).toEqual({ reminders: false });
  const [wanted] =
    await db.service`select public.wants_reminders(${id}) as own, public.wants_reminders(${db.admin}) as other`;
  expect(wanted).toEqual({ own: false, other: true });
  const error = await inSession(id, (by) => by`select public.set_notifications(null)`).catch((one) => one);
  expect(error).toMatchObject({ code: 'PT422', message: 'invalid_input', detail: 'reminders' });
});

test('no function of one’s own account answers a session that has ended', async () => {
  const { id } = await addPerson();
  await db.sql`delete from auth.sessions where user_id = ${id}`;
  const calls = [
    'my_sessions()',
    `end_session('${id}')`,
    'end_other_sessions()',
    `change_my_name('Asha')`,
    'cancel_email_change()',
    'my_notifications()',
    'set_notifications(true)',
    'new_recovery_codes()',
    'recovery_codes_left()',
    `use_recovery_code('x')`,
  ].map((call) => inSession(id, (by) => by.unsafe(`select public.${call}`)));
  expect(new Set(await outcomes(calls))).toEqual(new Set(['PT401 session_ended']));
});
