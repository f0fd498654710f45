import cluster from 'node:cluster';
import postgres from 'postgres';
import type { HostLog } from './log.ts';
import { secondsToReconnect } from './postgres/driver.ts';
import { DatabaseError, examineDatabase } from './postgres/examine-database.ts';
import { findRunningServer } from './postgres/running-server.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import type { Settings } from './settings.ts';

export interface HostDatabase {
  url: string;
  /** A few connections for the host's own questions; the API has a pool of its own. */
  sql: postgres.Sql;
  /** Settles when the embedded server stays down; never for an external Postgres. */
  ended: Promise<unknown>;
  close(): Promise<void>;
  /** Closes at once, without an orderly end. */
  kill(): Promise<void>;
}

/**
 * Starts the embedded Postgres, or connects to the one that the settings name, or to the one that the first process of
 * this host runs for all of them.
 *
 * @throws PostgresStartError when the embedded Postgres does not start
 * @throws DatabaseError when the running Postgres cannot be reached, or is not ready for the role
 */
export async function openDatabase(settings: Settings, log: HostLog): Promise<HostDatabase> {
  const embedded =
    settings.isEmbedded && !cluster.isWorker
      ? await startPostgres({ dataDir: settings.DATA_DIR, log, isKeptRunning: true })
      : undefined;
  if (settings.DATABASE_URL !== undefined) await examineDatabase(settings.DATABASE_URL);
  const url = embedded?.url ?? settings.DATABASE_URL ?? findRunningServer(settings.DATA_DIR)?.url;
  if (url === undefined) throw new DatabaseError('The embedded Postgres of this host does not run.');
  const sql = postgres(url, {
    max: 4,
    connect_timeout: 10,
    backoff: secondsToReconnect,
    prepare: settings.PREPARED_STATEMENTS === 'on',
    onnotice: (notice) => log.debug({ notice: notice.message }, 'database notice'),
    connection: { application_name: 'point-0 host', statement_timeout: 30_000 },
  });
  return {
    url,
    sql,
    ended: embedded?.exited ?? new Promise(() => {}),
    close: async () => {
      await sql.end({ timeout: 5 });
      await embedded?.stop();
    },
    kill: async () => {
      await embedded?.kill();
    },
  };
}
