/** The pool that serves `/auth/v1`, `/rest/v1` and `/storage/v1`, with our corrections to Lite's Postgres driver. */
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import type { HostLog } from '../log.ts';
import { limitConnectionWait } from './database/connection-wait.ts';
import { mapDatabaseErrors } from './database/error-mapping.ts';
import { keepOurGrants } from './database/grants-guard.ts';
import { readStructureOnce } from './database/introspection.ts';
import { setSessionContextAtOnce } from './database/session-context.ts';
import { typeParsers } from './database/type-parsers.ts';

export interface ConnectionOptions {
  databaseUrl: string;
  /** Connections at most; a request holds one while its statements run. */
  poolSize: number;
  /** Milliseconds after which Postgres cancels a statement. Hosted Supabase gives signed-in users 8 s. */
  statementTimeoutMs: number;
  /** Milliseconds a request may wait for a free connection before it is answered with 503. */
  connectionWaitMs: number;
  log: HostLog;
}

export function openConnection(options: ConnectionOptions): PostgresConnection {
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: options.poolSize,
      connect_timeout: 10,
      types: typeParsers,
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
  mapDatabaseErrors(connection);
  setSessionContextAtOnce(connection);
  readStructureOnce(connection);
  limitConnectionWait(connection, options.connectionWaitMs);
  return connection;
}
