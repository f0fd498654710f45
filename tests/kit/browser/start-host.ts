import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FullConfig } from '@playwright/test';
import postgres from 'postgres';
import { provideKeys } from '#host/keys.ts';
import { ROUTES } from '#host/metrics/routes.ts';
import { projectPaths } from '#host/project-paths.ts';
import type { Settings } from '#host/settings.ts';
import { findFreePort, startTestHost, type TestHost } from '../host.ts';
import { startLogCheck } from '../log-check.ts';
import { countSeries, readOpenMetrics } from '../open-metrics.ts';
import { startPageServer } from '../page-server.ts';

/** Where the workers find the host of the run, as JSON. */
const HOST_VARIABLE = 'POINT0_BROWSER_TEST_HOST';

type SharedHost = Pick<TestHost, 'url' | 'dataDir' | 'databaseUrl' | 'keys'> & {
  /** The accounts of the demonstration. */
  logins: NonNullable<TestHost['logins']>;
  /** The same site on a page server, whose backend is another host on the same data. */
  pageServerUrl?: string;
  /** Where that page server's backend is. */
  splitApiUrl?: string;
};

/** The project of `playwright.config.ts` whose pages come from a page server. */
export const PAGE_SERVER_PROJECT = 'page-server';
/** All tests come from one address, and most begin by signing in. */
const LIMITS = { AUTH_REQUEST_LIMIT: '1000' };

/** Playwright's global setup: one host with its own data directory for the whole run; what it returns stops it. */
export default async function startHost({ projects }: FullConfig): Promise<() => Promise<void>> {
  const endLogCheck = startLogCheck();
  const host = await startTestHost({ web: true, env: LIMITS });
  const isSplit = projects.some(({ name }) => name === PAGE_SERVER_PROJECT) && !isLeftOut(PAGE_SERVER_PROJECT);
  const [split] = await Promise.all([isSplit ? startSplitSite(host) : undefined, checkDeployment(host)]);
  await shareHost({ ...host, ...(split && { pageServerUrl: split.url, splitApiUrl: split.apiUrl }) });
  return async () => {
    try {
      await checkMetrics(host);
    } finally {
      await split?.stop();
      await host.stop();
    }
    endLogCheck();
  };
}

/** Makes a host the one that `sharedHost` and `sharedSql` mean, in this process and those that it starts. */
export async function shareHost(host: Omit<SharedHost, 'logins'> & Pick<TestHost, 'logins'>): Promise<void> {
  const { url, dataDir, databaseUrl, keys, logins, pageServerUrl, splitApiUrl } = host;
  if (!logins) throw new Error('The host of the browser tests has no demonstration data.');
  const database = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await database`create schema browser_tests`;
  await database`create table browser_tests.given_slots (slot_id uuid primary key)`;
  await database.end();
  const shared = { url, dataDir, databaseUrl, keys, logins, pageServerUrl, splitApiUrl };
  process.env[HOST_VARIABLE] = JSON.stringify(shared);
}

/**
 * Before all tests: `npm run doctor` beside `npm start`, without any setting but the port, finds nothing wrong. On a machine
 * that other suites keep busy the first round of jobs may still be to come, so it may ask twice.
 */
async function checkDeployment(host: TestHost): Promise<void> {
  const findsNothing = (output: string) => output.endsWith('\nNo check failed.\n');
  if (findsNothing(await runDoctor(host))) return;
  const output = await runDoctor(host);
  if (!findsNothing(output)) throw new Error(`npm run doctor found something wrong:\n${output}`);
}

async function runDoctor({ url, dataDir }: TestHost): Promise<string> {
  const doctor = path.join(projectPaths.root, 'scripts', 'doctor.ts');
  // `--env-file` of a device that is empty: whatever `.env` says is not about this host.
  // The machine may be busy with other suites.
  const args = ['--', doctor, '--env-file', '/dev/null', '--limit', '60'];
  const env = { PATH: process.env.PATH, PORT: new URL(url).port, DATA_DIR: dataDir };
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
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

/** Whether the command names projects, and not this one. */
function isLeftOut(project: string): boolean {
  const named = process.argv.filter((argument) => argument.startsWith('--project'));
  return named.length > 0 && !process.argv.some((argument) => argument.includes(project));
}

/**
 * The site as two processes of different origins: a page server at 127.0.0.1, and a host without pages at localhost, on
 * the database and the files of the run's host.
 */
async function startSplitSite(host: TestHost): Promise<{ url: string; apiUrl: string; stop: () => Promise<void> }> {
  const [port, apiPort] = [await findFreePort(), await findFreePort()];
  const apiUrl = `http://localhost:${apiPort}`;
  const { jwtSecret } = provideKeys({ DATA_DIR: host.dataDir, isSandbox: true } as Settings);
  const api = await startTestHost({
    databaseUrl: host.databaseUrl,
    dataDir: host.dataDir,
    env: {
      ...LIMITS,
      PORT: String(apiPort),
      SITE_URL: `http://127.0.0.1:${port}`,
      API_URL: apiUrl,
      PAGES: 'off',
      WORKERS: '0',
      JWT_SECRET: jwtSecret,
      SUPABASE_PUBLISHABLE_KEY: host.keys.publishable,
      SUPABASE_SECRET_KEY: host.keys.secret,
    },
  });
  const pages = await startPageServer({
    port,
    supabaseUrl: apiUrl,
    publishableKey: host.keys.publishable,
    env: { GOOGLE_SIGN_IN: 'on', SANDBOX_URL: apiUrl },
  });
  return {
    url: pages.url,
    apiUrl,
    stop: async () => {
      await pages.stop();
      await api.stop();
    },
  };
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
