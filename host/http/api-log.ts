/**
 * What the log says of a call to the data APIs beside method, path and status: its account, and how Auth answered.
 * Tokens, passwords, e-mail addresses and bodies are never logged.
 */
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { HostLog } from '../log.ts';

export type LogFacts = Record<string, string | number>;

/** The account that a token names, where its signature is ours and it has not run out. */
export type FindAccount = (request: Request, requestId: string) => Promise<string | undefined>;

/** Logs one warning for a request whose token has a signature that is not ours: such a token was made up. */
export function createAccountFinder({ jwtSecret, log }: { jwtSecret: string; log: HostLog }): FindAccount {
  const key = new TextEncoder().encode(jwtSecret);
  const known = new LRUCache<string, { account: string | undefined; expiresAt: number }>({ max: 2_000 });
  return async (request, requestId) => {
    const [, token] = /^Bearer +(ey\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    if (token === undefined) return undefined;
    const earlier = known.get(token);
    if (earlier) return earlier.expiresAt > Date.now() / 1000 ? earlier.account : undefined;
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
      known.set(token, { account: payload.sub, expiresAt: payload.exp ?? Number.POSITIVE_INFINITY });
      return payload.sub;
    } catch (error) {
      const { code, claim } = error as { code?: string; claim?: string };
      if (error instanceof errors.JWTExpired || claim !== undefined) return undefined;
      log.warn({ requestId, path: new URL(request.url).pathname, err: { code } }, 'forged token');
      return undefined;
    }
  };
}

/** For an answer of `/rest/v1`: the account that asked, and the number of rows, where the answer names it. */
export function restFacts(response: Response, account: string | undefined): LogFacts {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '') ?? [];
  return { ...(account && { account }), ...(account && first && last && { rows: Number(last) - Number(first) + 1 }) };
}

/**
 * For an answer of `/auth/v1`: its outcome in Auth's own word (`ok`, `invalid_credentials` …), the account where it is
 * known, and the client's address.
 */
export async function authFacts(
  request: Request,
  response: Response,
  { account, address }: { account: string | undefined; address: string | null },
): Promise<LogFacts> {
  const grant = new URL(request.url).searchParams.get('grant_type');
  const said = await readAnswer(response);
  const known = account ?? said.account;
  return {
    ...(grant && GRANTS.has(grant) && { grant }),
    outcome: said.code ?? (response.status < 400 ? 'ok' : 'refused'),
    ...(known && { account: known }),
    ...(address && { address }),
  };
}

const GRANTS = new Set(['password', 'refresh_token', 'pkce', 'id_token']);
const CODE = /^[a-z0-9_]{1,60}$/;
const ID = /^[0-9a-f-]{36}$/;

async function readAnswer(response: Response): Promise<{ code?: string; account?: string }> {
  const location = response.headers.get('location');
  if (location !== null) return { ...asCode(codeOfRedirect(location)) };
  if (!response.headers.get('content-type')?.includes('json')) return {};
  try {
    const body = (await response.clone().json()) as {
      error_code?: unknown;
      aud?: unknown;
      id?: unknown;
      user?: { id?: unknown };
    };
    // A session holds the account. The answer to a sign-up is the account itself: its `aud` tells it from other ids.
    const id = body.user?.id ?? (body.aud === undefined ? undefined : body.id);
    const isAccount = response.ok && typeof id === 'string' && ID.test(id);
    return { ...asCode(body.error_code), ...(isAccount && { account: id as string }) };
  } catch {
    return {};
  }
}

function asCode(code: unknown): { code?: string } {
  return typeof code === 'string' && CODE.test(code) ? { code } : {};
}

/** A link that no longer works leads back to the site with the reason in its query or its fragment. */
function codeOfRedirect(location: string): string | null {
  if (!URL.canParse(location)) return null;
  const { searchParams, hash } = new URL(location);
  return searchParams.get('error_code') ?? new URLSearchParams(hash.slice(1)).get('error_code');
}
