import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/kit/database.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { prepareDatabase } from './prepare-database.ts';

const database = provideTestDatabase('', { migrated: false });

test('two hosts may prepare one empty database at the same moment', async () => {
  await Promise.all([prepareDatabase(database.sql), prepareDatabase(database.sql)]);
  const [row] = await database.sql`
    select to_regclass('auth.users') is not null as auth,
      to_regclass('storage.objects') is not null as storage,
      to_regclass('lite_host.rate_limits') is not null as limits,
      to_regnamespace('extensions') is not null as extensions`;
  expect(row).toEqual({ auth: true, storage: true, limits: true, extensions: true });
});

test('request roles have the attributes of a Supabase project', async () => {
  const roles = await database.sql`
    select rolname as name, rolcanlogin as login, rolbypassrls as bypass,
      pg_has_role('authenticator', oid, 'member') as member
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role') order by 1`;
  expect(roles.map((role) => ({ ...role }))).toEqual([
    { name: 'anon', login: false, bypass: false, member: true },
    { name: 'authenticated', login: false, bypass: false, member: true },
    { name: 'service_role', login: false, bypass: true, member: true },
  ]);
});

test('a restart does not give back default privileges that a migration took', async () => {
  await database.sql`alter default privileges in schema public revoke all on tables from anon`;
  await prepareDatabase(database.sql);
  await database.sql`create table public.made_later (id int)`;
  const [row] = await database.sql`
    select has_table_privilege('anon', 'made_later', 'select') as anon,
      has_table_privilege('authenticated', 'made_later', 'select') as authenticated`;
  expect(row).toEqual({ anon: false, authenticated: true });
});

test('accounts are out of reach of the request roles', async () => {
  const [row] = await database.sql`
    select has_table_privilege('anon', 'auth.users', 'select') as anon,
      has_table_privilege('authenticated', 'auth.users', 'select') as authenticated`;
  expect(row).toEqual({ anon: false, authenticated: false });
});

test.each([
  ['as Lite sets them', `'request.jwt.claim.sub', '11111111-1111-4111-8111-111111111111'`],
  ['as PostgREST sets them', `'request.jwt.claims', '{"sub":"11111111-1111-4111-8111-111111111111"}'`],
])('auth.uid() reads the claims %s', async (_, setting) => {
  const uid = await database.sql.begin(async (sql) => {
    await sql.unsafe(`select set_config(${setting}, true)`);
    return sql`select auth.uid()::text as uid`;
  });
  expect(uid[0]?.uid).toBe('11111111-1111-4111-8111-111111111111');
});

test('an owner of the database who is no superuser can prepare it and become the request roles', async () => {
  const owned = await createTestDatabase({ migrated: false });
  const owner = `owner_${process.pid}`;
  await owned.sql.unsafe(`
    create role ${owner} login password 'owner' createrole bypassrls;
    grant anon, authenticated, service_role to ${owner};
    alter database ${new URL(owned.url).pathname.slice(1)} owner to ${owner};
  `);
  const url = new URL(owned.url);
  url.username = owner;
  url.password = 'owner';
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await prepareDatabase(sql);
    await sql`create table public.of_owner (id int)`;
    const [row] = await sql.begin(async (transaction) => {
      await transaction`set local role authenticated`;
      return transaction`select current_user as name`;
    });
    expect(row?.name).toBe('authenticated');
  } finally {
    await sql.end();
    const admin = postgres(new URL('/postgres', owned.url).href, { max: 1, onnotice: () => {} });
    await owned.drop();
    await admin.unsafe(`drop role ${owner}`);
    await admin.end();
  }
});

test('a host that starts takes no lock of a prepared database’s tables, which other hosts use', async () => {
  await prepareDatabase(database.sql);
  const whileInUse = () =>
    database.sql.begin(async (other) => {
      await other`lock table auth.users, storage.objects in access exclusive mode`;
      const prepared = prepareDatabase(database.sql).then(() => 'prepared');
      return [prepared, await Promise.race([prepared, wait(500, 'waits')])] as const;
    });
  expect((await whileInUse())[1]).toBe('prepared');
  // Without the note of what was prepared it waits for the tables (negative control).
  await database.sql`delete from lite_host.prepared`;
  const [prepared, state] = await whileInUse();
  expect([state, await prepared]).toEqual(['waits', 'prepared']);
});
