import { TEST_POSTGRES_URL } from './database.ts';
import { startSharedPostgres } from './shared-postgres.ts';

/** Vitest: one Postgres for the whole run, whichever project asks first; its return value is the tear-down. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  return process.env[TEST_POSTGRES_URL] === undefined ? startSharedPostgres() : undefined;
}
