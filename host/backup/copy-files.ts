import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';

/** What was copied. Size and SHA-256 are those of the copied bytes, even if the file changes while it is copied. */
export interface CopiedFile {
  size: number;
  sha256: string;
  mode: number;
}

const CHUNK = Buffer.allocUnsafe(1024 * 1024);

/** Copies a file, readable by us alone. @returns undefined when there is no such file (any more) */
export function copyFile(from: string, to: string): CopiedFile | undefined {
  const source = openIfThere(from);
  if (source === undefined) return undefined;
  try {
    const { mode } = fstatSync(source);
    const target = openSync(to, 'w', 0o600);
    try {
      const hash = createHash('sha256');
      let size = 0;
      for (let read = readSync(source, CHUNK); read > 0; read = readSync(source, CHUNK)) {
        const bytes = CHUNK.subarray(0, read);
        hash.update(bytes);
        writeWhole(target, bytes);
        size += read;
      }
      return { size, sha256: hash.digest('hex'), mode: mode & 0o777 };
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Like copyFile, for a small file that may be written during the copy: it is read until two readings agree. */
export function copyWhole(from: string, to: string): CopiedFile {
  let bytes = readFileSync(from);
  for (let again = readFileSync(from); !again.equals(bytes); again = readFileSync(from)) bytes = again;
  return { ...writeCopied(to, bytes), mode: lstatSync(from).mode & 0o777 };
}

export function writeCopied(to: string, bytes: Uint8Array): CopiedFile {
  writeFileSync(to, bytes, { mode: 0o600 });
  return { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex'), mode: 0o600 };
}

/** The SHA-256 of a file as it is on the disk. */
export function hashFile(file: string): string {
  const source = openSync(file, 'r');
  try {
    const hash = createHash('sha256');
    for (let read = readSync(source, CHUNK); read > 0; read = readSync(source, CHUNK)) {
      hash.update(CHUNK.subarray(0, read));
    }
    return hash.digest('hex');
  } finally {
    closeSync(source);
  }
}

/** A file or directory below a folder, its path relative to that. */
export interface Entry {
  path: string;
  kind: 'file' | 'directory' | 'other';
  size: number;
  mode: number;
}

/** Everything below `folder` in the order of the names, a directory before its contents, without vanished files. */
export function* walk(folder: string, leaveOut: (path: string) => boolean = () => false, below = ''): Generator<Entry> {
  let names: string[];
  try {
    names = readdirSync(path.join(folder, below)).sort();
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const name of names) {
    const relative = below === '' ? name : `${below}/${name}`;
    if (leaveOut(relative)) continue;
    const stat = lstatSync(path.join(folder, relative), { throwIfNoEntry: false });
    if (!stat) continue;
    const kind = stat.isDirectory() ? 'directory' : stat.isFile() ? 'file' : 'other';
    yield { path: relative, kind, size: stat.size, mode: stat.mode & 0o777 };
    if (kind === 'directory') yield* walk(folder, leaveOut, relative);
  }
}

/** Waits until everything below `folder`, and the folder itself, is on the disk. */
export async function syncTree(folder: string): Promise<void> {
  let count = 0;
  for (const entry of walk(folder)) {
    if (entry.kind !== 'other') sync(path.join(folder, entry.path));
    count += 1;
    if (count % 100 === 0) await letOthersRun();
  }
  sync(folder);
}

export function sync(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some network file systems cannot sync a folder.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    closeSync(handle);
  }
}

/** A directory with exactly this mode, whatever the process's umask. */
export function makeDirectory(directory: string, mode = 0o700): void {
  mkdirSync(directory, { recursive: true, mode });
  chmodSync(directory, mode);
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function writeWhole(target: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(target, bytes, written);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
