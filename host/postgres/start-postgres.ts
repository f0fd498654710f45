import type { HostLog } from '../log.ts';
import { chooseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { findHome, openDataDirectory, prepareHome } from './home.ts';
import { lockHome } from './host-lock.ts';
import { stopOrphan } from './orphan.ts';
import { runServer } from './server.ts';
import { RESTART_PAUSES_MS, superviseServer } from './supervisor.ts';

const FAST_SHUTDOWN_MS = 30_000;

export interface Postgres {
  /** Superuser's connection string, on the loopback interface. */
  url: string;
  /** Process id of the server; a new id after it was started again. */
  readonly pid: number;
  /** Settles when the server has ended, by stop() or by itself, and is not started again. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Ends connections, writes everything to disk and stops. */
  stop(): Promise<void>;
  /** Ends at once; the next start recovers from the log as after a power cut. Nothing acknowledged is lost. */
  kill(): Promise<void>;
}

/**
 * Starts the embedded Postgres of a data directory, creating it on the first start. Works as root (Postgres then runs
 * under an unprivileged account) and as an ordinary user; stops a server that a killed host left behind.
 *
 * @throws PostgresStartError when another host uses the directory or the server cannot run
 */
export async function startPostgres(options: {
  dataDir: string;
  log: HostLog;
  /** Server settings on top of our own, for example `fsync=off` for throw-away databases. */
  settings?: Record<string, string>;
  /** Starts it again at the same address when it ends by itself, until the fifth failure within a minute. */
  isKeptRunning?: boolean;
}): Promise<Postgres> {
  const { log, settings = {}, isKeptRunning = false } = options;
  const dataDir = openDataDirectory(options.dataDir);
  const account = chooseAccount(findHome(dataDir).data);
  const home = prepareHome(dataDir, account);
  const unlock = lockHome(home.directory, dataDir);
  try {
    const orphan = await stopOrphan(home.data);
    if (orphan !== undefined) log.warn(`Stopped a Postgres left behind by an earlier run (process ${orphan})`);
    const binaries = provideBinaries(account, () => home.directory);
    const password = openCluster({ dataDir, home, initdb: binaries.initdb, account });
    const run = (port?: number) =>
      runServer({ postgres: binaries.postgres, data: home.data, account, settings, log, port });
    const first = await run();
    const server = superviseServer(first, {
      async start() {
        await stopOrphan(home.data);
        return run(first.port);
      },
      pausesMs: isKeptRunning ? RESTART_PAUSES_MS : [],
      log,
    });

    const stopAtExit = () => void server.stop('SIGINT');
    process.once('exit', stopAtExit);
    const end = async (signal: NodeJS.Signals) => {
      process.off('exit', stopAtExit);
      const limit = setTimeout(() => void server.stop('SIGQUIT'), FAST_SHUTDOWN_MS);
      await server.stop(signal);
      clearTimeout(limit);
      unlock();
    };
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${first.port}/postgres`,
      get pid() {
        return server.pid;
      },
      exited: server.ended,
      stop: () => end('SIGINT'),
      kill: () => end('SIGQUIT'),
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
