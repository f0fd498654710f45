import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from './processes.ts';
import { PostgresStartError } from './start-error.ts';

const LOCK = 'host.lock';

interface Holder {
  pid: number;
  identity: string;
}

/** The process id of the running host that uses the database home, if there is one. */
export function findLockHolder(home: string): number | undefined {
  const holder = readHolder(path.join(home, LOCK));
  return holder && isRunning(holder) ? holder.pid : undefined;
}

/**
 * Takes the database home for this process until it releases it or ends, however it ends.
 *
 * @returns the release
 * @throws PostgresStartError naming the data directory and the process that holds it
 */
export function lockHome(home: string, dataDir: string): () => void {
  const lock = path.join(home, LOCK);
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  const prepared = `${lock}.${process.pid}`;
  writeFileSync(prepared, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(prepared, lock);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(lock);
      if (holder && isRunning(holder)) {
        throw new PostgresStartError(
          `The data directory ${dataDir} is in use by another Point 0 host (process ${holder.pid}). ` +
            'Stop that process, or set DATA_DIR to another directory.',
        );
      }
      removeStale(lock, holder);
    }
  } finally {
    rmSync(prepared, { force: true });
  }
  return () => {
    const holder = readHolder(lock);
    if (holder?.pid === mine.pid && holder.identity === mine.identity) rmSync(lock, { force: true });
  };
}

// Two hosts may find the same stale lock: whoever moved away the other's fresh one puts it back.
function removeStale(lock: string, stale: Holder | undefined): void {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
    const moved = readHolder(aside);
    if (moved && (moved.pid !== stale?.pid || moved.identity !== stale.identity)) linkSync(aside, lock);
    unlinkSync(aside);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
}

function isRunning(holder: Holder): boolean {
  return processIdentity(holder.pid) === holder.identity;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
