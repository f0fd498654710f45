// @module-tag ci
/** A program of the previous release finds what it uses (docs/product/operations.md#releases). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { RELEASE } from '#rules/office/release.ts';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { type Contract, contractShape, missingFrom, readContract } from './contract.ts';

const file = path.join(projectPaths.root, 'supabase/tests/contract/previous.json');

let database: TestDatabase;
let present: Contract;
beforeEach(async () => {
  database = await createTestDatabase();
  present = await readContract(database.sql, RELEASE);
});
afterEach(() => database.drop());

test('the schema has every function, argument and column that the previous release used', async () => {
  const previous = contractShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(previous.release).toBe(RELEASE - 1);
  expect(await missingFrom(previous, database.sql)).toEqual([]);
});

test('a contract has what the product calls, and the schema that it was read from misses nothing of it', async () => {
  expect(present.functions.mentor_slots).toEqual({ p_mentor_id: 'uuid' });
  expect(present.functions.my_account_state).toEqual({});
  expect(present.columns.mentors).toMatchObject({ id: 'uuid', name: 'text' });
  expect(await missingFrom(present, database.sql)).toEqual([]);
});

test('additions are allowed: a column, a function, and an argument with a default', async () => {
  await database.sql`alter table public.categories add column note text`;
  await database.sql`create function public.added(p_one integer) returns integer language sql as 'select 1'`;
  await database.sql`drop function public.my_account_state`;
  await database.sql`
    create function public.my_account_state(p_more text default '') returns jsonb language sql as $$ select '{}'::jsonb $$`;
  expect(await missingFrom(present, database.sql)).toEqual([]);
});

test('a migration that drops or changes what the previous release used is found (must hold 38, negative control)', async () => {
  await database.sql`create table public.kinds (note text)`;
  present = await readContract(database.sql, RELEASE);
  await database.sql`alter table public.categories drop column name cascade`;
  await database.sql`alter table public.kinds alter column note type varchar(200)`;
  await database.sql`drop function public.my_account_state cascade`;
  await database.sql`drop function public.mentors_without_times`;
  await database.sql`
    create function public.mentors_without_times(p_ids uuid[], p_day date) returns setof uuid
    language sql as 'select null::uuid'`;
  expect(await missingFrom(present, database.sql)).toEqual([
    'function mentors_without_times: argument p_mentor_ids is gone',
    'function mentors_without_times: the new argument p_ids has no default',
    'function mentors_without_times: the new argument p_day has no default',
    'function my_account_state is gone',
    'column categories.name is gone',
    'column kinds.note is character varying(200) instead of text',
  ]);
});
