/** The pool that serves `/auth/v1`, `/rest/v1` and `/storage/v1`, with our corrections to Lite's Postgres driver. */
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import type { BackendLog } from './backend-log.ts';
import { keepOurGrants } from './database/grants-guard.ts';

export interface ConnectionOptions {
  databaseUrl: string;
  /** Connections at most; a request holds one while its statements run. */
  poolSize: number;
  /** Milliseconds after which Postgres cancels a statement. Hosted Supabase gives signed-in users 8 s. */
  statementTimeoutMs: number;
  log: BackendLog;
}

export function openConnection(options: ConnectionOptions): PostgresConnection {
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: options.poolSize,
      connect_timeout: 10,
      onnotice: (notice) => options.log.debug({ notice: notice.message }, 'database notice'),
      connection: {
        application_name: 'point-0 api',
        search_path: '"$user", public, extensions',
        statement_timeout: options.statementTimeoutMs,
        idle_in_transaction_session_timeout: 30_000,
      },
    },
  });
  keepOurGrants(connection);
  return connection;
}
