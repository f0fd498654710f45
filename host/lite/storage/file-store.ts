/**
 * Where uploaded files live: `<folder>/<bucket>/<hash of the key>.json` describes a file and names the blob beside it that holds
 * its bytes.
 *
 * - Keys are hashed, so no key can leave the folder, clash by upper and lower case, or be a file and a folder at once.
 * - An upload writes a new blob and then renames the description: readers see the old file or the new one, never a mixture, and a
 *   crash leaves a stray blob at worst. Both are on disk (fsync) before the upload is answered.
 * - Hosts that share a database must share this folder, on a file system with atomic rename (a local disk or NFS).
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export interface FileFacts {
  key: string;
  blob: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** Quoted, as the header wants it. */
  eTag: string;
  lastModified: Date;
}

export interface FileStore {
  write(
    bucket: string,
    key: string,
    bytes: Uint8Array,
    mimetype: string,
    cacheControl: string,
  ): Promise<FileFacts>;
  /** @returns undefined when there is no such file */
  factsOf(bucket: string, key: string): Promise<FileFacts | undefined>;
  /** The file and its description, of the same moment. The caller closes the handle. */
  open(bucket: string, key: string): Promise<{ facts: FileFacts; handle: FileHandle } | undefined>;
  remove(bucket: string, key: string): Promise<void>;
}

export function createFileStore(folder: string): FileStore {
  function describedAt(bucket: string, key: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(bucket)) throw new Error('The bucket has no usable name.');
    return path.join(folder, bucket, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  const blobOf = (description: string, blob: string) =>
    path.join(path.dirname(description), path.basename(blob));

  async function factsOf(bucket: string, key: string): Promise<FileFacts | undefined> {
    try {
      const facts = JSON.parse(await readFile(describedAt(bucket, key), 'utf8')) as FileFacts;
      return { ...facts, lastModified: new Date(facts.lastModified) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    factsOf,

    async write(bucket, key, bytes, mimetype, cacheControl) {
      const description = describedAt(bucket, key);
      const before = await factsOf(bucket, key);
      const facts: FileFacts = {
        key,
        blob: `${path.basename(description, '.json')}.${randomUUID()}`,
        size: bytes.byteLength,
        mimetype,
        cacheControl,
        eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
        lastModified: new Date(),
      };
      await mkdir(path.dirname(description), { recursive: true });
      await writeDurably(blobOf(description, facts.blob), bytes);
      const unnamed = `${description}.${randomUUID()}`;
      await writeDurably(unnamed, Buffer.from(JSON.stringify(facts)));
      await rename(unnamed, description);
      await syncFolder(path.dirname(description));
      if (before) await rm(blobOf(description, before.blob), { force: true });
      return facts;
    },

    async open(bucket, key) {
      // A second look: between description and blob, another upload may have replaced both.
      for (let look = 0; look < 2; look += 1) {
        const facts = await factsOf(bucket, key);
        if (!facts) return undefined;
        try {
          return { facts, handle: await open(blobOf(describedAt(bucket, key), facts.blob)) };
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }
      return undefined;
    },

    async remove(bucket, key) {
      const description = describedAt(bucket, key);
      const facts = await factsOf(bucket, key);
      await rm(description, { force: true });
      if (facts) await rm(blobOf(description, facts.blob), { force: true });
    },
  };
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o640);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } catch {
    // Some network file systems cannot sync a folder; their rename is durable by itself.
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
