import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { silentLog } from '#host/log.ts';
import { findHome } from '#host/postgres/home.ts';
import { isPostgresOn } from '#host/postgres/processes.ts';
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
  const port = findPort(data);
  if (port !== undefined) {
    const password = readFileSync(passwordFile, 'utf8').trim();
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, close: async () => {} };
  }
  const postgres = await startPostgres({ dataDir, log: silentLog });
  return { url: postgres.url, close: () => postgres.stop() };
}

// The lock file of Postgres: process id, data directory, start time, port.
function findPort(data: string): number | undefined {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  return pid !== undefined && isPostgresOn(pid, data) ? port : undefined;
}
