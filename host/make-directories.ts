import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

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

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
