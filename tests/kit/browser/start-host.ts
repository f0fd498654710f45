import postgres from 'postgres';
import { startTestHost, type TestHost } from '../host.ts';

/** Where the workers find the host of the run, as JSON. */
const HOST_VARIABLE = 'POINT0_BROWSER_TEST_HOST';

type SharedHost = Pick<TestHost, 'url' | 'dataDir' | 'databaseUrl' | 'keys'> & {
  /** The accounts of the demonstration. */
  logins: NonNullable<TestHost['logins']>;
};

/** Playwright's global setup: one host with its own data directory for the whole run; what it returns stops it. */
export default async function startHost(): Promise<() => Promise<void>> {
  const host = await startTestHost({
    web: true,
    // All tests come from one address, and most begin by signing in.
    env: { AUTH_REQUEST_LIMIT: '1000' },
  });
  const { url, dataDir, databaseUrl, keys, logins } = host;
  if (!logins) throw new Error('The host of the browser tests has no demonstration data.');
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create schema browser_tests`;
  await sql`create table browser_tests.given_slots (slot_id uuid primary key)`;
  await sql.end();
  process.env[HOST_VARIABLE] = JSON.stringify({ url, dataDir, databaseUrl, keys, logins } satisfies SharedHost);
  return () => host.stop();
}

/** The host that all tests of a run share. */
export function sharedHost(): SharedHost {
  const host = process.env[HOST_VARIABLE];
  if (!host) throw new Error(`${HOST_VARIABLE} is unset: the host of the browser tests did not start.`);
  return JSON.parse(host);
}

let sql: postgres.Sql | undefined;

/** The shared host's database, as its superuser. */
export function sharedSql(): postgres.Sql {
  sql ??= postgres(sharedHost().databaseUrl, { max: 2, onnotice: () => {} });
  return sql;
}
