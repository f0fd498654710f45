import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startUp } from '#copy/host.ts';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { testDirectory } from '#tests/kit/directory.ts';
import { findPendingMigrations, MigrationError, migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  directory = testDirectory();
});
afterEach(() => database.drop());

const write = (name: string, sql: string) => writeFileSync(path.join(directory, name), sql);
const run = (onStart?: (count: number) => void) =>
  migrate({ databaseUrl: database.url, directory, ...(onStart && { onStart }) });

test("applies files in order, once, and fills the CLI's history table", async () => {
  write('20250101000000_first.sql', "create table a (note text default 'x;--');\ncreate index on a (note);");
  write('20250102000000_second_step.sql', 'alter table a add column b int;');
  write('notes.txt', 'not a migration');

  const counts: number[] = [];
  expect((await run((count) => counts.push(count))).map((one) => one.name)).toEqual(['first', 'second_step']);
  expect(await run((count) => counts.push(count))).toEqual([]);
  expect(counts).toEqual([2]);
  expect(await findPendingMigrations(database.sql, directory)).toEqual([]);

  const history = await database.sql`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  expect(history.map((row) => [row.version, row.name])).toEqual([
    ['20250101000000', 'first'],
    ['20250102000000', 'second_step'],
  ]);
  expect(history[1]?.statements).toEqual(['alter table a add column b int;']);
});

test('a refused file leaves nothing of itself and names itself with the line', async () => {
  write('1_good.sql', 'create table kept (id int);');
  write('2_bad.sql', 'create table half (id int);\nselect 1\nfrom no_such_table;');
  const failure = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toBe(
    'Migration 2_bad.sql failed: line 3: relation "no_such_table" does not exist',
  );

  const [row] = await database.sql`select to_regclass('kept') as kept, to_regclass('half') as half`;
  expect(row).toEqual({ kept: 'kept', half: null });
  expect((await findPendingMigrations(database.sql, directory)).map((one) => one.version)).toEqual(['2']);
});

test('hosts that start together apply each file once', async () => {
  write('1_slow.sql', 'create table a (id int); select pg_sleep(0.2);');
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.map((list) => list.length).sort()).toEqual([0, 0, 1]);
});

test('a database of an earlier schema is refused with a sentence, and nothing is applied to it', async () => {
  write('20250101000000_earlier.sql', 'create table a (id int);');
  await run();
  rmSync(path.join(directory, '20250101000000_earlier.sql'));
  write('20250102000000_today.sql', 'create table b (id int);');

  const failure = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toBe(startUp.earlierSchema);
  expect(startUp.earlierSchema).toContain('`npm run reset`');
  const [row] = await database.sql`select to_regclass('b') as b`;
  expect(row).toEqual({ b: null });
});

test('a database that a newer version has already migrated is not refused', async () => {
  write('20250101000000_ours.sql', 'create table a (id int);');
  write('20250102000000_newer.sql', 'create table b (id int);');
  await run();
  rmSync(path.join(directory, '20250102000000_newer.sql'));
  expect(await run()).toEqual([]);
});
