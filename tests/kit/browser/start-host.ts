import postgres from 'postgres';
import { ROUTES } from '#host/metrics/routes.ts';
import { startTestHost, type TestHost } from '../host.ts';
import { startLogCheck } from '../log-check.ts';
import { countSeries, readOpenMetrics } from '../open-metrics.ts';

/** Where the workers find the host of the run, as JSON. */
const HOST_VARIABLE = 'POINT0_BROWSER_TEST_HOST';

type SharedHost = Pick<TestHost, 'url' | 'dataDir' | 'databaseUrl' | 'keys'> & {
  /** The accounts of the demonstration. */
  logins: NonNullable<TestHost['logins']>;
};

/** Playwright's global setup: one host with its own data directory for the whole run; what it returns stops it. */
export default async function startHost(): Promise<() => Promise<void>> {
  const endLogCheck = startLogCheck();
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
  return async () => {
    try {
      await checkMetrics(host);
    } finally {
      await host.stop();
    }
    endLogCheck();
  };
}

/** After all tests: the metrics are well-formed, at most 1,000 series, and name routes that the program knows. */
async function checkMetrics({ url, keys }: TestHost): Promise<void> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${keys.ops}`, accept: 'application/openmetrics-text; version=1.0.0' },
  });
  const families = readOpenMetrics(await response.text());
  const series = countSeries(families);
  if (series > 1_000) throw new Error(`/metrics has ${series} series after this run: at most 1,000 are allowed.`);
  const samples = families.get('point0_http_request_duration_seconds')?.samples ?? [];
  const strange = samples.find(({ labels }) => !ROUTES.includes(labels.route ?? ''));
  if (strange) throw new Error(`/metrics has the route ${strange.labels.route}, which is none of the program's.`);
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
