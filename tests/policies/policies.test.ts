/** The policy matrix on a real database, and the proof that it would notice a policy that is gone. */
import { beforeAll, describe, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { personas, rehearse } from '#tests/kit/personas.ts';
import { findPolicyMismatches, grants, hasPolicyMismatch } from './policy-check.ts';
import { seedPolicyFixtures } from './policy-fixtures.ts';
import { policyMatrix, storageMatrix } from './policy-matrix.ts';
import type { TablePolicies } from './table-policies.ts';

const database = provideTestDatabase();
beforeAll(async () => {
  await seedPolicyFixtures(database.sql);
});

const matrix = [...policyMatrix, ...storageMatrix];
const named = matrix.map((policies) => [name(policies), policies] as const);

function name({ table, within }: TablePolicies): string {
  return table === 'storage.objects' ? `${table} in ${within?.value}` : table;
}

describe.each(grants)('with %s', (which) => {
  test.each(named)('%s', async (_, policies) => {
    expect(await findPolicyMismatches(policies, { sql: database.sql, grants: which })).toEqual([]);
  });
});

test('the matrix is complete: every table of schema public is in it, with a case of each kind', async () => {
  const rows = await database.sql`
    select format('%I.%I', n.nspname, c.relname) as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`;
  expect(policyMatrix.map((policies) => policies.table).sort()).toEqual(rows.map((row) => row.table));
  for (const { hasOneRow, inserts, updates, deletes } of matrix) {
    expect(Math.min(hasOneRow ? 1 : inserts.length, updates.length, deletes.length)).toBeGreaterThan(0);
  }
});

test('the matrix is complete: every bucket is in it', async () => {
  const rows = await database.sql`select id from storage.buckets order by 1`;
  expect(storageMatrix.map((policies) => policies.within?.value).sort()).toEqual(rows.map((row) => row.id));
});

test('the matrix is complete: row-level security is on for every table, every public one has a policy', async () => {
  const rows = await database.sql`
      select c.oid::regclass::text as table from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
        and (not c.relrowsecurity or (c.relnamespace = 'public'::regnamespace
          and not exists (select from pg_policy p where p.polrelid = c.oid)))`;
  expect(rows).toEqual([]);
});

test.each(personas)('a %s can list the buckets', async (persona) => {
  const rows = await rehearse(database.sql, async (sql, become) => {
    await become(persona);
    return sql`select id from storage.buckets order by 1`;
  });
  expect(rows.map((row) => row.id)).toEqual(['mentor_images', 'partner_logos', 'video_testimonials']);
});

test.each(personas)('a %s sees nothing of schema private, even with every privilege', async (persona) => {
  const tables = await database.sql<{ table: string }[]>`
    select c.oid::regclass::text as table from pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p')`;
  expect(tables.length).toBeGreaterThan(5);
  await rehearse(database.sql, async (sql, become) => {
    await sql`grant all on all tables in schema private to anon, authenticated`;
    await become(persona);
    for (const { table } of tables) expect(await sql.unsafe(`select from ${table}`)).toHaveLength(0);
  });
});

test('the matrix notices each single policy that is gone', { tags: ['faults'], timeout: 120_000 }, async () => {
  const rows = await database.sql<{ policy: string; table: string }[]>`
    select polname as policy, polrelid::regclass::text as table from pg_policy
    where polrelid = 'storage.objects'::regclass
      or polrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
  expect(rows.length).toBeGreaterThan(50);
  const unnoticed: string[] = [];
  for (const { policy, table } of rows) {
    const mutation = `drop policy "${policy}" on ${table}`;
    const options = { sql: database.sql, grants: 'our own grants' as const, mutation };
    let isNoticed = false;
    for (const policies of matrix.filter((entry) => entry.table.endsWith(table)))
      isNoticed ||= await hasPolicyMismatch(policies, options);
    if (!isNoticed) unnoticed.push(policy);
  }
  expect(unnoticed).toEqual([]);
});

test.each(named)('the matrix notices that row-level security is switched off: %s', async (_, policies) => {
  const mutation = `alter table ${policies.table} disable row level security`;
  const options = { sql: database.sql, grants: 'every privilege granted again' as const, mutation };
  expect(await hasPolicyMismatch(policies, options)).toBe(true);
});

test.each([
  ['public.profiles', 'guard_profile'],
  ['public.bookings', 'guard_booking'],
  ['public.mentor_categories', 'refuse_update'],
])('the matrix notices that on %s the trigger %s is switched off', async (table, trigger) => {
  const policies = policyMatrix.find((entry) => entry.table === table);
  if (!policies) throw new Error(`${table} is not in the matrix`);
  const mutation = `
    alter table ${table} disable trigger ${trigger};
    create policy "Mutation" on ${table} for update to authenticated using (true)`;
  const options = { sql: database.sql, grants: 'every privilege granted again' as const, mutation };
  const mismatches = await findPolicyMismatches(policies, options);
  expect(mismatches).toContainEqual(expect.stringMatching(/^(founder|administrator) can update/));
});
