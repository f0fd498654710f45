import { statfsSync } from 'node:fs';
import { makeDirectories } from '../data-directory.ts';

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

/** How many bytes we may still write into a directory, which is made where it is missing. */
export function freeSpace(directory: string): number {
  makeDirectories(directory, 0o700);
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
