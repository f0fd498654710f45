import { type Context, Hono } from 'hono';
import type { Accounts, GoogleAccount } from './accounts.ts';
import { GoogleFailure } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Grants } from './grants.ts';
import { sees } from './scopes.ts';
import type { SigningKey } from './signing-key.ts';

/** www.googleapis.com: the key set, and who a token belongs to, in the shapes of its two generations. */
export function createAccountApi(parts: { accounts: Accounts; grants: Grants; faults: Faults; key: SigningKey }): Hono {
  const { accounts, grants, faults, key } = parts;
  const api = new Hono();

  api.get('/oauth2/v3/certs', async (c) =>
    c.json(await faults.around('certs', () => key.publicKeys()), 200, { 'cache-control': 'public, max-age=3600' }),
  );

  const answer = async (c: Context, shape: (account: GoogleAccount, scopes: string[]) => object) =>
    c.json(
      await faults.around('userinfo', async () => {
        const [, token = ''] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
        const grant = await grants.find('access', token);
        const account = grant && sees.identity(grant.scopes) ? await accounts.find(grant.sub) : undefined;
        if (!grant || !account) throw new GoogleFailure(401, 'invalid_request', 'Invalid Credentials');
        return shape(account, grant.scopes);
      }),
      200,
      { 'cache-control': 'no-store' },
    );

  api.get('/oauth2/v3/userinfo', (c) =>
    answer(c, ({ sub, name, email, is_verified }, scopes) => ({
      sub,
      ...(sees.profile(scopes) && { name }),
      ...(sees.email(scopes) && { email, email_verified: is_verified }),
    })),
  );
  for (const path of ['/userinfo/v2/me', '/oauth2/v2/userinfo']) {
    api.get(path, (c) =>
      answer(c, ({ sub, name, email, is_verified }, scopes) => ({
        id: sub,
        ...(sees.profile(scopes) && { name }),
        ...(sees.email(scopes) && { email, verified_email: is_verified }),
      })),
    );
  }
  return api;
}

/** accounts.google.com/.well-known/openid-configuration */
export const OPENID_CONFIGURATION = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  userinfo_endpoint: 'https://www.googleapis.com/oauth2/v3/userinfo',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
};
