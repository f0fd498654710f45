import { TEST_POSTGRES_URL } from './database.ts';
import { startLogCheck } from './log-check.ts';
import { startSharedPostgres } from './shared-postgres.ts';

/**
 * Vitest: one Postgres for the whole run, whichever project asks first; its return value is the tear-down, which fails
 * where a host's log was not as it must be.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[TEST_POSTGRES_URL] !== undefined) return undefined;
  const stopPostgres = await startSharedPostgres();
  const endLogCheck = startLogCheck();
  return async () => {
    await stopPostgres();
    endLogCheck();
  };
}
