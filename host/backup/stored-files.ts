import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createFileStore, type FileFacts, isDescription } from '../lite/storage/file-store.ts';
import { type CopiedFile, copyFile, makeDirectory, writeCopied } from './copy-files.ts';

/**
 * Copies stored files: each description, and the blob that it names. Blobs without a description, and files that are
 * being written, are left out. A second call copies the new files.
 */
export function createStoredFileCopier(options: {
  from: string;
  to: string;
  onDirectory: (relative: string, mode: number) => void;
  /** @param relative the path below the folder; a later call for the same path replaces the earlier one */
  onFile: (relative: string, file: CopiedFile) => void;
  /** Called between files. */
  between: () => void;
}): { copyNew(): void; count(): number; bytes(): number } {
  const { from, to, onDirectory, onFile, between } = options;
  const known = new Map<string, { stamp: string; size: number }>();
  const copiedBlobs = new Set<string>();

  function copyOne(bucket: string, name: string): void {
    const relative = `${bucket}/${name}`;
    const stat = lstatSync(path.join(from, relative), { throwIfNoEntry: false });
    // An upload replaces the description with a new file, so the inode shows a change.
    const stamp = `${stat?.ino} ${stat?.mtimeMs}`;
    if (!stat || known.get(relative)?.stamp === stamp) return;
    const text = readIfThere(path.join(from, relative));
    if (text === undefined) return;
    const facts = JSON.parse(text.toString('utf8')) as FileFacts;
    const blob = `${bucket}/${path.basename(facts.blob)}`;
    if (!copiedBlobs.has(blob)) {
      const copied = copyFile(path.join(from, blob), path.join(to, blob));
      // A deletion that began before the mark was set has removed it.
      if (!copied) return;
      copiedBlobs.add(blob);
      onFile(blob, copied);
    }
    onFile(relative, { ...writeCopied(path.join(to, relative), text), mode: stat.mode & 0o777 });
    known.set(relative, { stamp, size: facts.size });
  }

  return {
    copyNew() {
      if (!existsSync(from)) return;
      for (const bucket of readdirSync(from)) {
        const stat = lstatSync(path.join(from, bucket), { throwIfNoEntry: false });
        if (!stat?.isDirectory()) continue;
        makeDirectory(path.join(to, bucket));
        onDirectory(bucket, stat.mode & 0o777);
        for (const name of readdirSync(path.join(from, bucket))) {
          if (!isDescription(name)) continue;
          copyOne(bucket, name);
          between();
        }
      }
    },
    count: () => known.size,
    bytes: () => [...known.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** Whether a stored file is there with all its bytes. */
export function createByteCheck(storage: string): (bucket: string, key: string) => Promise<boolean> {
  const store = createFileStore(storage);
  return async (bucket, key) => {
    const opened = await store.open(bucket, key);
    if (!opened) return false;
    try {
      return (await opened.handle.stat()).size === opened.facts.size;
    } finally {
      await opened.handle.close();
    }
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
