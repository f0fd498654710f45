/** Nobody becomes an administrator through anything that a client can reach. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimsOf, createBuilders } from '#tests/kit/builders.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { attempt, people, rehearse, seedPeople } from '#tests/kit/personas.ts';

const database = provideTestDatabase();
let sql: postgres.Sql;
beforeAll(async () => {
  sql = database.sql;
  await seedPeople(sql);
});

async function signUp(userData: postgres.JSONValue, appData: postgres.JSONValue = {}) {
  const id = randomUUID();
  const email = `kiran@${id}.example`;
  await sql`
    insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
    values (${id}, ${email}, ${sql.json(userData)}, ${sql.json(appData)})`;
  await createBuilders(sql).addSession(id);
  const [profile] = await sql`select * from public.profiles where id = ${id}`;
  return { id, email, profile };
}

/** What `private.is_admin()` says to a signed-in account. */
async function isAdmin(id: string): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(id))}, true)`;
    await transaction`set local role authenticated`;
    const [row] = await transaction`select private.is_admin() as is_admin`;
    return row?.is_admin;
  });
}

test.each([
  [{ full_name: 'Kiran Rao', name: 'K' }, {}, 'Kiran Rao'],
  [{ full_name: '  ', name: 'K' }, {}, 'K'],
  [{}, { full_name: 'From Google' }, 'From Google'],
  [{}, {}, 'kiran'],
])('signing up names the profile: %j and %j give %s', async (userData, appData, name) => {
  const { profile, email } = await signUp(userData, appData);
  expect(profile).toMatchObject({ name, email });
});

test('signing up without any address still works', async () => {
  const id = randomUUID();
  await sql`insert into auth.users (id) values (${id})`;
  const [profile] = await sql`select name, email from public.profiles where id = ${id}`;
  expect(profile).toEqual({ name: 'User', email: null });
});

test.each([
  { is_admin: true, name: 'K' },
  { is_admin: 'true' },
  { isAdmin: true, role: 'admin', app_metadata: { is_admin: true } },
])('signing up with %j makes no administrator', async (userData) => {
  const { id, profile } = await signUp(userData);
  expect(profile?.is_admin).toBe(false);
  expect(await isAdmin(id)).toBe(false);
});

test.each([[['a', 'list']], ['a string'], [null], [{ name: { nested: true } }], [{ name: 'x'.repeat(5000) }]])(
  'signing up with odd data (%#) neither fails nor loses the profile',
  async (userData) => {
    expect((await signUp(userData)).profile).toMatchObject({ is_admin: false });
  },
);

test('signing up succeeds even when the profile cannot be written', async () => {
  await rehearse(sql, async (transaction) => {
    await transaction`alter table public.profiles add constraint nobody check (false) not valid`;
    await transaction`insert into auth.users (id, email) values (${randomUUID()}, 'late@startup.example')`;
  });
});

test('a changed address reaches the profile', async () => {
  const { id } = await signUp({});
  await sql`update auth.users set email = 'new@startup.example' where id = ${id}`;
  const [profile] = await sql`select email from public.profiles where id = ${id}`;
  expect(profile?.email).toBe('new@startup.example');
});

test('user metadata never makes an administrator, with or without a profile', async () => {
  const { id } = await signUp({});
  await sql`update auth.users set raw_user_meta_data = '{"is_admin": true}' where id = ${id}`;
  expect(await isAdmin(id)).toBe(false);
  await sql`delete from public.profiles where id = ${id}`;
  expect(await isAdmin(id)).toBe(false);
});

test('app metadata makes an administrator only while the profile is missing, and must be true itself', async () => {
  const { id } = await signUp({}, { is_admin: true });
  expect(await isAdmin(id)).toBe(false);
  await sql`delete from public.profiles where id = ${id}`;
  expect(await isAdmin(id)).toBe(true);
  await sql`update auth.users set raw_app_meta_data = '{"is_admin": "true"}' where id = ${id}`;
  expect(await isAdmin(id)).toBe(false);
});

test('a deleted account is no administrator', async () => {
  const { id } = await signUp({}, { is_admin: true });
  await sql`update public.profiles set is_admin = true where id = ${id}`;
  await sql`delete from auth.users where id = ${id}`;
  expect(await isAdmin(id)).toBe(false);
});

describe('a client that tries', () => {
  const attacks: [string, (transaction: postgres.TransactionSql) => Promise<postgres.RowList<postgres.Row[]>>][] = [
    ['update', (t) => t`update public.profiles set is_admin = true`],
    ['update hidden among others', (t) => t`update public.profiles set phone = '9876543210', is_admin = true`],
    [
      'upsert',
      (t) => t`
        insert into public.profiles (id, is_admin) values (${people.founder.id}, true)
        on conflict (id) do update set is_admin = true`,
    ],
    ['delete and insert', (t) => t`delete from public.profiles where id = ${people.founder.id}`],
    ['metadata', (t) => t`update auth.users set raw_app_meta_data = '{"is_admin": true}'`],
  ];

  test.each(attacks)('%s', async (_, attack) => {
    for (const persona of ['visitor', 'founder', 'administrator'] as const) {
      const admins = await rehearse(sql, async (transaction, become) => {
        await transaction`grant all on all tables in schema public to anon, authenticated`;
        await become(persona);
        await attempt(transaction, attack);
        await become('superuser');
        return transaction`select id from public.profiles where is_admin`;
      });
      expect(admins).toEqual([{ id: people.administrator.id }]);
    }
  });

  test('through a profile of its own making', async () => {
    const { id } = await signUp({});
    await sql`delete from public.profiles where id = ${id}`;
    await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(id))}, true)`;
      await transaction`set local role authenticated`;
      await transaction`select public.create_missing_profiles()`;
    });
    const rows = await sql`select is_admin from public.profiles where id = ${id}`;
    expect(rows).toEqual([{ is_admin: false }]);
  });

  test('create_missing_profiles makes no one else’s profile and refuses visitors', async () => {
    const { id } = await signUp({});
    await sql`delete from public.profiles where id = ${id}`;
    await rehearse(sql, async (transaction, become) => {
      await become('founder');
      await transaction`select public.create_missing_profiles()`;
      await become('visitor');
      const { error } = await attempt(transaction, (t) => t`select public.create_missing_profiles()`);
      expect(error?.code).toBe('42501');
      await become('superuser');
      expect(await transaction`select from public.profiles where id = ${id}`).toHaveLength(0);
    });
  });

  test('the service role can appoint one, and the log says so', async () => {
    await rehearse(sql, async (transaction) => {
      await transaction`set local role service_role`;
      await transaction`update public.profiles set is_admin = true where id = ${people.founder.id}`;
      const [entry] = await transaction`select * from public.list_audit_log(1)`;
      expect(entry).toMatchObject({ table_name: 'profiles', changes: { is_admin: [false, true] } });
    });
  });
});
