import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { invalidGrant } from './errors.ts';

/** Seconds. */
export const ACCESS_TOKEN_LIFE = 3599;
const CODE_LIFE = 600;

/** What a person allowed an application: who, to whom, what. */
export type Grant = { sub: string; clientId: string; scopes: string[] };

export interface CodeRequest extends Grant {
  redirectUri: string;
  nonce: string | null;
  challenge: { value: string; method: 'S256' | 'plain' } | null;
  /** Whether the exchange also gives a refresh token. */
  hasRefreshToken: boolean;
}

export type Grants = ReturnType<typeof createGrants>;

/** Codes, tokens and what people consented to. */
export function createGrants(sql: Sql) {
  async function issue(kind: 'access' | 'refresh', { sub, clientId, scopes }: Grant): Promise<string> {
    const token = `${kind === 'access' ? 'ya29.' : '1//'}${randomBytes(48).toString('base64url')}`;
    const life = kind === 'access' ? ACCESS_TOKEN_LIFE : null;
    await sql`
      insert into sandbox.google_tokens (token, kind, client_id, sub, scopes, expires_at)
      values (${token}, ${kind}, ${clientId}, ${sub}, ${scopes}, now() + ${life} * interval '1 second')`;
    return token;
  }

  return {
    issue,

    async hasConsented({ sub, clientId, scopes }: Grant): Promise<boolean> {
      const rows = await sql`
        select from sandbox.google_consents
        where sub = ${sub} and client_id = ${clientId} and scopes @> ${scopes}`;
      return rows.length > 0;
    },

    async rememberConsent({ sub, clientId, scopes }: Grant): Promise<void> {
      await sql`
        insert into sandbox.google_consents as c (sub, client_id, scopes) values (${sub}, ${clientId}, ${scopes})
        on conflict (sub, client_id) do update set
          scopes = (select array_agg(distinct one) from unnest(c.scopes || excluded.scopes) one)`;
    },

    async issueCode(request: CodeRequest): Promise<string> {
      const code = `4/0A${randomBytes(36).toString('base64url')}`;
      const { challenge } = request;
      await sql`
        insert into sandbox.google_codes
          (code, client_id, redirect_uri, sub, scopes, nonce, code_challenge, code_challenge_method, has_refresh_token)
        values (
          ${code}, ${request.clientId}, ${request.redirectUri}, ${request.sub}, ${request.scopes}, ${request.nonce},
          ${challenge?.value ?? null}, ${challenge?.method ?? null}, ${request.hasRefreshToken}
        )`;
      return code;
    },

    /**
     * A code works once, even if the first try is refused, and only with what the request for it said.
     * @throws invalid_grant
     */
    async takeCode(code: string, claim: { clientId: string; redirectUri: string; verifier: string | null }) {
      const [request] = await sql<(CodeRequest & { isFresh: boolean })[]>`
        update sandbox.google_codes set used_at = now() where code = ${code} and used_at is null
        returning sub, client_id as "clientId", scopes, redirect_uri as "redirectUri", nonce,
          has_refresh_token as "hasRefreshToken", created_at > now() - ${CODE_LIFE} * interval '1 second' as "isFresh",
          case when code_challenge is not null
            then jsonb_build_object('value', code_challenge, 'method', code_challenge_method) end as challenge`;
      if (!request?.isFresh || request.clientId !== claim.clientId) throw invalidGrant('Malformed auth code.');
      if (request.redirectUri !== claim.redirectUri) throw invalidGrant();
      if (request.challenge) {
        if (claim.verifier === null) throw invalidGrant('Missing code verifier.');
        const { value, method } = request.challenge;
        if ((method === 'S256' ? digest(claim.verifier) : claim.verifier) !== value) {
          throw invalidGrant('Invalid code verifier.');
        }
      }
      return request;
    },

    /** What a token stands for; undefined for one that is unknown or has expired. */
    async find(kind: 'access' | 'refresh', token: string): Promise<Grant | undefined> {
      const [grant] = await sql<Grant[]>`
        select sub, client_id as "clientId", scopes from sandbox.google_tokens
        where token = ${token} and kind = ${kind} and (expires_at is null or expires_at > now())`;
      return grant;
    },

    /** Makes this refresh token known, if it is not; one that was taken back stays so. */
    async provide(token: string, { sub, clientId, scopes }: Grant): Promise<void> {
      await sql`
        insert into sandbox.google_tokens (token, kind, client_id, sub, scopes)
        values (${token}, 'refresh', ${clientId}, ${sub}, ${scopes}) on conflict do nothing`;
    },

    /** Ends every token that the account of this one gave the same application, and its consent. Answers whether it was known. */
    async revoke(token: string): Promise<boolean> {
      const [grant] = await sql<Pick<Grant, 'sub' | 'clientId'>[]>`
        select sub, client_id as "clientId" from sandbox.google_tokens
        where token = ${token} and (expires_at is null or expires_at > now())`;
      if (!grant) return false;
      await sql`
        update sandbox.google_tokens set expires_at = now()
        where sub = ${grant.sub} and client_id = ${grant.clientId} and (expires_at is null or expires_at > now())`;
      await sql`delete from sandbox.google_consents where sub = ${grant.sub} and client_id = ${grant.clientId}`;
      return true;
    },

    /** Ends tokens now, of one account or of all. */
    async end(kinds: ('access' | 'refresh')[], sub: string | null): Promise<void> {
      await sql`
        update sandbox.google_tokens set expires_at = now()
        where kind in ${sql(kinds)} and (sub = ${sub} or ${sub}::text is null)`;
    },
  };
}

function digest(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
