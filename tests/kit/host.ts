import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReadyReport } from '#host/bootstrap.ts';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { findHost } from '#host/postgres/host-lock.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { projectPaths } from '#host/project-paths.ts';
import { createLogCheck } from './log-check.ts';

/** Keys for hosts on a database that the test brings: all hosts on one database must have the same. */
const SHARED_KEYS = {
  JWT_SECRET: 'test-secret-test-secret-test-secret-test',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test_test_test_test',
  SUPABASE_SECRET_KEY: 'sb_secret_test_test_test_test_test_test',
  OPS_TOKEN: 'ops-token-of-tests-ops-token-of-tests',
  SANDBOX: 'on',
};
const START_LIMIT_MS = 60_000;

export interface TestHost {
  url: string;
  dataDir: string;
  /** Superuser's connection string. */
  databaseUrl: string;
  keys: { publishable: string; secret: string; ops: string };
  /** The demonstration's accounts; absent with a database that the test brings. */
  logins: ReadyReport['logins'];
  /** The process id of the host. */
  pid: number;
  /** Everything printed so far, for people and for the log. */
  output(): string;
  /** Stops in order (SIGTERM), and deletes the data directory unless the test brought it. */
  stop(): Promise<void>;
  /** Ends the host as a power cut would; its embedded Postgres is left behind. */
  kill9(): Promise<void>;
}

/**
 * Starts a host of its own process on a free port. Without `databaseUrl` it has an embedded Postgres of its own;
 * with it (see createTestDatabase) it starts faster and has no demonstration catalogue.
 *
 * @param options.dataDir a directory to keep: to start again on the same data after stop() or kill9()
 * @param options.web whether it serves pages, building them first if they are not current
 * @throws Error with what the host printed, when it ends instead of starting
 */
export async function startTestHost(
  options: { env?: Record<string, string>; dataDir?: string; databaseUrl?: string; web?: boolean } = {},
): Promise<TestHost> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'point-0-test-host-'));
  const flags = ['--ignore-env-file', '--report-ready', ...(options.web ? [] : ['--without-web'])];
  const child = spawn(process.execPath, [path.join(projectPaths.root, 'host', 'main.ts'), ...flags], {
    cwd: projectPaths.root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Tests sign up and in far more often than they guess passwords.
      LITE_AUTH_BCRYPT_COST: '4',
      // Compiling the host's modules is half of the work of starting it.
      NODE_COMPILE_CACHE: path.join(projectPaths.root, 'node_modules', '.cache', 'test-hosts'),
      // Suites that are about the provider's events have them sent when they say so.
      SANDBOX_WEBHOOKS: 'off',
      // No balancer asks whether they are ready.
      DRAIN_SECONDS: '0',
      // A negative control's: what each host loads before its own code.
      ...(process.env.TEST_HOST_OPTIONS && { NODE_OPTIONS: process.env.TEST_HOST_OPTIONS }),
      PORT: String(await findFreePort()),
      DATA_DIR: dataDir,
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl, ...SHARED_KEYS }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  const logCheck = createLogCheck();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      collect(chunk);
      logCheck.read(stream, chunk);
    });
  }
  let isReady = false;
  const exited = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      // The tests that need it fail for want of a connection, which does not say why.
      if (isReady && code !== 0 && code !== null)
        process.stderr.write(`A host ended with code ${code}:\n${output.slice(-4000)}`);
      resolve();
    }),
  );

  const clean = async () => {
    const home = findHome(dataDir);
    // Another host of the test may have taken the directory over.
    if (findHost(home.directory) === undefined) await stopOrphan(home.data);
    if (options.dataDir !== undefined) return;
    removeHome(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  let report: ReadyReport;
  try {
    report = await waitUntilReady(child);
  } catch (error) {
    child.kill('SIGKILL');
    await exited;
    await clean();
    throw new Error(`${(error as Error).message}\n${output}`);
  }
  isReady = true;
  logCheck.forbid(secretsOf(dataDir, report));
  return {
    url: report.url,
    dataDir,
    databaseUrl: report.databaseUrl,
    keys: { publishable: report.publishableKey, secret: report.secretKey, ops: report.opsToken ?? '' },
    logins: report.logins,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await clean();
    },
    async kill9() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** What no line of this host's log may hold. */
function secretsOf(dataDir: string, { publishableKey, secretKey, opsToken, logins }: ReadyReport): string[] {
  const keys = path.join(dataDir, 'keys.json');
  const made = existsSync(keys) ? Object.values<unknown>(JSON.parse(readFileSync(keys, 'utf8'))) : [];
  const passwords = Object.values(logins ?? {}).map(({ password }) => password);
  const shared = [SHARED_KEYS.JWT_SECRET, publishableKey, secretKey, opsToken, ...passwords, ...made];
  return shared.filter((secret) => typeof secret === 'string');
}

function waitUntilReady(child: ChildProcess): Promise<ReadyReport> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`The host did not start in ${START_LIMIT_MS / 1000} s`)),
      START_LIMIT_MS,
    );
    child.once('message', (message) => {
      clearTimeout(limit);
      resolve(message as ReadyReport);
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The host ended with code ${code} instead of starting`));
    });
  });
}

/**
 * A port of the loopback interface that nobody listens on at this moment. It lies below those that the system gives to
 * outgoing connections, so that none of these takes it before the caller listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
