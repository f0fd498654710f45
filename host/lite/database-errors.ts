import type { App } from '@supabase/lite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import { noteWhetherAway } from './database-away.ts';

/*
 * Library behaviour (0.10.0): only some SQLSTATEs are known. RAISE EXCEPTION (P0001), check (23514) and exclusion
 * (23P01) violations, 28000 and most others are answered as HTTP 500 with code `SUP`, without details and hint; a
 * database that cannot be reached shows its address in the answer.
 *
 * Correction: such errors go through the library's pass-through for `RAISE SQLSTATE 'PGRST'`, with PostgREST's HTTP
 * status for each SQLSTATE, code, message, details and hint kept. The error keeps nothing else: what the library
 * prints of it holds no statement and no parameters.
 */

/** The largest answer to a person or a visitor. A thousand mentors with all their texts are a third of it. */
export const ANSWER_BYTES = 8 * 1024 * 1024;

export const ANSWER_TOO_LARGE = {
  code: 'PT400',
  message: 'The answer is too large',
  details: `At most ${ANSWER_BYTES / 1024 / 1024} MiB: ask for fewer rows or columns.`,
  hint: null,
};

type DatabaseError = { code: string; message: string; detail?: string | null; hint?: string | null };

/**
 * The library maps these as PostgREST does, some with a rewritten message; its storage reads 23503 and 23505. They lose
 * their hint on the way, but Postgres itself never gives these a hint.
 */
const MAPPED_BY_LIBRARY = /^(42|22|21|PT)|^(23502|23503|23505|25006)$/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** PostgREST's table "Errors from PostgreSQL", except for a canceled statement; the first match counts. */
const HTTP_STATUS: readonly [RegExp, number][] = [
  // PostgREST answers 500, a fault of the server; but a smaller request may be fast enough.
  [/^57014$/, 504],
  [/^P0001$/, 400],
  [/^53400$/, 500],
  [/^(08|53)/, 503],
  [/^(0L|0P|28)/, 403],
  [/^54/, 413],
  [/^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/, 500],
];

export function httpStatusOf(sqlState: string): number {
  return HTTP_STATUS.find(([pattern]) => pattern.test(sqlState))?.[1] ?? 400;
}

export function mapDatabaseErrors(connection: PostgresConnection): void {
  connection.normalizeDbError = (error: unknown) => {
    if (!hasCode(error)) return error;
    const code = error.code;
    if (noteWhetherAway(error)) {
      return passThrough(503, {
        code: 'PGRST001',
        message: 'Database client error. Retrying the connection.',
        details: null,
        hint: null,
      });
    }
    // The driver's own, of an answer to a person.
    if (code === 'ANSWER_TOO_LARGE') return passThrough(400, ANSWER_TOO_LARGE);
    if (!SQLSTATE.test(code) || code === 'PGRST') return error;
    if (MAPPED_BY_LIBRARY.test(code)) return withoutStatement(error);
    return passThrough(httpStatusOf(code), {
      code,
      message: error.message,
      details: error.detail ?? null,
      hint: error.hint ?? (code === '57014' ? 'The answer took too long: ask for fewer rows or columns.' : null),
    });
  };
}

function hasCode(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

function passThrough(status: number, body: Record<'code' | 'message' | 'details' | 'hint', string | null>) {
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  });
}

function withoutStatement(error: DatabaseError): Error {
  const { code, message, detail, hint } = error;
  return Object.assign(new Error(message), { code, detail, hint });
}

/*
 * Library behaviour (0.10.0): an error outside its own handlers ends as HTTP 500 with the plain text "Internal Server
 * Error", which supabase-js cannot read.
 *
 * Correction: the JSON that PostgREST sends, 503 when the database cannot be reached.
 */

export function answerDatabaseFailures(app: App, connection: PostgresConnection): void {
  app.server.onError((error, context) => {
    console.error(error);
    const mapped = connection.normalizeDbError(error);
    if (mapped instanceof Error && 'code' in mapped && mapped.code === 'PGRST' && 'detail' in mapped) {
      const { status } = JSON.parse(String(mapped.detail)) as { status: number };
      return context.body(mapped.message, status as 503, { 'content-type': 'application/json' });
    }
    return context.json({ code: 'XX000', message: 'Internal server error', details: null, hint: null }, 500);
  });
}
