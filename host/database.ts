import cluster from 'node:cluster';
import postgres from 'postgres';
import { ExplainedError } from './explained-error.ts';
import type { HostLog } from './log.ts';
import { secondsToReconnect } from './postgres/driver.ts';
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

/** The database cannot be reached; the message says why, without the password. */
class DatabaseError extends ExplainedError {
  override name = 'DatabaseError';
}

/**
 * Starts the embedded Postgres, or connects to the one that the settings name, or to the one that the first process of
 * this host runs for all of them.
 *
 * @throws PostgresStartError when the embedded Postgres does not start
 * @throws DatabaseError when the running Postgres cannot be reached
 */
export async function openDatabase(settings: Settings, log: HostLog): Promise<HostDatabase> {
  const embedded =
    settings.isEmbedded && !cluster.isWorker
      ? await startPostgres({ dataDir: settings.DATA_DIR, log, isKeptRunning: true })
      : undefined;
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
  try {
    await sql`select 1`;
  } catch (error) {
    await sql.end({ timeout: 1 });
    await embedded?.kill();
    const { hostname, port } = new URL(url);
    const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
    throw new DatabaseError(`The database at ${hostname}:${port || 5432} cannot be reached: ${reason}`, {
      cause: error,
    });
  }
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
