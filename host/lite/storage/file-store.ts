import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@supabase/lite';
import { isBackupRunning } from '../../backup/mark.ts';

/*
 * Where uploaded files live: `<folder>/<bucket>/<hash of the key>.json` describes a file and names the blob beside it
 * that holds its bytes.
 *
 * - Keys are hashed, so no key can leave the folder, clash by upper and lower case, or be a file and a folder at once.
 * - An upload writes a new blob and then renames the description: readers see the old file or the new one, never a
 *   mixture, and a crash leaves at most an unused blob. Both are on disk (fsync) before the upload is answered.
 * - Hosts that share a database must share this folder, on a file system with atomic rename (a local disk or NFS).
 */

export interface FileFacts {
  key: string;
  blob: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  /** Quoted, as in the header. */
  eTag: string;
  lastModified: Date;
}

export interface FileStore {
  write(bucket: string, key: string, bytes: Uint8Array, mimetype: string, cacheControl: string): Promise<FileFacts>;
  /** @returns undefined when there is no such file */
  factsOf(bucket: string, key: string): Promise<FileFacts | undefined>;
  /** The file and its description, from the same upload. The caller closes the handle. */
  open(bucket: string, key: string): Promise<{ facts: FileFacts; handle: FileHandle } | undefined>;
  /** @throws Error while a backup is being made; the file then stays */
  remove(bucket: string, key: string): Promise<void>;
  /** Whether files cannot be deleted now, because a backup is being made. */
  keepsFiles(): Promise<boolean>;
}

/** A description's name. Other names are descriptions that are being written, and marks (host/backup/mark.ts). */
const DESCRIPTION = /^[0-9a-f]{64}\.json$/;

/** The descriptions in a bucket's folder, by their names. */
export function isDescription(name: string): boolean {
  return DESCRIPTION.test(name);
}

export function createFileStore(folder: string): FileStore {
  function describedAt(bucket: string, key: string): string {
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(bucket)) throw new Error('The bucket has no usable name.');
    return path.join(folder, bucket, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  const blobOf = (description: string, blob: string) => path.join(path.dirname(description), path.basename(blob));

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
      // A running backup may have copied the old description, so the old blob stays.
      if (before && !(await isBackupRunning(folder))) await rm(blobOf(description, before.blob), { force: true });
      return facts;
    },

    async open(bucket, key) {
      // Tried twice: after the description was read, another upload may have replaced it and the blob.
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

    keepsFiles: () => isBackupRunning(folder),

    async remove(bucket, key) {
      if (await isBackupRunning(folder)) throw new Error('Files stay while a backup is being made.');
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

/*
 * Library behaviour (0.10.0): its file adapter writes in place, uses keys as paths and has no ranges. Neither the
 * adapter nor its types are exported.
 *
 * Correction: an adapter over our file store. Reading is left to `downloads.ts`: when the library has decided that a
 * caller may have a file, the adapter only notes which one.
 */

const NO_FACTS = { size: 0, mimetype: '', cacheControl: '', eTag: '', lastModified: new Date(0) };

type StorageAdapter = NonNullable<App['_storageAdapter']>;

export type GrantedFile = { bucket?: string; key?: string };

const granted = new AsyncLocalStorage<GrantedFile>();

/** Runs a read; afterwards `file` names what the library would have sent. */
export function noteGrantedFile<T>(file: GrantedFile, read: () => Promise<T>): Promise<T> {
  return granted.run(file, read);
}

export function createStorageAdapter(store: FileStore): StorageAdapter {
  return {
    driver: store,

    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const bytes = await collect(body as ReadableStream<Uint8Array> | Uint8Array);
      const maxAge = cacheControl === 'no-cache' ? 'max-age=3600' : cacheControl;
      return toMetadata(await store.write(bucket, key, bytes, contentType, maxAge));
    },

    async getObject(bucket, key) {
      Object.assign(granted.getStore() ?? {}, { bucket, key });
      const facts = await store.factsOf(bucket, key);
      // Without a body the library answers "not found", which is right for a lost file.
      return facts
        ? { metadata: toMetadata(facts), httpStatusCode: 200, body: Buffer.alloc(0) }
        : { metadata: toMetadata(NO_FACTS), httpStatusCode: 404 };
    },

    async headObject(bucket, key) {
      const facts = await store.factsOf(bucket, key);
      if (!facts) throw new Error('The file of this object is missing.');
      return toMetadata(facts);
    },

    deleteObject: (bucket, key) => store.remove(bucket, key),

    async deleteObjects(bucket, keys) {
      for (const key of keys) await store.remove(bucket, key);
    },

    async copyObject(bucket, key, _version, toBucket, toKey) {
      const source = await store.open(bucket, key);
      if (!source) throw new Error('The file of this object is missing.');
      try {
        const bytes = await source.handle.readFile();
        const { mimetype, cacheControl } = source.facts;
        const copy = await store.write(toBucket, toKey, bytes, mimetype, cacheControl);
        return { httpStatusCode: 200, eTag: copy.eTag, lastModified: copy.lastModified };
      } finally {
        await source.handle.close();
      }
    },

    // Only for image transformations, which are off.
    privateAssetUrl: async () => '',
  };
}

function toMetadata({ size, mimetype, cacheControl, eTag, lastModified }: Omit<FileFacts, 'key' | 'blob'>) {
  return { size, contentLength: size, mimetype, cacheControl, eTag, lastModified };
}

async function collect(body: ReadableStream<Uint8Array> | Uint8Array): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
