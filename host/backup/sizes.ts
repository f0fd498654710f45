import { accessSync, constants, statfsSync } from 'node:fs';
import { backupCopy } from '#copy/office/backup.ts';
import { ExplainedError } from '../explained-error.ts';
import { makeDirectories } from '../make-directories.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "43.1 MB"; decimal units, as disks are sold and `df -H` prints them. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

/**
 * Makes a directory where it is missing.
 *
 * @param options.sentence for one that this user may not make or write
 * @throws ExplainedError with it
 */
export function openTarget(
  directory: string,
  { sentence, mode }: { sentence: (directory: string, reason: string) => string; mode?: number },
): void {
  try {
    makeDirectories(directory, mode);
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new ExplainedError(sentence(directory, (error as Error).message));
  }
}

/** How many bytes we may still write into a directory, which is made where it is missing. Throws as openTarget. */
export function freeSpace(directory: string, sentence = backupCopy.notWritable): number {
  openTarget(directory, { sentence, mode: 0o700 });
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
