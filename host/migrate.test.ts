import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startUp } from '#copy/office/host.ts';
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
    'Migration 2_bad.sql failed: line 3: relation "no_such_table" does not exist. All of it was undone: put that right, ' +
      'and start again.',
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

test('a file that fails where an applied one was changed since then says that the database is of an earlier version', async () => {
  write('1_edited.sql', 'create table a (id int);');
  await run();
  write('1_edited.sql', 'create table a (id int, name text);');
  write('2_new.sql', 'create index on a (name);');
  const failure = await run().catch((error: unknown) => error);
  expect((failure as Error).message).toBe(
    `${startUp.earlierSchema} Migration 2_new.sql failed: column "name" does not exist.`,
  );
});

test('a database that a newer version has already migrated is not refused', async () => {
  write('20250101000000_ours.sql', 'create table a (id int);');
  write('20250102000000_newer.sql', 'create table b (id int);');
  await run();
  rmSync(path.join(directory, '20250102000000_newer.sql'));
  expect(await run()).toEqual([]);
});

const RELEASES = `
  create schema if not exists private;
  create table private.releases (release integer primary key, installed_at timestamptz not null default now());
  insert into private.releases (release) values (1);`;

test('a program two releases behind the database is refused and says why, one behind works (must hold 38)', async () => {
  write('1_releases.sql', RELEASES);
  await run();
  await database.sql`insert into private.releases (release) values (2)`;
  expect(await migrate({ databaseUrl: database.url, directory, release: 1 })).toEqual([]);

  await database.sql`insert into private.releases (release) values (3)`;
  write('2_more.sql', 'create table more (id int);');
  const failure = await migrate({ databaseUrl: database.url, directory, release: 1 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MigrationError);
  expect((failure as Error).message).toBe(
    'The database is of release 3, this program of release 1. Update the program.',
  );
  expect((await database.sql`select to_regclass('more') as more`)[0]).toEqual({ more: null });
  expect((await migrate({ databaseUrl: database.url, directory, release: 2 })).map(({ name }) => name)).toEqual([
    'more',
  ]);
});

test('two programs of a new release on an old database: one migrates, and the old one reads on (must hold 37)', async () => {
  write('1_releases.sql', `${RELEASES} create table kept as select 1 as id;`);
  await run();
  write(
    '2_release_2.sql',
    `set local lock_timeout = '5s';
     insert into private.releases (release) values (2);
     alter table kept add column note text;
     select pg_sleep(0.3);
     create table added (id int);`,
  );
  let isOver = false;
  let reads = 0;
  const old = (async () => {
    for (; !isOver; reads += 1) expect((await database.sql`select id from kept`)[0]).toEqual({ id: 1 });
  })();
  const applied = await Promise.all([1, 2].map(() => migrate({ databaseUrl: database.url, directory, release: 2 })));
  isOver = true;
  await old;
  expect(applied.map((list) => list.length).sort()).toEqual([0, 1]);
  expect(reads).toBeGreaterThan(1);
  expect(await migrate({ databaseUrl: database.url, directory, release: 1 })).toEqual([]);
});

test('a migration that does not get a lock is tried again, and those behind it do not wait without end', async () => {
  write('1_kept.sql', 'create table kept (id int);');
  await run();
  write('2_note.sql', "set local lock_timeout = '100ms';\nalter table kept add column note text;");
  const isHeld = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const held = database.sql.begin(async (transaction) => {
    await transaction`select from kept`;
    isHeld.resolve();
    await isReleased;
  });
  await isHeld.promise;
  const failure = await migrate({ databaseUrl: database.url, directory, pauseMs: 10 }).catch((error: unknown) => error);
  expect((failure as Error).message).toContain('canceling statement due to lock timeout');

  const migrated = migrate({ databaseUrl: database.url, directory, pauseMs: 50 });
  await wait(250);
  // It waited in front of this reader for a tenth of a second at most.
  expect(await database.sql`select id from kept`).toHaveLength(0);
  release();
  await held;
  expect((await migrated).map(({ name }) => name)).toEqual(['note']);
});
