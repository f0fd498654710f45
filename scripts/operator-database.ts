import postgres from 'postgres';
import { readSettings, type Settings } from '#host/settings.ts';
import { openEmbeddedDatabase } from './seed/open-database.ts';

/**
 * Runs an operator's work on the database that the settings name: DATABASE_URL, else the embedded one of DATA_DIR,
 * whether the host runs or not.
 */
export async function withOperatorDatabase<T>(work: (sql: postgres.Sql, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const database = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, close: async () => {} }
    : await openEmbeddedDatabase(settings.DATA_DIR);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql, settings);
  } finally {
    await sql.end();
    await database.close();
  }
}

/** Ends the program with the error's own words: the operator reads them, not a stack. */
export function failWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
