/**
 * Library behaviour (0.10.0): its file adapter writes in place, keeps keys as paths and knows no ranges; its types and the
 * adapter itself are not exported.
 *
 * Correction: an adapter over our file store. Reading is left to `downloads.ts`: when the library has decided that a caller may have a
 * file, the adapter only notes which one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import type { FileFacts, FileStore } from './file-store.ts';

type StorageAdapter = NonNullable<App['_storageAdapter']>;

export interface GrantedFile {
  bucket?: string;
  key?: string;
}

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
      // Without a body the library says "not found", which is what a lost file is.
      return facts
        ? { metadata: toMetadata(facts), httpStatusCode: 200, body: Buffer.alloc(0) }
        : { metadata: toMetadata(NOTHING), httpStatusCode: 404 };
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

    // For image transformations, which are off.
    privateAssetUrl: async () => '',
  };
}

const NOTHING: FileFacts = {
  key: '',
  blob: '',
  size: 0,
  mimetype: '',
  cacheControl: '',
  eTag: '',
  lastModified: new Date(0),
};

function toMetadata({ size, mimetype, cacheControl, eTag, lastModified }: FileFacts) {
  return { size, contentLength: size, mimetype, cacheControl, eTag, lastModified };
}

async function collect(body: ReadableStream<Uint8Array> | Uint8Array): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
