import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Accounts, GoogleAccount } from './accounts.ts';
import type { GoogleClient } from './authorization-request.ts';
import { GoogleFailure, invalidGrant, invalidRequest } from './errors.ts';
import type { Faults } from './faults.ts';
import { ACCESS_TOKEN_LIFE, type Grant, type Grants } from './grants.ts';
import { sees } from './scopes.ts';
import type { SigningKey } from './signing-key.ts';

const ISSUER = 'https://accounts.google.com';

/** oauth2.googleapis.com: `POST /token` and `POST /revoke`, with Google's answers and errors. */
export function createTokenApi(parts: {
  client: GoogleClient;
  accounts: Accounts;
  grants: Grants;
  faults: Faults;
  key: SigningKey;
}): Hono {
  const { client, accounts, grants, faults, key } = parts;
  const api = new Hono();

  async function answer(grant: Grant, extra: Record<string, unknown>, nonce: string | null): Promise<object> {
    const account = await accounts.find(grant.sub);
    if (!account) throw invalidGrant('Account has been deleted');
    const accessToken = await grants.issue('access', grant);
    return {
      access_token: accessToken,
      expires_in: ACCESS_TOKEN_LIFE,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...extra,
      ...(sees.identity(grant.scopes) && {
        id_token: await key.sign(claimsOf(account, grant, accessToken, nonce), ACCESS_TOKEN_LIFE),
      }),
    };
  }

  async function exchangeCode(form: URLSearchParams): Promise<object> {
    const grant = await grants.takeCode(need(form, 'code'), {
      clientId: client.clientId,
      redirectUri: need(form, 'redirect_uri'),
      verifier: form.get('code_verifier'),
    });
    const refreshToken = grant.hasRefreshToken ? await grants.issue('refresh', grant) : undefined;
    return answer(grant, refreshToken ? { refresh_token: refreshToken } : {}, grant.nonce);
  }

  async function refresh(form: URLSearchParams): Promise<object> {
    const grant = await grants.find('refresh', need(form, 'refresh_token'));
    if (grant?.clientId !== client.clientId) throw invalidGrant('Token has been expired or revoked.');
    return answer(grant, {}, null);
  }

  api.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const result = await faults.around('token', async () => {
      requireClient(c, form, client);
      const type = need(form, 'grant_type');
      if (type === 'authorization_code') return exchangeCode(form);
      if (type === 'refresh_token') return faults.around('token.refresh', () => refresh(form));
      throw new GoogleFailure(400, 'unsupported_grant_type', `Invalid grant_type: ${type}`);
    });
    return c.json(result, 200, { 'cache-control': 'no-store' });
  });

  api.post('/revoke', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const token = form.get('token') ?? c.req.query('token') ?? '';
    await faults.around('revoke', async () => {
      if (token === '') throw invalidRequest('Missing required parameter: token');
      if (!(await grants.revoke(token))) throw new GoogleFailure(400, 'invalid_token', 'Token expired or revoked');
    });
    return c.json({}, 200, { 'cache-control': 'no-store' });
  });
  return api;
}

function need(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidRequest(`Missing required parameter: ${name}`);
  return value;
}

/** In the body, or as HTTP Basic credentials. */
function requireClient(c: Context, form: URLSearchParams, client: GoogleClient): void {
  const [, basic] = /^Basic (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')];
  if (id !== client.clientId) throw new GoogleFailure(401, 'invalid_client', 'The OAuth client was not found.');
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(hash(secret ?? ''), hash(client.clientSecret))) {
    throw new GoogleFailure(401, 'invalid_client', 'Unauthorized');
  }
}

function claimsOf(account: GoogleAccount, grant: Grant, accessToken: string, nonce: string | null) {
  const [givenName, ...rest] = account.name.split(' ');
  return {
    iss: ISSUER,
    azp: grant.clientId,
    aud: grant.clientId,
    sub: account.sub,
    ...(sees.email(grant.scopes) && { email: account.email, email_verified: account.is_verified }),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(nonce !== null && { nonce }),
    ...(sees.profile(grant.scopes) && {
      name: account.name,
      given_name: givenName,
      ...(rest.length > 0 && { family_name: rest.join(' ') }),
    }),
  };
}
