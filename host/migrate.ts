import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { startUp } from '#copy/office/host.ts';
import { RELEASE } from '#rules/office/release.ts';
import { ExplainedError } from './explained-error.ts';
import { SCHEMA_LOCK } from './lite/prepare-database.ts';
import { whenFree } from './postgres/when-free.ts';

export type Migration = { version: string; name: string; file: string };

/** The project's migrations in the order in which they apply. */
export function listMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .sort()
    .flatMap((entry) => {
      const match = /^(\d+)_(.+)\.sql$/.exec(entry);
      return match ? [{ version: match[1] ?? '', name: match[2] ?? '', file: path.join(directory, entry) }] : [];
    });
}

/** The migrations that the database has not applied yet; changes nothing. */
export async function findPendingMigrations(sql: postgres.Sql, directory: string): Promise<Migration[]> {
  const applied = await readAppliedVersions(sql);
  return listMigrations(directory).filter((migration) => !applied.has(migration.version));
}

async function readAppliedVersions(sql: postgres.Sql): Promise<Set<string>> {
  const [history] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`;
  const rows = history?.exists
    ? await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
    : [];
  return new Set(rows.map((row) => row.version));
}

/** The release of the database; undefined where it has none yet. */
async function readRelease(sql: postgres.Sql): Promise<number | undefined> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('private.releases') is not null as exists`;
  if (!table?.exists) return undefined;
  const [row] = await sql<{ release: number | null }[]>`select max(release) as release from private.releases`;
  return row?.release ?? undefined;
}

/**
 * A program runs with a database of its own release or of the next one: a release removes nothing that the release
 * before it uses.
 *
 * @throws MigrationError where the database is two releases ahead or more
 */
export async function refuseLaterRelease(sql: postgres.Sql, program: number = RELEASE): Promise<void> {
  const database = await readRelease(sql);
  if (database === undefined || database <= program + 1) return;
  throw new MigrationError(startUp.laterRelease(database, program));
}

/**
 * Until the first release, the migration files themselves are changed, so a database made by earlier files cannot be
 * updated. Versions later than ours come from a newer host on the same database, and are no reason to refuse.
 */
async function refuseEarlierSchema(sql: postgres.Sql, directory: string): Promise<void> {
  const versions = listMigrations(directory).map((migration) => migration.version);
  const newest = versions.at(-1) ?? '';
  for (const version of await readAppliedVersions(sql)) {
    if (version < newest && !versions.includes(version)) throw new MigrationError(startUp.earlierSchema);
  }
}

/** Whether a file was changed after a host applied it. The Supabase CLI keeps the statements one by one, which says nothing. */
async function wasMadeByOtherFiles(sql: postgres.Sql, directory: string): Promise<boolean> {
  const rows = await sql<{ version: string; source: string }[]>`
    select version, statements[1] as source from supabase_migrations.schema_migrations where cardinality(statements) = 1`;
  const applied = new Map(rows.map(({ version, source }) => [version, source]));
  return listMigrations(directory).some(
    ({ version, file }) => applied.has(version) && applied.get(version) !== readFileSync(file, 'utf8'),
  );
}

/**
 * Applies the pending migrations, each file in one transaction. It uses the Supabase CLI's history table, so that
 * either tool can continue where the other stopped. Hosts that start together wait for each other.
 *
 * @returns the migrations that this call applied
 * @throws MigrationError naming the file that failed, and what to do where earlier files were changed since they were
 * applied; the files before it stay applied. Also when an earlier version's
 * migrations made the database; then nothing is applied.
 */
export async function migrate(options: {
  databaseUrl: string;
  directory: string;
  /** Called once, before the first of `count` files is applied; not called when there is nothing to do. */
  onStart?: (count: number) => void;
  /** The program's release; tests may give another. */
  release?: number;
  /** The pause between two tries to lock a table that other processes use, in milliseconds. */
  pauseMs?: number;
}): Promise<Migration[]> {
  const { databaseUrl, directory, onStart, release = RELEASE, pauseMs } = options;
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${SCHEMA_LOCK})`;
    await refuseLaterRelease(sql, release);
    await refuseEarlierSchema(sql, directory);
    const pending = await findPendingMigrations(sql, directory);
    if (pending.length === 0) return pending;
    onStart?.(pending.length);
    await sql
      .unsafe(
        `create schema if not exists supabase_migrations;
         create table if not exists supabase_migrations.schema_migrations (version text primary key);
         alter table supabase_migrations.schema_migrations add column if not exists statements text[];
         alter table supabase_migrations.schema_migrations add column if not exists name text;`,
      )
      .simple();
    const isEarlier = await wasMadeByOtherFiles(sql, directory);
    for (const migration of pending) await whenFree(() => apply(sql, migration, isEarlier), pauseMs);
    return pending;
  } finally {
    // Ending the only connection releases the lock.
    await sql.end();
  }
}

/** The database refused a migration file and undid all of it; or the database's history is not ours. */
export class MigrationError extends ExplainedError {
  override name = 'MigrationError';
}

async function apply(sql: postgres.Sql, { version, name, file }: Migration, isEarlier: boolean): Promise<void> {
  const source = readFileSync(file, 'utf8');
  try {
    await sql.begin(async (transaction) => {
      // One simple query: the server itself splits the file into statements, so ours need not parse strings or
      // functions.
      await transaction.unsafe(source).simple();
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[source]})`;
    });
  } catch (error) {
    const told = [path.basename(file), explain(error, source)] as const;
    const sentence = isEarlier
      ? `${startUp.earlierSchema} ${startUp.migrationRefused(...told)}`
      : startUp.migrationFailed(...told);
    throw new MigrationError(sentence, { cause: error });
  }
}

function explain(error: unknown, source: string): string {
  if (!(error instanceof postgres.PostgresError)) return String(error);
  const line = error.position && source.slice(0, Number(error.position)).split('\n').length;
  return [line ? `line ${line}: ${error.message}` : error.message, error.detail, error.hint, error.where]
    .filter(Boolean)
    .join('; ');
}
