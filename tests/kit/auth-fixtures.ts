/** For the tests of this folder: both backends on one migrated database, and the shortest way to ask them. */

import type { Backend, BackendOptions } from '#host/lite/backend.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type Library, openBackend, openLibrary, request } from './lite-backends.ts';

export const PASSWORD = 'secret1';

export interface AuthFixture {
  database: TestDatabase;
  backend: Backend;
  library: Library;
  /** Ours, from an address of its own unless told otherwise. */
  post(path: string, body: unknown, options?: PostOptions): Promise<Response>;
  signUp(email: string, query?: string): Promise<Response>;
  /** Makes it an account whose address is confirmed. */
  confirm(email: string): Promise<void>;
  /** Lets the minute between two mails pass. */
  passMailWindow(): Promise<void>;
  mailsTo(email: string): Promise<{ subject: string; html: string; text: string }[]>;
  close(): Promise<void>;
}

interface PostOptions {
  method?: string;
  headers?: Record<string, string>;
  peerAddress?: string | null;
}

let peers = 0;

export async function openAuthFixture(options: Partial<BackendOptions> = {}): Promise<AuthFixture> {
  const database = await createTestDatabase();
  const backend = openBackend({ databaseUrl: database.url, ...options });
  const library = openLibrary(database.url);
  const post: AuthFixture['post'] = (path, body, { peerAddress, ...rest } = {}) => {
    peers += 1;
    const address = peerAddress === undefined ? `198.51.100.${peers % 250}` : peerAddress;
    return backend.fetch(request(`/auth/v1${path}`, { method: 'POST', body, ...rest }), { peerAddress: address });
  };
  return {
    database,
    backend,
    library,
    post,
    signUp: (email, query = '') => post(`/signup${query}`, { email, password: PASSWORD, data: { name: 'Asha' } }),
    confirm: async (email) => {
      await database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    },
    passMailWindow: async () => {
      await database.sql`update lite_host.mail_windows set sent_at = sent_at - interval '61 seconds'`;
    },
    mailsTo: async (email) => {
      const jobs = await database.sql<{ payload: { subject: string; html: string; text: string } }[]>`
        select payload from private.outbox where payload ->> 'to' = ${email} order by created_at`;
      return jobs.map((job) => job.payload);
    },
    close: async () => {
      await backend.close();
      await library.close();
      await database.drop();
    },
  };
}

/** The answer's status and error code, which is what most tests are about. */
export async function outcome(answer: Response | Promise<Response>): Promise<[number, string | undefined]> {
  const { status } = await answer;
  const body = (await (await answer).json().catch(() => ({}))) as { error_code?: string };
  return [status, body.error_code];
}
