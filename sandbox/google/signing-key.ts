import { randomBytes } from 'node:crypto';
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK, SignJWT } from 'jose';
import type { Sql } from 'postgres';

const ALGORITHM = 'RS256';

type KeyRow = { kid: string; private_key: string };

export type SigningKey = ReturnType<typeof createSigningKey>;

/** The stand-in's own key, made once for a database: every host signs with the same, and publishes it. */
export function createSigningKey(sql: Sql) {
  let loaded: Promise<{ kid: string; key: CryptoKey }> | undefined;

  async function load() {
    const row = (await oldest()) ?? (await make());
    return { kid: row.kid, key: await importPKCS8(row.private_key, ALGORITHM, { extractable: true }) };
  }

  async function oldest(): Promise<KeyRow | undefined> {
    const [row] = await sql<KeyRow[]>`
      select kid, private_key from sandbox.google_keys order by created_at, kid limit 1`;
    return row;
  }

  async function make(): Promise<KeyRow> {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
    const pem = await exportPKCS8(privateKey);
    // Two hosts may make one at the same time: the first stays.
    await sql.begin(async (tx) => {
      await tx`lock table sandbox.google_keys in exclusive mode`;
      await tx`
        insert into sandbox.google_keys (kid, private_key)
        select ${randomBytes(20).toString('hex')}, ${pem} where not exists (select from sandbox.google_keys)`;
    });
    const row = await oldest();
    if (!row) throw new Error('The signing key is gone');
    return row;
  }

  const current = () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };

  return {
    /** Signs the claims as they are, with `iat` now and `exp` in `seconds`. */
    async sign(claims: Record<string, unknown>, seconds: number): Promise<string> {
      const { kid, key } = await current();
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },

    async publicKeys(): Promise<{ keys: JWK[] }> {
      const { kid, key } = await current();
      const { kty, n = '', e = '' } = await exportJWK(key);
      return { keys: [{ kty, n, e, kid, alg: ALGORITHM, use: 'sig' }] };
    },
  };
}
