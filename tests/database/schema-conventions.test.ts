/**
 * The habits that keep the schema safe and quick, checked on the catalogue so that a new table or function has them
 * too.
 */
import { expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';

const database = provideTestDatabase();

const ours = `('public'::regnamespace, 'private'::regnamespace)`;

async function expectNoOffender(query: string): Promise<void> {
  const rows = await database.sql.unsafe(query);
  expect(rows.map((row) => row.offender)).toEqual([]);
}

test('every function of ours has an empty search path', async () => {
  await expectNoOffender(`
    select oid::regprocedure::text as offender from pg_proc
    where pronamespace in ${ours} and not coalesce('search_path=""' = any (proconfig), false)`);
});

test('every foreign key has an index that starts with its columns', async () => {
  await expectNoOffender(`
    select c.conrelid::regclass || '.' || c.conname as offender from pg_constraint c
    where c.contype = 'f' and c.connamespace in ${ours}
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid
          and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] = c.conkey
      )`);
});

test('every table, and every column of the public ones, is explained', async () => {
  await expectNoOffender(`
    select c.oid::regclass::text as offender from pg_class c
    where c.relnamespace in ${ours} and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null
    union all
    select c.oid::regclass || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and a.attnum > 0 and not a.attisdropped and col_description(c.oid, a.attnum) is null`);
});

test('every public function is explained', async () => {
  await expectNoOffender(`
    select oid::regprocedure::text as offender from pg_proc
    where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null`);
});

test('policies ask once a statement, not once a row, and are named in sentences', async () => {
  await expectNoOffender(`
    select tablename || ': ' || policyname as offender from pg_policies
    where schemaname in ('public', 'storage')
      and (
        regexp_replace(coalesce(qual, '') || coalesce(with_check, ''),
          'SELECT (auth\\.uid|private\\.is_admin)\\(\\)', '', 'g') ~ '(auth\\.uid|is_admin)\\(\\)'
        or policyname !~ '^[A-Z][a-z]+( [a-z]+)+'
      )`);
});

test('visitors and founders hold no privilege on schema private’s tables', async () => {
  await expectNoOffender(`
    select c.oid::regclass || ' ' || r as offender
    from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) r
    where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v')
      and has_table_privilege(r, c.oid, 'select, insert, update, delete, truncate, references, trigger')`);
});

test('no function raises 40001, which PostgREST would repeat without end', async () => {
  await expectNoOffender(`
    select oid::regprocedure::text as offender from pg_proc where pronamespace in ${ours} and prosrc ~ '40001'`);
});
