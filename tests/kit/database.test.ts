import { expect, test } from 'vitest';
import { listMigrations } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';
import { createTestDatabase } from './database.ts';

test('suites get migrated databases of their own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const versions = await first.sql`select version from supabase_migrations.schema_migrations order by 1`;
    expect(versions.map((row) => row.version)).toEqual(
      listMigrations(projectPaths.migrations).map((migration) => migration.version),
    );
    await first.sql`create table public.only_here (id int)`;
    const [elsewhere] = await second.sql`select to_regclass('public.only_here') as found`;
    expect(elsewhere?.found).toBeNull();
  } finally {
    await first.drop();
    await second.drop();
  }
});

test('an unmigrated database has no system schemas', async () => {
  const database = await createTestDatabase({ migrated: false });
  try {
    const [row] = await database.sql`select to_regnamespace('auth') as auth`;
    expect(row?.auth).toBeNull();
  } finally {
    await database.drop();
  }
});
