import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { readEnv, readProviderTimeout } from '#functions/_shared/env.ts';
import { callProvider, ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';

/**
 * A client of Google's OAuth 2.0: the calendar's owner allows the site to write into their calendar, and mentors allow it
 * to see when they are busy.
 */

const CONSENT = 'https://accounts.google.com/o/oauth2/v2/auth';
const TOKEN = 'https://oauth2.googleapis.com/token';
const REVOKE = 'https://oauth2.googleapis.com/revoke';
export const CALENDAR_SCOPE = 'https://www.googleapis.com/auth/calendar';
export const BUSY_SCOPE = 'https://www.googleapis.com/auth/calendar.freebusy';
/** OAuth's codes for an unknown client, a wrong secret, and a client that was deleted or may not do this. */
const CLIENT_ERRORS = ['invalid_client', 'deleted_client', 'unauthorized_client'];
const TIMEOUT_MS = 6000;
/** How many refresh tokens have an access token in memory. */
const CACHED_TOKENS = 500;
/** An access token is replaced this long before it expires, because a call takes time. */
const EXPIRY_MARGIN_MS = 60_000;

const tokenShape = z
  .object({
    access_token: z.string().min(1),
    expires_in: z.number().positive(),
    refresh_token: z.string().min(1).optional(),
    scope: z.string().default(''),
    id_token: z.string().optional(),
  })
  .transform(({ access_token, expires_in, refresh_token, scope, id_token }) => ({
    accessToken: access_token,
    expiresInSeconds: expires_in,
    /** Only after the exchange of a code; a refresh returns none. */
    refreshToken: refresh_token,
    scopes: scope.split(' ').filter((one) => one !== ''),
    ...(id_token !== undefined && { email: emailIn(id_token) }),
  }));
const claimsShape = z.object({ email: z.email().max(320) });
const errorShape = z.object({ error: z.string(), error_description: z.string().optional() });

export type GoogleTokens = z.output<typeof tokenShape>;

/** Google does not accept this refresh token any more: an administrator must give consent again. */
export class TokenRevoked extends Error {
  override readonly name = 'TokenRevoked';
}

/**
 * The address of Google's consent page for permanent access, to the calendar unless `scope` says otherwise. Google
 * sends the code to `redirectUri`. Permissions that were granted before are not included: each one is separate.
 */
export function consentAddress(request: {
  redirectUri: string;
  state?: string;
  scope?: string;
  loginHint?: string | undefined;
}): string {
  const query = new URLSearchParams({
    client_id: readEnv('GOOGLE_CLIENT_ID'),
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scope ?? CALENDAR_SCOPE,
    access_type: 'offline',
    prompt: 'consent',
    ...(request.loginHint && { login_hint: request.loginHint }),
    ...(request.state !== undefined && { state: request.state }),
  });
  return `${CONSENT}?${query}`;
}

/**
 * Exchanges a code for tokens; each code works once.
 * @throws ProviderRefused with OAuth's code: `invalid_grant` (used, expired or invalid), `invalid_client`,
 *   `redirect_uri_mismatch`
 * @throws ProviderUnavailable
 */
export async function exchangeCode(request: { code: string; redirectUri: string }): Promise<GoogleTokens> {
  return requestTokens({ grant_type: 'authorization_code', code: request.code, redirect_uri: request.redirectUri });
}

/**
 * A new access token.
 * @throws TokenRevoked for `invalid_grant`: revoked, unused for six months, or a week old while the app is in testing
 * @throws ProviderUnavailable also for `invalid_client`, which is about our settings and not about the token
 */
export async function refreshAccessToken(refreshToken: string): Promise<GoogleTokens> {
  try {
    return await requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    if (error.code === 'invalid_grant') throw new TokenRevoked(error.message);
    throw new ProviderUnavailable(`Google does not take our client's settings: ${error.message}`);
  }
}

/**
 * Whether Google takes our client's id and secret, asked with a code that does not exist.
 * @throws ProviderUnavailable
 */
export async function isClientAccepted(): Promise<boolean> {
  try {
    await exchangeCode({ code: 'none', redirectUri: `${readEnv('SITE_URL')}/oauth-callback` });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return !CLIENT_ERRORS.includes(error.code);
  }
}

interface CachedToken {
  clientId: string;
  tokens: Promise<string>;
  staleAt: number;
}

/** By refresh token, the least recently used first. */
const cached = new Map<string, CachedToken>();

/** The cached access token while it is valid, else a new one. Throws as refreshAccessToken. */
export function accessTokenFor(refreshToken: string): Promise<string> {
  const clientId = readEnv('GOOGLE_CLIENT_ID');
  const known = cached.get(refreshToken);
  cached.delete(refreshToken);
  if (known?.clientId === clientId && Date.now() < known.staleAt) {
    cached.set(refreshToken, known);
    return known.tokens;
  }
  const tokens = refreshAccessToken(refreshToken).then(({ accessToken, expiresInSeconds }) => {
    entry.staleAt = Date.now() + expiresInSeconds * 1000 - EXPIRY_MARGIN_MS;
    return accessToken;
  });
  // Simultaneous callers share one request.
  const entry: CachedToken = { clientId, tokens, staleAt: Number.POSITIVE_INFINITY };
  cached.set(refreshToken, entry);
  const [oldest = ''] = cached.size > CACHED_TOKENS ? cached.keys() : [];
  cached.delete(oldest);
  tokens.catch(() => {
    if (cached.get(refreshToken) === entry) cached.delete(refreshToken);
  });
  return tokens;
}

/** Removes an access token from the cache: Google refused it, or its permission has changed. */
export async function forgetAccessToken(refreshToken: string, accessToken: string): Promise<void> {
  const entry = cached.get(refreshToken);
  const known = await entry?.tokens.catch(() => undefined);
  if (known === accessToken && cached.get(refreshToken) === entry) cached.delete(refreshToken);
}

/**
 * Revokes a permission. Google may also end all others that the same account gave. A permission that is gone already
 * counts as done.
 * @throws ProviderUnavailable
 */
export async function revokeToken(refreshToken: string): Promise<void> {
  const { status, answer } = await callProvider(REVOKE, {
    name: "Google's revoke endpoint",
    timeoutMs: readProviderTimeout(TIMEOUT_MS),
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ token: refreshToken }),
  });
  cached.delete(refreshToken);
  if (status >= 200 && status < 300) return;
  const refusal = errorShape.safeParse(answer);
  if (status === 400 && refusal.success && refusal.data.error === 'invalid_token') return;
  throw new ProviderUnavailable(`Google's revoke endpoint answered with status ${status}`);
}

async function requestTokens(form: Record<string, string>): Promise<GoogleTokens> {
  const { status, answer } = await callProvider(TOKEN, {
    name: "Google's token endpoint",
    timeoutMs: readProviderTimeout(TIMEOUT_MS),
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      ...form,
      client_id: readEnv('GOOGLE_CLIENT_ID'),
      client_secret: readEnv('GOOGLE_CLIENT_SECRET'),
    }),
  });
  if (status >= 200 && status < 300) {
    const tokens = tokenShape.safeParse(answer);
    if (!tokens.success) throw new ProviderUnavailable("Google's token endpoint answered an unknown shape");
    return tokens.data;
  }
  const refusal = errorShape.safeParse(answer);
  if (![400, 401, 403].includes(status) || !refusal.success) {
    throw new ProviderUnavailable(`Google's token endpoint answered with status ${status}`);
  }
  const { error, error_description } = refusal.data;
  throw new ProviderRefused(error_description ?? error, error, undefined);
}

/** The address in an ID token. It needs no check, because the token came directly from Google. */
function emailIn(idToken: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return claimsShape.safeParse(claims).data?.email;
  } catch {
    return undefined;
  }
}
