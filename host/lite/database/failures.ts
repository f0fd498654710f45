/**
 * Library behaviour (0.10.0): an error outside its own handlers ends as HTTP 500 with the plain text "Internal Server Error",
 * which supabase-js cannot read.
 *
 * Correction: the JSON that PostgREST sends, 503 when the database cannot be reached.
 */
import type { App } from '@supabase/lite';
import type { PostgresConnection } from '@supabase/lite/postgres';

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
