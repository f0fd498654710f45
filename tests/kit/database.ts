import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { prepareDatabase } from '#host/lite/prepare-database.ts';
import { listMigrations, migrate } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';

/** Statements that a negative control runs in every migrated database: a protection that is to be missed. */
const MUTATION = 'TEST_DATABASE_MUTATION';

/** Set by the global set-up: the superuser's connection string of the Postgres that all suites of a run share. */
export const TEST_POSTGRES_URL = 'POINT0_TEST_POSTGRES_URL';

const TEMPLATE_LOCK = 727_274_002;

export interface TestDatabase {
  /** Superuser's connection string of this database alone. */
  url: string;
  /** Superuser's connections; row-level security does not hold for them. */
  sql: postgres.Sql;
  drop(): Promise<void>;
}

/**
 * A database with the project's schema and no rows, for one suite. It is cloned from a template that the first caller
 * migrates and that a change of any migration replaces.
 *
 * @param options.migrated `false` gives an empty database instead: no roles' grants, no system schemas, no tables
 * @throws Error when the shared Postgres is not running
 */
export async function createTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const { create, ...database } = reserveTestDatabase(options);
  await create();
  return database;
}

/** As createTestDatabase, but there only after `create`. */
export function reserveTestDatabase(
  options: { migrated?: boolean } = {},
): TestDatabase & { create: () => Promise<void> } {
  const sharedUrl = process.env[TEST_POSTGRES_URL];
  if (!sharedUrl) {
    throw new Error(`${TEST_POSTGRES_URL} is unset: run this under Vitest, or call startSharedPostgres() first.`);
  }
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(sharedUrl, name);
  const sql = postgres(url, { max: 5, onnotice: () => {} });
  return {
    url,
    sql,
    async create() {
      const admin = postgres(sharedUrl, { max: 1, onnotice: () => {} });
      try {
        const template = options.migrated === false ? 'template0' : await provideTemplate(admin, sharedUrl);
        // Copies the template's files; the default writes every page to the log as well, at several times the CPU.
        await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
        // The bootstrap's setting belongs to one database and does not travel with the clone.
        await admin.unsafe(`alter database ${name} set search_path to "$user", public, extensions`);
      } finally {
        await admin.end();
      }
      const mutation = process.env[MUTATION];
      if (options.migrated === false) return;
      // As where the sandbox is on; what is about two-step sign-in asks for it.
      // Nobody's act: the audit log of a test database is empty.
      await sql`alter table private.security_settings disable trigger audit_security_settings`;
      await sql`update private.security_settings set admin_two_step = 'optional'`;
      await sql`alter table private.security_settings enable trigger audit_security_settings`;
      // The template may be as old as the run; a database without a worker is sound for its first minutes.
      await sql`update private.watch_settings set schema_made_at = clock_timestamp()`;
      if (mutation) await sql.unsafe(mutation);
    },
    async drop() {
      await sql.end({ timeout: 1 });
      await dropDatabase(sharedUrl, name);
    },
  };
}

async function provideTemplate(admin: postgres.Sql, sharedUrl: string): Promise<string> {
  const name = `template_${hashMigrations()}`;
  await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const [existing] = await admin`select from pg_database where datname = ${name}`;
    if (existing) return name;
    const unfinished = `${name}_unfinished`;
    await admin.unsafe(`drop database if exists ${unfinished} with (force)`);
    await admin.unsafe(`create database ${unfinished}`);
    const url = databaseUrl(sharedUrl, unfinished);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await prepareDatabase(sql);
    } finally {
      await sql.end();
    }
    await migrate({ databaseUrl: url, directory: projectPaths.migrations });
    await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await admin`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
}

function hashMigrations(): string {
  const hash = createHash('sha256');
  const preparation = path.join(projectPaths.root, 'host', 'lite', 'prepare-database.ts');
  for (const file of [preparation, ...listMigrations(projectPaths.migrations).map((one) => one.file)]) {
    hash.update(`${path.basename(file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function dropDatabase(sharedUrl: string, name: string): Promise<void> {
  const admin = postgres(sharedUrl, { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
  } finally {
    await admin.end();
  }
}

function databaseUrl(sharedUrl: string, name: string): string {
  const url = new URL(sharedUrl);
  url.pathname = `/${name}`;
  return url.href;
}
