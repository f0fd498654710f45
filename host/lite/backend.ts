/**
 * Supabase's Auth, REST and Storage APIs in this process: Supabase Lite over Postgres, with the corrections of this
 * folder.
 *
 * Each correction says what the library does and why that is wrong for us. Its test also shows the library's own
 * behaviour, so that it fails when the library no longer needs the correction.
 */

import path from 'node:path';
import { App, setExperimental } from '@supabase/lite';
import type { HostLog } from '../log.ts';
import { ACCESS_TOKEN_SECONDS } from './auth/access-tokens.ts';
import { createAuthGateway } from './auth/auth-gateway.ts';
import { createAuthMailer, type QueueMail, queueInOutbox } from './auth/mailer.ts';
import { type RequestLimits, STANDARD_LIMITS } from './auth/request-limits.ts';
import { answerWhenAway } from './database-away.ts';
import { openConnection } from './database-connection.ts';
import { answerDatabaseFailures } from './database-errors.ts';
import { answerPreflight, openToOtherOrigins } from './foreign-origins.ts';
import { withLibraryLog } from './library-log.ts';
import { prepareDatabase } from './prepare-database.ts';
import { createRestGateway } from './rest-gateway.ts';
import { createFileStore, createStorageAdapter } from './storage/file-store.ts';
import { createStorageGateway } from './storage/storage-gateway.ts';

export interface BackendOptions {
  databaseUrl: string;
  /** The web app's address. Confirmation links return here unless the request named another target. */
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
  /** Further origins that mailed links and sign-in through providers may return to. */
  redirectOrigins?: readonly string[];
  google?: { clientId: string; clientSecret: string };
  /** Queues the auth e-mails; unless given, as rows of `private.outbox`. */
  queueMail?: QueueMail;
  requestLimits?: Partial<RequestLimits>;
  poolSize?: number;
  statementTimeoutMs?: number;
  connectionWaitMs?: number;
  /** Whether statements may be prepared on a connection; true unless given. */
  isPrepared?: boolean;
  /** Called after each wait for a database connection, with its seconds. */
  onConnectionWait?: (seconds: number) => void;
}

export interface RequestContext {
  /** The client's address as the listener knows it, never taken from a header that a client can set. */
  peerAddress: string | null;
  /** Names the request in the log. */
  requestId?: string;
}

export interface Backend {
  /** Answers `/auth/v1`, `/rest/v1` and `/storage/v1`; any other path gets 404. */
  fetch(request: Request, context: RequestContext): Promise<Response>;
  /** Roles, system schemas and grants. Runs before migrations; repeatable. */
  prepareDatabase(): Promise<void>;
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
    isPrepared: options.isPrepared ?? true,
    onConnectionWait: options.onConnectionWait,
    log: options.log,
  });
  const redirectOrigins = options.redirectOrigins ?? [];
  const app = new App({
    connection,
    // As in supabase/config.toml, so that both ways to run the product answer alike.
    api: { enabled: true, schemas: ['public'], max_rows: 1000, external_url: options.externalUrl },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      site_url: options.siteUrl,
      additional_redirect_urls: redirectOrigins.map((origin) => `${origin}/**`),
      minimum_password_length: 6,
      enable_refresh_token_rotation: true,
      email: {
        enable_signup: true,
        enable_confirmations: true,
        // The library's "double" asks only the old address; auth/email-change.ts asks both.
        double_confirm_changes: false,
        // The library's tokens are sha256(address + digits). Six digits could be guessed if such a token were ever
        // used.
        otp_length: 32,
        otp_expiry: 3600,
      },
      ...(options.google && {
        external: {
          google: { enabled: true, client_id: options.google.clientId, secret: options.google.clientSecret },
        },
      }),
    },
    storage: { enabled: true },
    studio: { enabled: false },
    // The host has its own runner.
    db: { migrations: { enabled: false } },
    options: { server: { admin: false, disableStudio: true } },
  });
  const mailer = createAuthMailer({
    sql: connection.driver,
    siteUrl: options.siteUrl,
    queueMail: options.queueMail ?? queueInOutbox(connection.driver),
  });
  app._mailer = mailer;
  const answerAuth = createAuthGateway({
    library: app.fetch,
    sql: connection.driver,
    mailer,
    redirects: { siteUrl: options.siteUrl, redirectOrigins },
    limits: { ...STANDARD_LIMITS, ...options.requestLimits },
    jwtSecret: options.jwtSecret,
    publishableKey: options.publishableKey,
    secretKey: options.secretKey,
  });
  const answerRest = createRestGateway(app.fetch, options.secretKey, connection.driver);
  const store = createFileStore(path.join(options.dataDir, 'storage'));
  app._storageAdapter = createStorageAdapter(store);
  const answerStorage = createStorageGateway({
    library: app.fetch,
    sql: connection.driver,
    store,
    jwtSecret: options.jwtSecret,
    secretKey: options.secretKey,
  });
  answerDatabaseFailures(app, connection);

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/auth/v1/')) return answerAuth(request, context);
    if (pathname.startsWith('/rest/v1/')) return answerRest(request, context);
    if (pathname.startsWith('/storage/v1/')) return answerStorage(request, context);
    return Response.json({ message: 'Not found' }, { status: 404 });
  }

  return {
    fetch: (request, context) =>
      withLibraryLog(
        options.log,
        async () => {
          const { pathname } = new URL(request.url);
          const given = answerPreflight(request) ?? (await answerWhenAway(pathname, () => answer(request, context)));
          return openToOtherOrigins(given);
        },
        context.requestId,
      ),
    prepareDatabase: () => prepareDatabase(connection.driver),
    clearSchemaCache: () => connection.clearSchemaCache(),
    async close() {
      // With a limit: the library waits without end for a statement while the database is away.
      await connection.driver.end({ timeout: 5 });
      await connection.close();
    },
  };
}
