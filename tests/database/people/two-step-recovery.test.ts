/**
 * Recovery codes (docs/product/accounts.md#two-step-sign-in), and administrators' card of sessions
 * (docs/product/back-office.md#administrators).
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { rehearse } from '#tests/kit/personas.ts';

const db = provideDatabase();
const account = openAccountFixture(db.sql);
const { addPerson, addSession, addFactor, inSession } = account;

const use = (userId: string, code: string | null, session = userId) =>
  inSession(
    userId,
    async (by) => {
      const [row] = await by`select public.use_recovery_code(${code}) as answer`;
      return row?.answer;
    },
    { session },
  );

/** Someone with a factor, a session that passed it, one that waits for the code, and recovery codes. */
async function addProtected() {
  const { id, email } = await addPerson();
  await addFactor(id);
  await account.passSecondStep(id);
  const [row] = await inSession(id, (by) => by`select public.new_recovery_codes() as codes`, { aal: 'aal2' });
  const waiting = await addSession(id);
  await db.sql`delete from private.account_alerts where user_id = ${id}`;
  return { id, email, waiting, codes: row?.codes as string[] };
}

const factorsOf = async (id: string) => (await db.sql`select id from auth.mfa_factors where user_id = ${id}`).length;

describe('recovery codes', () => {
  test('ten different codes of 24 signs are made, and only their hashes are stored', async () => {
    const { id, codes } = await addProtected();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/);
    const rows = await db.sql`select hash from private.recovery_codes where user_id = ${id}`;
    expect(rows).toHaveLength(10);
    const stored = JSON.stringify([...rows]);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  test('new codes replace all earlier ones', async () => {
    const { id, waiting, codes } = await addProtected();
    await inSession(id, (by) => by`select public.new_recovery_codes()`, { aal: 'aal2' });
    expect(await use(id, codes[0] ?? '', waiting)).toEqual({ wrong: true, tries_left: 4 });
    const [left] = await inSession(id, (by) => by`select public.recovery_codes_left() as left`, { aal: 'aal2' });
    expect(left?.left).toBe(10);
  });

  test('new codes need a proof, the second step and a factor', async () => {
    const { id, waiting } = await addProtected();
    const make = (aal: 'aal1' | 'aal2', session: string) =>
      inSession(id, (by) => by`select public.new_recovery_codes()`, { aal, session });
    expect(await outcomes([make('aal1', waiting), make('aal2', waiting)])).toEqual(Array(2).fill('PT403 code_needed'));
    await account.loseProof(id);
    expect(await outcomes([make('aal2', id)])).toEqual(['PT403 proof_needed']);
    const { id: other } = await addPerson();
    const without = inSession(other, (by) => by`select public.new_recovery_codes()`);
    expect(await outcomes([without])).toEqual(['PT403 set_up_needed']);
  });

  test('a code works once under 20 parallel uses, and the rights of aal2 are gone everywhere afterwards', async () => {
    const { id, email, waiting, codes } = await addProtected();
    const code = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ');
    const uses = await outcomes(Array.from({ length: 20 }, () => use(id, code, waiting)));
    expect(uses.filter((one) => one === 'done')).toHaveLength(1);
    expect(new Set(uses)).toEqual(new Set(['done', 'PT409 two_step_off']));
    expect(await factorsOf(id)).toBe(0);
    expect(await account.sessionsOf(id)).toEqual([waiting]);
    const old = inSession(id, (by) => by`select public.recovery_codes_left()`, { aal: 'aal2' });
    expect(await outcomes([old])).toEqual(['PT401 session_ended']);
    expect(await account.alertsOf(id)).toMatchObject([{ kind: 'recovery_code', email, detail: { left: 9 } }]);
    // With a new factor the same session has to pass the second step again.
    await addFactor(id);
    const again = inSession(id, (by) => by`select public.recovery_codes_left()`, { aal: 'aal2', session: waiting });
    expect(await outcomes([again])).toEqual(['PT403 code_needed']);
    expect(await use(id, code, waiting)).toMatchObject({ wrong: true });
  });

  test('a session that passed the second step and uses a code has to pass it again', async () => {
    const { id, codes } = await addProtected();
    expect(await use(id, codes[0] ?? '')).toEqual({ left: 9 });
    await addFactor(id);
    const again = inSession(id, (by) => by`select public.recovery_codes_left()`, { aal: 'aal2' });
    expect(await outcomes([again])).toEqual(['PT403 code_needed']);
  });

  test('a code would work more than once at a time without the lock of the account', async () => {
    const { id, waiting, codes } = await addProtected();
    const [lock] = await db.sql`select pg_get_functiondef('private.lock_account(uuid)'::regprocedure) as text`;
    const [source] = await db.sql`select pg_get_functiondef('public.use_recovery_code(text)'::regprocedure) as text`;
    await db.sql`
      create or replace function private.lock_account(p_user_id uuid) returns void
      language plpgsql security definer set search_path = '' as 'begin end'`;
    await db.sql.unsafe(
      String(source?.text).replace(
        'where c.user_id = v_user and c.hash = private.recovery_code_hash(p_code) and c.used_at is null',
        `where (c.user_id, c.hash) in (
            select d.user_id, d.hash from private.recovery_codes d, pg_sleep(0.1)
            where d.user_id = v_user and d.hash = private.recovery_code_hash(p_code) and d.used_at is null)`,
      ),
    );
    try {
      const uses = await outcomes(Array.from({ length: 5 }, () => use(id, codes[0] ?? '', waiting)));
      expect(uses.filter((one) => one === 'done').length).toBeGreaterThan(1);
    } finally {
      await db.sql.unsafe(String(lock?.text));
      await db.sql.unsafe(String(source?.text));
    }
  });

  test('five wrong codes in 15 minutes refuse the sixth even if right, for this account alone', async () => {
    const { id, waiting, codes } = await addProtected();
    const other = await addProtected();
    const wrong = await Promise.all(Array.from({ length: 5 }, () => use(id, other.codes[0] ?? '', waiting)));
    expect(wrong.map((answer) => answer.tries_left).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(await outcomes([use(id, codes[0] ?? '', waiting)])).toEqual(['PT429 too_many_codes']);
    expect(await factorsOf(id)).toBe(1);
    expect(await use(other.id, other.codes[0] ?? '', other.waiting)).toEqual({ left: 9 });
    await db.sql`update private.account_attempts set at = at - interval '15 minutes' where user_id = ${id}`;
    expect(await use(id, codes[0] ?? '', waiting)).toEqual({ left: 9 });
  });

  test('nothing and an empty text are wrong codes', async () => {
    const { id, waiting } = await addProtected();
    for (const code of [null, '', '----']) expect(await use(id, code, waiting)).toMatchObject({ wrong: true });
  });
});

describe('administrators', () => {
  test('list_administrators shows each with two-step sign-in, last sign-in and open sessions', async () => {
    const { id } = await addPerson({ name: 'Zoya Admin', isAdministrator: true });
    await addFactor(id);
    await addSession(id);
    await addPerson({ name: 'Zoya Founder' });
    const rows = await db.as(db.admin)`select * from public.list_administrators() where name like 'Zoya%'`;
    expect([...rows]).toEqual([
      { id, name: 'Zoya Admin', is_two_step_on: true, last_sign_in_at: expect.any(Date), open_sessions: 2 },
    ]);
  });

  test('end_sessions_of signs a person out everywhere, and the reason stands in the audit log', async () => {
    const { id } = await addPerson();
    await addSession(id);
    const end = (who: string | null, reason: string | null) =>
      db.as(db.admin)`select public.end_sessions_of(${who}, ${reason}) as answer`;
    for (const reason of [null, 'too short', ' '.repeat(12), 'x'.repeat(201)]) {
      const error = await end(id, reason).catch((one) => one);
      expect(error).toMatchObject({ code: 'PT422', message: 'invalid_input', detail: 'reason' });
    }
    const unknown = await outcomes([end(randomUUID(), 'Lost a laptop'), end(null, 'Lost a laptop')]);
    expect(unknown).toEqual(['PT404 not_found', 'PT404 not_found']);
    expect(await account.sessionsOf(id)).toHaveLength(2);
    expect((await end(id, ' Lost a  laptop '))[0]?.answer).toEqual({ ended: 2 });
    expect((await end(id, 'Lost a laptop'))[0]?.answer).toEqual({ ended: 0 });
    const entries = await db.sql`
      select actor, table_name, changes from private.audit_log where action = 'end_sessions' and row_id = ${id}
      order by id`;
    expect([...entries]).toEqual([
      { actor: db.admin, table_name: 'profiles', changes: { reason: 'Lost a laptop', sessions: 2 } },
      { actor: db.admin, table_name: 'profiles', changes: { reason: 'Lost a laptop', sessions: 0 } },
    ]);
  });
});

test('reset_two_step switches two-step sign-in off, ends all sessions, is audited and mailed once', async () => {
  const { id, email } = await addProtected();
  await addFactor(id);
  await db.sql`delete from private.account_alerts where user_id = ${id}`;
  await db.sql`select private.reset_two_step(${id})`;
  expect(await factorsOf(id)).toBe(0);
  expect(await account.sessionsOf(id)).toEqual([]);
  expect(await db.sql`select from private.recovery_codes where user_id = ${id}`).toHaveLength(0);
  expect(await account.alertsOf(id)).toMatchObject([{ kind: 'two_step_off', email, detail: { others: 0 } }]);
  const entries = await db.sql`select actor, row_id from private.audit_log where action = 'two_step_reset'`;
  expect([...entries]).toEqual([{ actor: null, row_id: id }]);
  expect(await outcomes([db.sql`select private.reset_two_step(${randomUUID()})`])).toEqual(['PT404 not_found']);
});

test('an administrator who needs two-step sign-in loses it by a code, a reset or a notice, and in no other way', async () => {
  await db.sql`update private.security_settings set admin_two_step = 'required'`;
  try {
    const addAdministrator = async () => {
      const person = await addProtected();
      await db.sql`update public.profiles set is_admin = true where id = ${person.id}`;
      return person;
    };
    const [first, second, third] = [await addAdministrator(), await addAdministrator(), await addAdministrator()];
    const removal = db.sql`delete from auth.mfa_factors where user_id = ${first.id}`;
    expect(await outcomes([removal])).toEqual(['PT403 two_step_required']);
    await use(first.id, first.codes[0] ?? '', first.waiting);
    const [state] = await inSession(first.id, (by) => by`select public.my_account_state() ->> 'admin_state' as state`, {
      session: first.waiting,
    });
    expect(state?.state).toBe('set_up_needed');
    await db.sql`select private.reset_two_step(${second.id})`;
    await db.sql`
      insert into private.account_alerts (user_id, kind, email, detail, token_hash, expires_at)
      select ${third.id}, 'two_step_on', ${third.email}, jsonb_build_object('factor_id', f.id), ${'a'.repeat(64)}, now() + interval '1 day'
      from auth.mfa_factors f where f.user_id = ${third.id}`;
    await db.service`select public.answer_account_alert(${'a'.repeat(64)})`;
    for (const { id } of [first, second, third]) expect(await factorsOf(id)).toBe(0);
  } finally {
    await db.sql`update private.security_settings set admin_two_step = 'optional'`;
  }
});

test('no client can reset two-step sign-in, though it be granted', async () => {
  const { id } = await addPerson({ isAdministrator: true });
  expect(await outcomes([inSession(id, (by) => by`select private.reset_two_step(${id})`)])).toEqual([
    '42501 permission denied for function reset_two_step',
  ]);
  const refusal = await rehearse(db.sql, async (sql, become) => {
    await sql`grant execute on function private.reset_two_step to authenticated`;
    await become('visitor');
    await sql`set local role authenticated`;
    return sql`select private.reset_two_step(${id})`.catch((one) => one);
  });
  expect(refusal).toMatchObject({ code: '42501', message: 'service_only' });
});
