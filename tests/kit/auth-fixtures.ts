/** Both backends on one migrated database, and the shortest way to ask them. */
import type { BackendOptions } from '#host/lite/backend.ts';
import { createTestDatabase } from './database.ts';
import { openBackend, openLibrary, request } from './lite-backends.ts';
import { type MailedLink, mailedLinkIn } from './mailed-link.ts';

export const PASSWORD = 'Zq7#k2';

interface PostOptions {
  method?: string;
  headers?: Record<string, string>;
  peerAddress?: string | null;
}

let peers = 0;

export async function openAuthFixture(options: Partial<BackendOptions> = {}) {
  const database = await createTestDatabase();
  const backend = openBackend({ databaseUrl: database.url, ...options });
  const library = openLibrary(database.url);
  /** Ours, from an address of its own unless told otherwise. */
  const post = (path: string, body: unknown, { peerAddress, ...rest }: PostOptions = {}): Promise<Response> => {
    peers += 1;
    const address = peerAddress === undefined ? `198.51.100.${peers % 250}` : peerAddress;
    return backend.fetch(request(`/auth/v1${path}`, { method: 'POST', body, ...rest }), { peerAddress: address });
  };
  const mailsTo = async (email: string) => {
    const jobs = await database.sql<{ payload: { subject: string; html: string; text: string } }[]>`
      select payload from private.outbox where payload ->> 'to' = ${email} order by created_at`;
    return jobs.map((job) => job.payload);
  };
  return {
    database,
    backend,
    library,
    post,
    mailsTo,
    /** The last link that was mailed to this address. */
    linkTo: async (email: string): Promise<MailedLink> => mailedLinkIn((await mailsTo(email)).at(-1)?.text),
    /** What Auth answers when the button is pressed of the page of the last link that was mailed to this address. */
    pressMailedLink: async (email: string, options: PostOptions = { peerAddress: '192.0.2.7' }): Promise<Response> =>
      post('/verify', mailedLinkIn((await mailsTo(email)).at(-1)?.text).press, options),
    signUp: (email: string, query = '') =>
      post(`/signup${query}`, { email, password: PASSWORD, data: { name: 'Asha' } }),
    /** Makes it an account whose address is confirmed. */
    confirm: async (email: string) => {
      await database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    },
    /** Lets the minute between two mails pass. */
    passMailWindow: async () => {
      await database.sql`update lite_host.mail_windows set sent_at = sent_at - interval '61 seconds'`;
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
