import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '#host/log.ts';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { findHost } from '#host/postgres/host-lock.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { startPostgres } from '#host/postgres/start-postgres.ts';
import { TEST_POSTGRES_URL } from './database.ts';

const PREFIX = 'point-0-test-postgres-';

/**
 * Starts the throw-away Postgres in which every suite of a run makes its databases, and tells child processes where it
 * is. What an earlier, killed run left behind is stopped and deleted first.
 *
 * @returns stops the server and deletes its files
 */
export async function startSharedPostgres(): Promise<() => Promise<void>> {
  await sweepAbandoned();
  const dataDir = mkdtempSync(path.join(tmpdir(), PREFIX));
  const server = await startPostgres({
    dataDir,
    log: silentLog,
    settings: {
      // Nothing in it outlives the run, so nothing needs to survive a power cut.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Its databases live for seconds; tests that need statistics analyze their tables.
      autovacuum: 'off',
      // Each worker may have two apps at once, each with two hosts or more, each with a pool.
      max_connections: '300',
    },
  });
  process.env[TEST_POSTGRES_URL] = server.url;
  return async () => {
    delete process.env[TEST_POSTGRES_URL];
    await server.kill();
    deleteDataDirectory(dataDir);
  };
}

async function sweepAbandoned(): Promise<void> {
  for (const entry of readdirSync(tmpdir())) {
    if (!entry.startsWith(PREFIX)) continue;
    const dataDir = path.join(tmpdir(), entry);
    try {
      const home = findHome(dataDir);
      // Without a password file yet, another run may be just about to start there.
      if (!readdirSync(dataDir).includes('postgres-password') || findHost(home.directory)) continue;
      await stopOrphan(home.data);
      deleteDataDirectory(dataDir);
    } catch {
      // Another user's, or being deleted by another run at this moment.
    }
  }
}

function deleteDataDirectory(dataDir: string): void {
  removeHome(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
