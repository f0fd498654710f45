/** For the tests of this folder: the real client against our storage and against the library's, without a server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, setExperimental } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createFileStore, createStorageAdapter } from '#host/lite/storage/file-store.ts';
import { createTestDatabase } from './database.ts';
import { JWT_SECRET, openBackend, PUBLISHABLE_KEY, SECRET_KEY, SITE_URL } from './lite-backends.ts';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type StorageFixture = Awaited<ReturnType<typeof openStorageFixture>>;

export async function openStorageFixture() {
  const database = await createTestDatabase();
  await database.sql`insert into storage.buckets (id, name) values ('papers', 'papers')`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'point-0-storage-'));
  const backend = openBackend({ databaseUrl: database.url, dataDir });
  const ask = (request: Request) => backend.fetch(request);
  return {
    database,
    dataDir,
    backend,
    visitor: clientOf(ask, PUBLISHABLE_KEY),
    /** With the secret key: policies do not hold for it. */
    server: clientOf(ask, SECRET_KEY),
    get: (file: string, headers: Record<string, string> = {}, method = 'GET') =>
      ask(new Request(`${SITE_URL}${file}`, { method, headers })),
    close: async () => {
      await backend.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function clientOf(ask: (request: Request) => Promise<Response>, key: string): SupabaseClient {
  return createClient(SITE_URL, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => ask(new Request(input, init)) },
  });
}

/** The library's storage without any correction of ours, over the same database and files. */
export function openBareStorage(
  { database, dataDir }: { database: Pick<StorageFixture['database'], 'url'>; dataDir: string },
  adapter = createStorageAdapter(createFileStore(dataDir)),
) {
  setExperimental('storage', true);
  const connection = createPostgresConnection({ url: database.url, postgresOptions: { max: 2 } });
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: JWT_SECRET, publishable_key: PUBLISHABLE_KEY, secret_key: SECRET_KEY },
    storage: { enabled: true },
  });
  app._storageAdapter = adapter;
  return { ask: (request: Request) => app.fetch(request), connection };
}
