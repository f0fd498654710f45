import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { processIdentity } from './process-identity.ts';

type Holder = { pid: number; identity: string };

/** The living process that holds the lock file, if there is one. */
export function findLockHolder(file: string): number | undefined {
  const holder = readHolder(file);
  return holder && isRunning(holder) ? holder.pid : undefined;
}

/**
 * Takes the lock file for this process until the process releases it or ends in any way: the file of a dead process
 * does not count.
 *
 * @returns the release, or the process that holds the lock
 */
export function takeLock(file: string): { release: () => void } | { heldBy: number } {
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  const prepared = `${file}.${process.pid}`;
  writeFileSync(prepared, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(prepared, file);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(file);
      if (holder && isRunning(holder)) return { heldBy: holder.pid };
      removeStale(file, holder);
    }
  } finally {
    rmSync(prepared, { force: true });
  }
  return {
    release: () => {
      const holder = readHolder(file);
      if (holder && isSame(holder, mine)) rmSync(file, { force: true });
    },
  };
}

// Two processes may find the same stale lock. A process that moved away the fresh lock of the other one puts it back.
function removeStale(file: string, stale: Holder | undefined): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readHolder(aside);
    if (moved && !isSame(moved, stale)) linkSync(aside, file);
    unlinkSync(aside);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
}

function isSame(one: Holder, other: Holder | undefined): boolean {
  return one.pid === other?.pid && one.identity === other.identity;
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
