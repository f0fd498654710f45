import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findHome } from './home.ts';
import { isPostgresOn } from './processes.ts';

/** The embedded server that runs on a data directory, of any process; undefined when no server accepts work. */
export function findRunningServer(dataDir: string): { url: string } | undefined {
  const { data } = findHome(dataDir);
  const file = path.join(data, 'postmaster.pid');
  const passwordFile = path.join(dataDir, 'postgres-password');
  if (!existsSync(file) || !existsSync(passwordFile)) return undefined;
  // The lock file of Postgres: process id, data directory, start time, port.
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number);
  if (!pid || !port || !isPostgresOn(pid, data)) return undefined;
  const password = readFileSync(passwordFile, 'utf8').trim();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
}
