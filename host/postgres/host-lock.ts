import path from 'node:path';
import { findLockHolder, takeLock } from '../processes/file-lock.ts';
import { PostgresStartError } from './start-error.ts';

const LOCK = 'host.lock';

/** The process id of the running host that uses the database home, if there is one. */
export function findHost(home: string): number | undefined {
  return findLockHolder(path.join(home, LOCK));
}

/**
 * Takes the database home for this process until it releases it or ends.
 *
 * @returns the release
 * @throws PostgresStartError naming the data directory and the process that holds it
 */
export function lockHome(home: string, dataDir: string): () => void {
  const lock = takeLock(path.join(home, LOCK));
  if ('release' in lock) return lock.release;
  throw new PostgresStartError(
    `The data directory ${dataDir} is in use by another Point 0 host (process ${lock.heldBy}). ` +
      'Stop that process, or set DATA_DIR to another directory. If it is stopping already, wait until it has ended.',
  );
}
