import { startSharedPostgres } from './shared-postgres.ts';

/** Vitest: one Postgres for the whole run; its return value is the tear-down. */
export default function setUp(): Promise<() => Promise<void>> {
  return startSharedPostgres();
}
