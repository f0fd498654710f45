import { existsSync } from 'node:fs';
import path from 'node:path';
import { silentLog } from '#host/log.ts';
import { findHome } from '#host/postgres/home.ts';
import { findRunningServer } from '#host/postgres/running-server.ts';
import { startPostgres } from '#host/postgres/start-postgres.ts';

/**
 * The embedded database of a data directory: the one that a running host has open, else started for as long as it is
 * needed.
 *
 * @throws Error when the directory holds no database yet
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const { data } = findHome(dataDir);
  const passwordFile = path.join(dataDir, 'postgres-password');
  if (!existsSync(data) || !existsSync(passwordFile)) {
    throw new Error(`There is no database in ${dataDir} yet. Run npm start once, then this again.`);
  }
  const running = findRunningServer(dataDir);
  if (running) return { url: running.url, close: async () => {} };
  const postgres = await startPostgres({ dataDir, log: silentLog });
  return { url: postgres.url, close: () => postgres.stop() };
}
