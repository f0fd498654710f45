// @module-tag ci
import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { mountSandbox } from '#tests/kit/sandbox.ts';

const SITE = 'http://site.test';
const CALLBACK = `${SITE}/auth/v1/callback`;
const ACCOUNTS = '/sandbox/providers/accounts.google.com/o/oauth2/v2';
const google = { clientId: 'client.apps.googleusercontent.com', clientSecret: 'secret of the client' };
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

const database = provideTestDatabase();
let app: Hono;

beforeAll(async () => {
  app = await mount();
});
beforeEach(() => control('DELETE'));

const mount = () => mountSandbox(database.sql, { google });

const control = (method: string, body?: object) =>
  app.request('/sandbox/google/faults', { method, ...(body && { body: JSON.stringify(body) }) });

const query = (changes: Record<string, string | null> = {}) => {
  const parameters = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'email profile',
    state: 'the state',
  });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.toString();
};

const open = (changes?: Record<string, string | null>) => app.request(`${ACCOUNTS}/auth?${query(changes)}`);

const submit = (step: 'auth' | 'consent', form: Record<string, string>, at: Hono = app) =>
  at.request(`${ACCOUNTS}/${step}`, { method: 'POST', body: new URLSearchParams(form).toString() });

const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', `${SITE}${ACCOUNTS}/`);

let people = 0;
const newEmail = () => {
  people += 1;
  return `person-${people}@example.test`;
};

/** Chooses an account and consents; returns where the browser goes then. */
async function consent(changes: Record<string, string | null> = {}, person: Record<string, string> = {}) {
  const chosen = await submit('auth', { request: query(changes), name: 'Asha Rao', email: newEmail(), ...person });
  const step = locationOf(chosen);
  if (!step.pathname.endsWith('/consent')) return step;
  const form = { ...Object.fromEntries(step.searchParams), decision: 'allow' };
  return locationOf(await submit('consent', form));
}

async function codeFor(changes?: Record<string, string | null>, person?: Record<string, string>) {
  return (await consent(changes, person)).searchParams.get('code') ?? '';
}

async function token(form: Record<string, string>, at: Hono = app) {
  const answer = await at.request('/sandbox/providers/oauth2.googleapis.com/token', {
    method: 'POST',
    body: new URLSearchParams({ client_id: google.clientId, client_secret: google.clientSecret, ...form }).toString(),
  });
  return { status: answer.status, body: await answer.json() };
}

const exchange = (code: string, form: Record<string, string> = {}, at: Hono = app) =>
  token({ grant_type: 'authorization_code', redirect_uri: CALLBACK, code, ...form }, at);

async function userinfo(path: string, accessToken: string) {
  const answer = await app.request(`/sandbox/providers/www.googleapis.com${path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return { status: answer.status, body: await answer.json() };
}

describe('the account chooser', () => {
  it('says that it is a sandbox, and offers demonstration people and any other', async () => {
    const answer = await open({ login_hint: 'asha@example.test' });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('Sandbox: this is not Google');
    expect(page).toContain('tanvi.ghorpade@example.com');
    expect(page).toContain('value="asha@example.test"');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each([
    [{ client_id: 'another' }, 401, 'invalid_client'],
    [{ client_id: null }, 400, 'invalid_request'],
    [{ redirect_uri: 'https://evil.test/' }, 400, 'redirect_uri_mismatch'],
    [{ redirect_uri: `${CALLBACK}/` }, 400, 'redirect_uri_mismatch'],
    [{ response_type: 'token' }, 400, 'unsupported_response_type'],
    [{ response_type: null }, 400, 'invalid_request'],
    [{ scope: null }, 400, 'invalid_request'],
    [{ scope: 'email everything' }, 400, 'invalid_scope'],
    [{ code_challenge: 'short' }, 400, 'invalid_request'],
    [{ code_challenge: challenge, code_challenge_method: 'MD5' }, 400, 'invalid_request'],
  ])('refuses %o on its own page', async (changes, status, error) => {
    const answer = await open(changes as Record<string, string | null>);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain(error);
    const form = { request: query(changes as Record<string, string | null>), name: 'A', email: newEmail() };
    expect((await submit('auth', form)).status).toBe(status);
  });

  it('escapes what people type, and asks again for an address that is none', async () => {
    const answer = await submit('auth', { request: query(), name: '<b>Asha</b>', email: 'nobody' });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('Please enter a name and a valid email address.');
    expect(page).toContain('&lt;b&gt;');
  });

  it('remembers who was chosen in this browser', async () => {
    const email = newEmail();
    const chosen = await submit('auth', { request: query(), name: 'Asha Rao', email });
    const cookie = chosen.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/i);
    const again = await app.request(`${ACCOUNTS}/auth?${query()}`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(await again.text()).toContain(email);
    expect(await (await open()).text()).not.toContain(email);
  });

  it('answers a refusal as the provider does', async () => {
    const early = locationOf(await submit('auth', { request: query(), decision: 'cancel' }));
    expect(early.href).toBe(`${CALLBACK}?state=the+state&error=access_denied`);
    const chosen = await submit('auth', { request: query(), name: 'Asha Rao', email: newEmail() });
    const form = Object.fromEntries(locationOf(chosen).searchParams);
    const late = locationOf(await submit('consent', { ...form, decision: 'cancel' }));
    expect(late.href).toBe(early.href);
  });
});

describe('consent', () => {
  it('is asked for once, and again with prompt=consent; only then does offline access come', async () => {
    const person = { name: 'Asha Rao', email: newEmail() };
    const offline = { access_type: 'offline' };
    const first = await exchange(await codeFor(offline, person));
    expect(first.body.refresh_token).toMatch(/^1\/\//);

    const silent = await submit('auth', { request: query(offline), ...person });
    expect(locationOf(silent).href).toContain(`${CALLBACK}?state=the+state&code=`);
    const second = await exchange(locationOf(silent).searchParams.get('code') ?? '');
    expect(second.body).not.toHaveProperty('refresh_token');

    const asked = await exchange(await codeFor({ ...offline, prompt: 'consent' }, person));
    expect(asked.body.refresh_token).toMatch(/^1\/\//);
    const online = await exchange(await codeFor({ prompt: 'consent' }, person));
    expect(online.body).not.toHaveProperty('refresh_token');
  });
});

describe('the token endpoint', () => {
  it('answers with a signed id_token that the published key verifies', async () => {
    const email = newEmail();
    const { status, body } = await exchange(await codeFor({ nonce: 'n' }, { name: 'Asha Rao', email }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, scope: expect.stringContaining('openid') });
    const certs = await app.request('/sandbox/providers/www.googleapis.com/oauth2/v3/certs');
    const keys = createLocalJWKSet((await certs.json()) as JSONWebKeySet);
    const { payload, protectedHeader } = await jwtVerify(body.id_token, keys, {
      issuer: 'https://accounts.google.com',
      audience: google.clientId,
    });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      sub: expect.stringMatching(/^\d{21}$/),
      email,
      email_verified: true,
      name: 'Asha Rao',
      given_name: 'Asha',
      family_name: 'Rao',
      nonce: 'n',
    });
    const half = createHash('sha256').update(body.access_token).digest().subarray(0, 16);
    expect(payload.at_hash).toBe(half.toString('base64url'));
    expect((await userinfo('/oauth2/v3/userinfo', body.access_token)).body).toEqual({
      sub: payload.sub,
      name: 'Asha Rao',
      email,
      email_verified: true,
    });
    expect((await userinfo('/userinfo/v2/me', body.access_token)).body).toEqual({
      id: payload.sub,
      name: 'Asha Rao',
      email,
      verified_email: true,
    });
    expect((await userinfo('/oauth2/v3/userinfo', 'stolen')).status).toBe(401);
  });

  it('takes a code once, even when it is shown twice at the same time', async () => {
    const code = await codeFor();
    const answers = await Promise.all([exchange(code), exchange(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.error).toBe('invalid_grant');
  });

  it.each([
    ['another redirect address', { redirect_uri: `${SITE}/elsewhere` }, 400, 'invalid_grant'],
    ['another client', { client_id: 'another' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['an unknown code', { code: '4/0Aunknown' }, 400, 'invalid_grant'],
    ['another kind of grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('refuses %s', async (_, form, status, error) => {
    const answer = await exchange(await codeFor(), form);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('binds a code to the challenge that asked for it', async () => {
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect((await exchange(await codeFor(pkce))).body.error).toBe('invalid_grant');
    expect((await exchange(await codeFor(pkce), { code_verifier: 'w'.repeat(43) })).body.error).toBe('invalid_grant');
    expect((await exchange(await codeFor(pkce), { code_verifier: verifier })).status).toBe(200);
  });

  it('lets codes and access tokens expire', async () => {
    const code = await codeFor();
    await database.sql`update sandbox.google_codes set created_at = now() - interval '11 minutes' where code = ${code}`;
    expect((await exchange(code)).body.error).toBe('invalid_grant');
    const { body } = await exchange(await codeFor());
    await database.sql`update sandbox.google_tokens set expires_at = now() where token = ${body.access_token}`;
    expect((await userinfo('/oauth2/v3/userinfo', body.access_token)).status).toBe(401);
  });

  it('refreshes, also on another host and after a restart', async () => {
    const { body } = await exchange(await codeFor({ access_type: 'offline', prompt: 'consent' }));
    const other = await mount();
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
    const refreshed = await token(form, other);
    expect(refreshed.status).toBe(200);
    expect(refreshed.body).not.toHaveProperty('refresh_token');
    expect((await userinfo('/oauth2/v3/userinfo', refreshed.body.access_token)).status).toBe(200);
    const keySet = async (at: Hono) =>
      (await at.request('/sandbox/providers/www.googleapis.com/oauth2/v3/certs')).json();
    expect(await keySet(other)).toEqual(await keySet(app));
    expect((await token({ ...form, refresh_token: 'unknown' })).body.error).toBe('invalid_grant');
    expect((await token({ ...form, refresh_token: body.access_token })).body.error).toBe('invalid_grant');
  });
});

describe('faults', () => {
  it('fail calls as often as they were told to, in the provider’s shape', async () => {
    await control('POST', { operation: 'token', kind: 'fail', status: 503 });
    const code = await codeFor();
    expect(await exchange(code)).toEqual({
      status: 503,
      body: { error: 'internal_failure', error_description: 'Backend Error' },
    });
    expect((await exchange(code)).status).toBe(200);
  });

  it('take grants back, lose answers and break the page', async () => {
    await control('POST', { operation: 'token', kind: 'fail', status: 400 });
    expect((await exchange(await codeFor())).body.error).toBe('invalid_grant');
    await control('POST', { operation: 'token', kind: 'fail', is_after: true });
    const code = await codeFor();
    expect((await exchange(code)).status).toBe(500);
    expect((await exchange(code)).body.error).toBe('invalid_grant');
    await control('POST', { operation: 'authorize', kind: 'fail' });
    expect((await open()).status).toBe(500);
    expect((await control('POST', { kind: 'explode' })).status).toBe(400);
  });
});

it('publishes where its endpoints are', async () => {
  const path = '/sandbox/providers/accounts.google.com/.well-known/openid-configuration';
  expect(await (await app.request(path)).json()).toMatchObject({
    issuer: 'https://accounts.google.com',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  });
});
