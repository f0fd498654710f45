import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Below it nothing is saved any more before long; Postgres may write 512 MB of its own log first. */
export const LEAST_FREE_BYTES = 200e6;

/** With its parents. Node's own, with `recursive`, never ends where a parent says that it does not exist, as /proc does. */
export function makeDirectories(directory: string, mode?: number): void {
  if (isDirectory(directory)) return;
  makeDirectories(path.dirname(directory), mode);
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    // Another process may have made it in between.
    if (!isDirectory(directory)) throw error;
  }
}

/** Throws the system's error, with its path, where a folder of stored files may not be written by this user. */
export function requireOpenStorage(dataDir: string): void {
  const storage = path.join(dataDir, 'storage');
  if (!existsSync(storage)) return;
  const buckets = readdirSync(storage).map((name) => path.join(storage, name));
  for (const folder of [storage, ...buckets.filter(isDirectory)]) accessSync(folder, constants.W_OK | constants.X_OK);
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
