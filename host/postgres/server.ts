import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { HostLog } from '../log.ts';
import type { Account } from './account.ts';
import { PostgresStartError } from './start-error.ts';

const START_LIMIT_MS = 120_000;
const PORT_ATTEMPTS = 5;
/** Below the ports of outgoing connections, so that the port is still free when the server is started again. */
const PORTS = { from: 20_000, to: 32_000 };
const DISK_FULL = 'The disk of DATA_DIR is full. Free some space, and start again: what was saved is safe.';
/** Lines of these levels are logged, without their details, which may quote the statement that ran. */
const NEWS = /^(LOG|FATAL|PANIC): /;

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // No socket: its path is limited to about a hundred bytes, and the host needs none.
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // A backup of the running server (host/backup) needs this level of log, and one slot that keeps it. Nothing streams.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '2',
  jit: 'off',
  random_page_cost: '1.1',
  idle_in_transaction_session_timeout: '60s',
  // After a crash: one sync of the whole file system; a sync of each of a thousand files would take seconds.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  // Only the server's own messages are logged: a refused statement concerns only its caller, and its text may hold
  // personal data.
  log_min_messages: 'log',
  log_line_prefix: '',
  cluster_name: 'point-0',
};

export interface RunningServer {
  port: number;
  process: ChildProcess;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** The last messages of the server about itself, without statements and rows. */
  lastNews(): string;
}

/** Settings of the person's own shell (PGPORT, PGDATA, locale) must not leak into the embedded server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Starts the server on a loopback port and waits until it accepts connections.
 *
 * @param options.port a free one when undefined
 * @throws PostgresStartError with the server's last lines when it ends instead
 */
export async function runServer(options: {
  postgres: string;
  data: string;
  account: Account | undefined;
  settings: Record<string, string>;
  log: HostLog;
  port?: number | undefined;
}): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort());
    const outcome = await tryPort(port, options.port === undefined, options);
    if (typeof outcome !== 'string') return outcome;
    // Another process may have taken the port after we found it free.
    if (options.port === undefined && attempt < PORT_ATTEMPTS && outcome.includes('Address already in use')) continue;
    const advice = outcome.includes('No space left on device') ? `\n${DISK_FULL}` : '';
    throw new PostgresStartError(`Postgres did not start:\n${outcome}${advice}`);
  }
}

function tryPort(
  port: number,
  isFirst: boolean,
  { postgres, data, account, settings, log }: Parameters<typeof runServer>[0],
): Promise<RunningServer | string> {
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...flags], {
    ...account,
    cwd: data,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a session of its own: Ctrl-C in the terminal must reach only the host, which still has requests to finish.
    detached: true,
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  return new Promise((resolve) => {
    let isReady = false;
    const lastLines: string[] = [];
    const lastNews = () => lastLines.findLast((line) => NEWS.test(line)) ?? '';
    const limit = setTimeout(() => child.kill('SIGQUIT'), START_LIMIT_MS);
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.debug({ postgres: line }, 'postgres');
      lastLines.push(line);
      if (lastLines.length > 30) lastLines.shift();
      // It breaks off each time that it recovers, as on a full disk, and somebody waits for the first start.
      if (isFirst && !isReady && line.includes('all server processes terminated; reinitializing'))
        child.kill('SIGQUIT');
      if (line.includes('database system is ready to accept connections')) {
        isReady = true;
        clearTimeout(limit);
        resolve({ port, process: child, exited, lastNews });
      }
    });
    child.once('error', (error) => lastLines.push(error.message));
    // "close" comes after the last line was read, "exit" may come before.
    child.once('close', () => {
      clearTimeout(limit);
      resolve(lastLines.join('\n'));
    });
  });
}

async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
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
