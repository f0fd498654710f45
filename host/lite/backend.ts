/**
 * Supabase's Auth, REST and Storage APIs in this process: Supabase Lite over Postgres, with the corrections of this folder.
 *
 * Each correction is a file of its own that says what the library does and why that is wrong for us; its test also shows
 * the library's own behaviour, and fails on the day the library no longer needs it.
 */
import { App, setExperimental } from '@supabase/lite';
import type { HostLog } from '../log.ts';
import { bootstrapDatabase } from './bootstrap.ts';
import { openConnection } from './connection.ts';
import { answerDatabaseFailures } from './database/failures.ts';
import { withLibraryLog } from './library-log.ts';

export interface BackendOptions {
  databaseUrl: string;
  /** Where the web app lives: confirmation links return here when nothing else was asked for. */
  siteUrl: string;
  /** Where browsers and mailed links reach `/auth/v1`. */
  externalUrl: string;
  jwtSecret: string;
  /** Opaque keys in Supabase's form: `sb_publishable_…` and `sb_secret_…`. */
  publishableKey: string;
  secretKey: string;
  /** Uploaded files live below it, in `storage/`. Several hosts on one database must share this folder. */
  dataDir: string;
  log: HostLog;
  poolSize?: number;
  statementTimeoutMs?: number;
  connectionWaitMs?: number;
}

export interface RequestContext {
  /** The client's address as the listener knows it, never taken from a header that a client can set. */
  peerAddress: string | null;
}

export interface Backend {
  /** Answers `/auth/v1`, `/rest/v1` and `/storage/v1`; any other path gets 404. */
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Roles, system schemas and grants. Runs before migrations; repeatable. */
  bootstrap(): Promise<void>;
  /** Lite caches the database's structure: call this after migrations. */
  clearSchemaCache(): Promise<void>;
  close(): Promise<void>;
}

export function createBackend(options: BackendOptions): Backend {
  setExperimental('storage', true);
  const connection = openConnection({
    databaseUrl: options.databaseUrl,
    poolSize: options.poolSize ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 8_000,
    connectionWaitMs: options.connectionWaitMs ?? 5_000,
    log: options.log,
  });
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: 1000, external_url: options.externalUrl },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      site_url: options.siteUrl,
      minimum_password_length: 6,
      enable_refresh_token_rotation: true,
      email: { enable_signup: true, enable_confirmations: true, otp_length: 32, otp_expiry: 3600 },
    },
    storage: { enabled: true },
    studio: { enabled: false },
    db: { migrations: { enabled: false } },
    options: { server: { admin: false, disableStudio: true } },
  });
  answerDatabaseFailures(app, connection);

  return {
    fetch: (request, context) => withLibraryLog(options.log, () => app.fetch(request, context)),
    bootstrap: () => bootstrapDatabase(connection.driver),
    clearSchemaCache: () => connection.clearSchemaCache(),
    close: () => connection.close(),
  };
}
