/**
 * Library behaviour (0.10.0): the first request reads the database's structure with some fifteen queries. When that fails, the
 * library goes on with an empty structure, so that a database that is down is answered as 404 "Could not find the table". And
 * requests that arrive together at the start each read it anew.
 *
 * Correction: one reading at a time, and a failed one is an error (503 through `answerDatabaseFailures`).
 */
import type { PostgresConnection } from '@supabase/lite/postgres';

export function readStructureOnce(connection: PostgresConnection): void {
  const read = connection.introspect.bind(connection);
  let running: ReturnType<typeof read> | undefined;

  async function readOrFail() {
    await connection.driver`select 1`;
    const structure = await read({ useCache: true });
    // Schema auth always has tables, so an empty structure is the library's way to hide an error.
    if (structure.tables.length === 0) throw new Error('The structure of the database could not be read.');
    return structure;
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
