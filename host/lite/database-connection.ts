import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { CompiledQuery, type Kysely } from 'kysely';
import type postgres from 'postgres';
import type { HostLog } from '../log.ts';
import { secondsToReconnect } from '../postgres/driver.ts';
import { noteWhetherAway } from './database-away.ts';
import { mapDatabaseErrors } from './database-errors.ts';
import { sendTogether } from './database-statements.ts';

/* The pool that serves `/auth/v1`, `/rest/v1` and `/storage/v1`, with our corrections to Lite's Postgres driver. */

export interface ConnectionOptions {
  databaseUrl: string;
  /** Connections at most; a request holds one while its statements run. */
  poolSize: number;
  /** Milliseconds after which Postgres cancels a statement. Hosted Supabase gives signed-in users 8 s. */
  statementTimeoutMs: number;
  /** Milliseconds a request may wait for a free connection before it is answered with 503. */
  connectionWaitMs: number;
  /** Whether statements may be prepared on a connection (setting PREPARED_STATEMENTS). */
  isPrepared: boolean;
  /** Called after each wait for a connection, also one that was given up, with its seconds. */
  onConnectionWait?: ((seconds: number) => void) | undefined;
  log: HostLog;
}

export function openConnection(options: ConnectionOptions): PostgresConnection {
  takeWarningsOfAnyKind();
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: options.poolSize,
      connect_timeout: 10,
      backoff: secondsToReconnect,
      prepare: options.isPrepared,
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
  setSessionContextAtOnce(connection, Math.min(options.statementTimeoutMs, VISITORS_STATEMENT_MS));
  sendTogether(connection, { isPrepared: options.isPrepared });
  readStructureOnce(connection);
  limitConnectionWait(connection, options.connectionWaitMs, options.onConnectionWait);
  return connection;
}

/*
 * Library behaviour (0.10.0): each of its files replaces `process.emitWarning`, to suppress one warning, and treats
 * every warning as a text. Node's own warnings, such as that of too many listeners, are Errors: they make the
 * replacement throw, which may end the process.
 *
 * Correction: the library's function gets an Error as its message, with its name, code and detail.
 */

let emitText: typeof process.emitWarning | undefined;

function emitAny(warning: string | Error, ...rest: [never]): void {
  if (typeof warning === 'string') emitText?.(warning, ...rest);
  else emitText?.(warning.message, { type: warning.name, ...warning });
}

/** Call after all files of the library are loaded. */
function takeWarningsOfAnyKind(): void {
  if (process.emitWarning === emitAny) return;
  emitText = process.emitWarning;
  process.emitWarning = emitAny;
}

/*
 * Library behaviour (0.10.0): each query reserves a connection, and waits for it without end: while the database is
 * down or all connections are busy, requests hang, and their clients with them.
 *
 * Correction: a limit on the wait, after which the request is answered as 503.
 */

function limitConnectionWait(
  connection: PostgresConnection,
  limitMs: number,
  onWait: (seconds: number) => void = () => {},
): void {
  const { driver } = connection;
  const reserve = driver.reserve.bind(driver);

  driver.reserve = async () => {
    const start = performance.now();
    const reserved = reserve();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(Object.assign(new Error('No database connection came free.'), { code: 'CONNECT_TIMEOUT' }));
        // A connection that comes too late is given back at once.
        reserved.then(
          (late) => late.release(),
          () => {},
        );
      }, limitMs);
    });
    try {
      return await Promise.race([reserved, tooLate]);
    } catch (error) {
      noteWhetherAway(error);
      throw error;
    } finally {
      clearTimeout(timer);
      onWait((performance.now() - start) / 1000);
    }
  };
}

/*
 * Library behaviour (0.10.0): the first REST request that finds a table with row-level security runs `GRANT ALL ON ALL
 * TABLES` and `ALTER DEFAULT PRIVILEGES … GRANT ALL` for anon and authenticated in every schema that has such a table.
 * That undoes each REVOKE of our migrations, also in schema `private`.
 *
 * Correction: `prepareDatabase` makes the roles and grants, so the connection is told that this step is done. The
 * state is a private field that the library never writes again once it is set.
 */

export function keepOurGrants(connection: PostgresConnection): void {
  Reflect.set(connection, 'rlsState', 'active');
}

/*
 * Library behaviour (0.10.0): the first request reads the database's structure with about fifteen queries. When that
 * fails, the library goes on with an empty structure, so that the answer is 404 "Could not find the table" while the
 * database is down. And requests that arrive together at the start all read the structure.
 *
 * Correction: one reading at a time, and a failed one is an error (503 through `answerDatabaseFailures`).
 *
 * And each request goes through all columns and functions of the structure, several times. So what is in no schema of an
 * API is left out: two thirds of the functions and half of the columns.
 */

const SCHEMAS_OF_APIS = new Set<unknown>(['public', 'auth', 'storage']);

export function readStructureOnce(connection: PostgresConnection): void {
  const read = connection.introspect.bind(connection);
  let running: ReturnType<typeof read> | undefined;

  async function readOrFail() {
    await connection.driver`select 1`;
    const structure = await read({ useCache: true });
    // Schema auth always has tables, so an empty structure is the library's way to hide an error.
    if (structure.tables.length === 0) throw new Error('The structure of the database could not be read.');
    const parts = Object.entries(structure).map(([name, part]: [string, unknown]) => [
      name,
      Array.isArray(part) ? part.filter(({ schema }) => schema === undefined || SCHEMAS_OF_APIS.has(schema)) : part,
    ]);
    // The library's own cache.
    Reflect.set(connection, 'introspection', Object.fromEntries(parts));
    return read({ useCache: true });
  }

  connection.introspect = (options) => {
    if (options?.useCache !== true) return read(options);
    if (Reflect.get(connection, 'introspection')) return read(options);
    running ??= readOrFail().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/*
 * Library behaviour (0.10.0): before each request's query, role and claims are set one by one: five or six round trips
 * to the database, five more for an RPC. `request.jwt.claim.email` is never set, so its own `auth.email()` is always
 * NULL.
 *
 * Correction: one statement for all of them. The settings are local to the request's transaction, as before.
 */

interface RequestVariables {
  auth?: { uid?: unknown; role?: unknown; jwt?: Record<string, unknown> | null };
  storage?: { operation?: unknown };
}

type RpcRequest = { method: string; path: string; requestHeaders?: Record<string, string> };

/** The limit for a visitor's statement, in milliseconds: anybody can send requests as a visitor, in any number. */
const VISITORS_STATEMENT_MS = 2_000;

export function setSessionContextAtOnce(connection: PostgresConnection, visitorsMs = VISITORS_STATEMENT_MS): void {
  Reflect.set(connection, 'applyJwtSessionContext', (transaction: Kysely<unknown>, variables: RequestVariables) => {
    const role = String(variables.auth?.role || 'anon');
    const claims = variables.auth?.jwt;
    return setLocally(transaction, {
      'request.jwt.claim.sub': String(variables.auth?.uid ?? ''),
      'request.jwt.claim.role': role,
      'request.jwt.claim.email': typeof claims?.email === 'string' ? claims.email : '',
      'request.jwt.claims': claims ? JSON.stringify(claims) : '',
      'storage.operation': String(variables.storage?.operation ?? ''),
      // As on hosted Supabase by `alter role anon set statement_timeout`, which only PostgREST reads.
      ...(role === 'anon' && { statement_timeout: String(visitorsMs) }),
      // The role is set last: from then on the transaction has only the request's own rights.
      role,
    });
  });
  Reflect.set(connection, 'applyRpcRequestGucs', (transaction: Kysely<unknown>, request: RpcRequest) =>
    setLocally(transaction, {
      'response.status': '',
      'response.headers': '',
      'request.method': request.method,
      'request.path': request.path,
      'request.headers': JSON.stringify(request.requestHeaders ?? {}),
    }),
  );
}

async function setLocally(transaction: Kysely<unknown>, settings: Record<string, string>): Promise<void> {
  const calls = Object.keys(settings).map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  await transaction.executeQuery(CompiledQuery.raw(`select ${calls.join(', ')}`, Object.entries(settings).flat()));
}

/*
 * Library behaviour (0.10.0), on Postgres:
 *
 * - json and jsonb parameters that Lite has already turned into text are encoded once more, so that
 *   `auth.users.raw_user_meta_data` holds a JSON *string* and `raw_user_meta_data ->> 'name'` is NULL in triggers;
 * - `timestamptz` is answered as `2025-01-31 10:00:00+00` and `timestamp` with a space, where PostgREST (and Lite
 *   itself in embedded rows) writes ISO 8601;
 * - `numeric` is a string whenever its text is not the shortest one (`4.50`), where PostgREST writes a number.
 *
 * Correction: our own parsers. `date` and `time` stay the text that Postgres sends.
 */

type PostgresType = postgres.PostgresType;

/**
 * Lite passes both text that is JSON already and plain values. Text that parses as a JSON object or array is stored as
 * such. So a JSON *string* with such a content cannot be stored, and none of our columns needs one.
 */
function encodeJson(value: unknown): string {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      JSON.parse(value);
      return value;
    } catch {
      // A text that only begins like JSON.
    }
  }
  return JSON.stringify(value);
}

function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

function toNumber(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

const asText = (value: unknown) => String(value);

/** For `postgresOptions.types`; parsers under Lite's own names replace Lite's. */
const typeParsers: Record<string, PostgresType> = {
  json: { to: 114, from: [114], serialize: encodeJson, parse: JSON.parse },
  jsonb: { to: 3802, from: [3802], serialize: encodeJson, parse: JSON.parse },
  timestamptz: { to: 1184, from: [1184], serialize: asText, parse: toIso },
  timestamp: { to: 1114, from: [1114], serialize: asText, parse: toIso },
  numeric: { to: 1700, from: [1700], serialize: asText, parse: toNumber },
};
