/**
 * Library behaviour (0.10.0): it asks the policies after it has read the body, and once for each name in it. So a visitor
 * who may change nothing can fill the memory with uploads, or keep the process busy with thousands of names.
 *
 * Correction: a visitor is refused before the body is read, and a person's upload too where the policies refuse it.
 */
import { type JWTPayload, jwtVerify } from 'jose';
import type postgres from 'postgres';

/** The server, a person with the claims of their token, or the holder of an address that was signed for one upload. */
export type Sender = 'server' | 'signed' | JWTPayload;

const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\//;

export interface Senders {
  /** Undefined for a visitor, and for a token that is forged or expired. */
  identify(request: Request): Promise<Sender | undefined>;
  /** Whether the policies let the sender add this file. */
  mayAdd(sender: Sender, file: { bucket: string; key: string }): Promise<boolean>;
}

export function createSenders(options: { sql: postgres.Sql; jwtSecret: string; secretKey: string }): Senders {
  const { sql, secretKey } = options;
  const secret = new TextEncoder().encode(options.jwtSecret);
  const read = (token: string) =>
    jwtVerify(token, secret, { algorithms: ['HS256'] }).then(
      ({ payload }) => payload,
      () => undefined,
    );

  return {
    async identify({ method, url, headers }) {
      const { pathname, searchParams } = new URL(url);
      if (method === 'PUT' && SIGNED_UPLOAD.test(pathname)) {
        return (await read(searchParams.get('token') ?? ''))?.intent === 'upload' ? 'signed' : undefined;
      }
      const token = headers.get('authorization')?.replace(/^Bearer +/i, '') ?? headers.get('apikey') ?? '';
      return token === secretKey ? 'server' : read(token);
    },

    async mayAdd(sender, { bucket, key }) {
      if (typeof sender === 'string') return true;
      const isOver = new Error('The question is answered; nothing is added.');
      try {
        await sql.begin(async (transaction) => {
          await transaction`
            select set_config('request.jwt.claims', ${JSON.stringify(sender)}, true),
              set_config('role', 'authenticated', true)`;
          // As the library adds it.
          const owner = sender.sub ?? null;
          await transaction`
            insert into storage.objects (bucket_id, name, owner, owner_id) values (${bucket}, ${key}, ${owner}, ${owner})`;
          throw isOver;
        });
      } catch (error) {
        // Whatever else is wrong, the library says.
        if (error !== isOver) return !(error instanceof Error && 'code' in error && error.code === '42501');
      }
      return true;
    },
  };
}
