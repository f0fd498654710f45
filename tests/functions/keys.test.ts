// @module-tag ci
/** The keys of the backend as the platform hands them to functions. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { SupabaseClient } from '@supabase/supabase-js';
import { createClient } from '@supabase/supabase-js';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { serviceClient, userClient } from '#functions/_shared/database.ts';
import type { ServerFunction } from '#functions/_shared/http.ts';
import { requireService, requireWorker } from '#functions/_shared/keys.ts';
import { askForRecoveryMail } from '#functions/_shared/provider.ts';
import { routeProvidersTo } from '#host/outbound-proxy.ts';
import type { Founder } from '#tests/kit/app-client.ts';
import { OWN_PASSWORD, openPasswordFixture } from '#tests/kit/password-fixture.ts';
import { plainPicture } from '#tests/kit/pictures.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const functions = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
const names = readdirSync(functions).filter((name) => !name.startsWith('_'));
/** These only start work, so that whatever calls them needs no key that opens data. */
const OF_WORKERS = ['run-jobs', 'send-alarm'];

const app = provideTestApp();
const WORKER_KEY = 'a-worker-key-of-these-tests-that-is-long';
const OTHER_SECRET = 'sb_secret_another_one_of_these_tests_long';
const HOOK_SECRET = `whsec_${Buffer.from('h'.repeat(32)).toString('base64')}`;
let endRouting = () => {};
beforeAll(() => {
  endRouting = routeProvidersTo(`${app.host.url}/sandbox`);
});
afterAll(() => endRouting());

const KEY_SETTINGS = [
  'SUPABASE_SECRET_KEYS',
  'SUPABASE_SECRET_KEY',
  'SUPABASE_SERVICE_ROLE_KEY',
  'SUPABASE_PUBLISHABLE_KEYS',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_ANON_KEY',
] as const;

/** The environment of a function with these keys and no others. */
function setKeys(keys: Partial<Record<(typeof KEY_SETTINGS)[number], string>>): void {
  for (const name of KEY_SETTINGS) vi.stubEnv(name, keys[name] ?? '');
  const { razorpay, google } = app.keys;
  const others = {
    SUPABASE_URL: app.host.url,
    SITE_URL: app.host.url,
    WORKER_KEY,
    RAZORPAY_KEY_ID: razorpay.keyId,
    RAZORPAY_KEY_SECRET: razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
    GOOGLE_CLIENT_ID: google?.clientId ?? '',
    GOOGLE_CLIENT_SECRET: google?.clientSecret ?? '',
    GOOGLE_REFRESH_TOKEN: google?.refreshToken ?? '',
    GOOGLE_TOKEN_KEY: 'a-token-key-of-these-tests-that-is-long',
    PRIVACY_KEY: 'a-privacy-key-of-these-tests-that-is-long',
    SMTP_URL: '',
    ADMIN_EMAILS: '',
    SEND_EMAIL_HOOK_SECRETS: `v1,${HOOK_SECRET}`,
  };
  for (const [name, value] of Object.entries(others)) vi.stubEnv(name, value);
}

/** Calls the function in this process, as the platform would with these settings. */
async function call(
  name: string,
  { headers = {}, body = {}, query = '' }: { headers?: Record<string, string>; body?: unknown; query?: string } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const target: ServerFunction = (await import(path.join(functions, name, 'index.ts'))).default;
  const response = await target.fetch(
    new Request(`http://functions.test/${name}${query}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.json() };
}

const by = ({ token }: Founder) => ({ authorization: `Bearer ${token}` });

/** Auth's signed call for the mail of a sign-up. */
function sendSignUp() {
  const body = JSON.stringify({
    user: { email: 'asha@site.test' },
    email_data: { email_action_type: 'signup', token_hash: randomUUID(), site_url: app.host.url },
  });
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(HOOK_SECRET).sign('msg_1', at, body),
  };
  return call('send-auth-email', { headers, body });
}

/** What each function does with its keys, and the status of the answer. One that is not named is asked by an administrator. */
const works: Record<string, () => Promise<[answer: { status: number }, expected: number]>> = {
  'answer-account-alert': async () => [
    await call('answer-account-alert', { body: { token: 'x'.repeat(43), look: true } }),
    410,
  ],
  'answer-request': async () => [
    await call('answer-request', { body: { action: 'read', token: 'x'.repeat(64) } }),
    404,
  ],
  'confirm-identity': async () => {
    const owner = await openPasswordFixture(app).addOwner();
    return [await call('confirm-identity', { headers: by(owner), body: { password: OWN_PASSWORD } }), 200];
  },
  'connect-calendar': async () => [
    await call('connect-calendar', { headers: by(await app.addFounder()), body: { action: 'begin' } }),
    403,
  ],
  'create-payment-order': async () => {
    const founder = await app.addFounder();
    const body = app.orderRequest(founder, await app.addSlot());
    return [await call('create-payment-order', { headers: by(founder), body }), 200];
  },
  'delete-account': async () => [await call('delete-account', { headers: by(await app.addFounder()) }), 200],
  'export-my-data': async () => [await call('export-my-data', { headers: by(await app.addFounder()) }), 200],
  'manual-google-oauth': async () => [
    await call('manual-google-oauth', { headers: by(await app.administrator()), query: '?action=begin' }),
    200,
  ],
  'payment-webhook': async () => [
    await call('payment-webhook', {
      headers: { 'x-razorpay-event-id': 'evt_1', 'x-razorpay-signature': '0' },
      body: '{}',
    }),
    400,
  ],
  'run-jobs': async () => [await call('run-jobs', { headers: { 'x-worker-key': WORKER_KEY } }), 200],
  'send-alarm': async () => [await call('send-alarm', { headers: { 'x-worker-key': WORKER_KEY } }), 200],
  'send-auth-email': async () => [await sendSignUp(), 200],
  'store-picture': async () => {
    const photo = new Uint8Array(await plainPicture(60, 40).jpeg().toBuffer());
    return [await call('store-picture', { query: '?kind=story', body: photo }), 200];
  },
  'submit-impact-story': async () => [
    await call('submit-impact-story', { body: { name: 'Asha', experience: 'It worked.' } }),
    200,
  ],
  'submit-mentor-application': async () => [
    await call('submit-mentor-application', {
      body: { name: 'Asha', phone: '9876543210', linkedin: 'https://www.linkedin.com/in/asha' },
    }),
    200,
  ],
  'submit-mentor-request': async () => [
    await call('submit-mentor-request', { body: { text: 'Who knows exports?', email: 'asks@startup.example' } }),
    200,
  ],
  'verify-payment': async () => {
    const founder = await app.addFounder();
    const order = await app.order(founder, await app.addSlot());
    return [await call('verify-payment', { headers: by(founder), body: await app.paid(order) }), 200];
  },
};

describe('with the keys in', () => {
  it.each([
    ['SUPABASE_SECRET_KEYS', 'SUPABASE_PUBLISHABLE_KEYS'],
    ['SUPABASE_SECRET_KEY', 'SUPABASE_PUBLISHABLE_KEY'],
    ['SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_ANON_KEY'],
  ] as const)('%s alone each function works', async (secret, publishable) => {
    const inSetting = (key: string) => (secret.endsWith('S') ? JSON.stringify({ default: key }) : key);
    setKeys({ [secret]: inSetting(app.keys.secretKey), [publishable]: inSetting(app.keys.publishableKey) });
    for (const name of names) {
      const [answer, expected] = (await works[name]?.()) ?? [
        await call(name, { headers: by(await app.administrator()) }),
        undefined,
      ];
      if (expected === undefined) expect(answer.status, `${name}: ${JSON.stringify(answer)}`).toBeLessThan(500);
      else expect(answer.status, `${name}: ${JSON.stringify(answer)}`).toBe(expected);
    }
  });
});

it('send-auth-email answers within two seconds though the database does not', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  setKeys({ SUPABASE_SECRET_KEY: app.keys.secretKey });
  await sendSignUp();
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const started = performance.now();
  expect((await sendSignUp()).status).toBe(503);
  expect(performance.now() - started).toBeLessThan(2_000);
  silent.closeAllConnections();
  silent.close();
});

describe('the key that a caller of run-jobs carries', () => {
  const open = (headers: Record<string, string>) => call('run-jobs', { headers });
  const refused = { status: 403, body: { error: functionErrors.serviceOnly } };

  it('with two secret keys either opens run-jobs, and run-jobs itself uses the one named default', async () => {
    setKeys({ SUPABASE_SECRET_KEYS: JSON.stringify({ spare: OTHER_SECRET, default: app.keys.secretKey }) });
    for (const apikey of [app.keys.secretKey, OTHER_SECRET]) expect((await open({ apikey })).status).toBe(200);
    // One of several is no bearer token.
    expect(await open({ authorization: `Bearer ${OTHER_SECRET}` })).toEqual(refused);
  });

  it('a publishable key, a person’s token and a key that differs in its last character are refused', async () => {
    setKeys({ SUPABASE_SECRET_KEYS: JSON.stringify({ default: app.keys.secretKey, spare: OTHER_SECRET }) });
    vi.stubEnv('SUPABASE_SECRET_KEY', app.keys.secretKey);
    const tokens = [(await app.addFounder()).token, (await app.administrator()).token];
    const almost = [app.keys.secretKey, OTHER_SECRET, WORKER_KEY].map((key) => `${key.slice(0, -1)}_`);
    for (const key of ['', app.keys.publishableKey, ...tokens, ...almost]) {
      for (const [name, value] of [
        ['apikey', key],
        ['authorization', `Bearer ${key}`],
        ['x-worker-key', key],
      ] as const) {
        expect(await open({ [name]: value }), key).toEqual(refused);
      }
    }
    // Negative control: the same calls with the right keys.
    for (const [name, value] of [
      ['apikey', OTHER_SECRET],
      ['authorization', `Bearer ${app.keys.secretKey}`],
      ['x-worker-key', WORKER_KEY],
    ] as const) {
      expect((await open({ [name]: value })).status).toBe(200);
    }
  });

  it('a worker’s key that is shorter than 32 characters counts as unset', async () => {
    setKeys({ SUPABASE_SECRET_KEY: app.keys.secretKey });
    for (const [key, status] of [
      ['w'.repeat(31), 403],
      ['w'.repeat(32), 200],
    ] as const) {
      vi.stubEnv('WORKER_KEY', key);
      expect((await open({ 'x-worker-key': key })).status).toBe(status);
    }
  });

  it('keys that are no JSON object count as unset, which is logged once and without them', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    setKeys({ SUPABASE_SECRET_KEYS: app.keys.secretKey, SUPABASE_SERVICE_ROLE_KEY: app.keys.secretKey });
    for (let turn = 0; turn < 2; turn += 1) expect((await open({ apikey: app.keys.secretKey })).status).toBe(200);
    expect(logged.mock.calls.join()).toContain('SUPABASE_SECRET_KEYS is no JSON object of keys');
    expect(logged.mock.calls.join()).not.toContain(app.keys.secretKey);
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe('the key of a worker', () => {
  /** Wherever it could be taken for a key or a token. */
  const everywhere = { 'x-worker-key': WORKER_KEY, apikey: WORKER_KEY, authorization: `Bearer ${WORKER_KEY}` };

  it('opens the functions that start work, and none else', async () => {
    setKeys({ SUPABASE_SECRET_KEY: app.keys.secretKey, SUPABASE_PUBLISHABLE_KEY: app.keys.publishableKey });
    for (const name of names) {
      const headers = { 'x-worker-key': WORKER_KEY };
      const answer = await call(name, { headers });
      if (OF_WORKERS.includes(name)) {
        expect([401, 403], name).not.toContain(answer.status);
        expect((await call(name)).status, name).toBe(403);
      } else {
        // Visitors may call some functions; to those the key makes no difference.
        const withoutKey = await call(name);
        expect(answer, name).toEqual(withoutKey);
        const isForVisitors = ![401, 403].includes(withoutKey.status);
        const { status } = await call(name, { headers: everywhere, body: { bookingId: crypto.randomUUID() } });
        expect(isForVisitors ? [withoutKey.status] : [401, 403], name).toContain(status);
      }
    }
  });

  it('is not the system’s own: what only the system may call stays closed', () => {
    setKeys({ SUPABASE_SECRET_KEYS: JSON.stringify({ default: app.keys.secretKey }) });
    const carrying = (headers: Record<string, string>) => new Request('http://functions.test/x', { headers });
    expect(() => requireService(carrying(everywhere))).toThrow(functionErrors.serviceOnly);
    expect(() => requireService(carrying({ apikey: app.keys.secretKey }))).not.toThrow();
    expect(() => requireWorker(carrying({ 'x-worker-key': WORKER_KEY }))).not.toThrow();
  });

  it.each([
    ['GET', '/rest/v1/bookings?select=id'],
    ['POST', '/rest/v1/rpc/claim_jobs'],
    ['GET', '/auth/v1/admin/users'],
    ['GET', '/auth/v1/user'],
    ['POST', '/auth/v1/recover'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/storage/v1/object/list/mentor_images'],
  ])('opens nothing of the backend: %s %s', async (method, address) => {
    const response = await fetch(`${app.host.url}${address}`, {
      method,
      headers: { ...everywhere, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ p_kinds: ['email'], email: 'a@site.test', prefix: '' }) }),
    });
    await response.body?.cancel();
    expect([401, 403, 404]).toContain(response.status);
    // Nor beside the key that every visitor has.
    const beside = await fetch(`${app.host.url}/rest/v1/rpc/claim_jobs`, {
      method: 'POST',
      headers: { apikey: app.keys.publishableKey, 'x-worker-key': WORKER_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ p_kinds: ['email'] }),
    });
    expect([401, 403]).toContain(beside.status);
  });
});

describe('what the functions send to the backend', () => {
  /** The headers of the requests that `act` makes, beside those of the key. */
  async function sentBy(secretKey: string, act: () => PromiseLike<unknown>) {
    const sent: { apikey: unknown; authorization: unknown }[] = [];
    const server = createServer((request, response) => {
      sent.push({ apikey: request.headers.apikey, authorization: request.headers.authorization });
      response.setHeader('content-type', 'application/json').end('[]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    setKeys({ SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }), SUPABASE_ANON_KEY: 'sb_publishable_x' });
    vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      await act();
    } finally {
      server.close();
    }
    return sent;
  }
  const everything = async () => {
    await serviceClient().rpc('claim_jobs', { p_kinds: [] });
    // Functions ask for no table today.
    await (serviceClient() as unknown as SupabaseClient).from('bookings').select('id');
    await serviceClient().storage.from('mentor_images').list();
    await askForRecoveryMail('asha@site.test');
  };

  it('carries a key that is no JWT in apikey alone, and a legacy key as a token too', async () => {
    const opaque = { apikey: 'sb_secret_of_today', authorization: undefined };
    expect(await sentBy('sb_secret_of_today', everything)).toEqual([opaque, opaque, opaque, opaque]);
    const legacy = { apikey: 'eyJ.a.b', authorization: 'Bearer eyJ.a.b' };
    expect(await sentBy('eyJ.a.b', everything)).toEqual([legacy, legacy, legacy, legacy]);
    // The library's own behaviour, without the correction.
    const library = () =>
      createClient(process.env.SUPABASE_URL ?? '', 'sb_secret_of_today')
        .from('bookings')
        .select('id')
        .then();
    expect(await sentBy('x', library)).toEqual([
      { apikey: 'sb_secret_of_today', authorization: 'Bearer sb_secret_of_today' },
    ]);
  });

  it('carries a person’s token beside the publishable key', async () => {
    expect(await sentBy('x', () => userClient('the.persons.token').rpc('my_account_state'))).toEqual([
      { apikey: 'sb_publishable_x', authorization: 'Bearer the.persons.token' },
    ]);
  });
});

it('no other file of the functions reads the settings of the keys', () => {
  const setting = /SUPABASE_(SECRET|SERVICE_ROLE|PUBLISHABLE|ANON)_|\bWORKER_KEY\b/;
  const readers = readdirSync(functions, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => /findEnv|readEnv|process\.env/.test(readFileSync(path.join(functions, file), 'utf8')))
    .filter((file) => setting.test(readFileSync(path.join(functions, file), 'utf8')));
  // The second lists the names of all settings.
  expect(readers.sort()).toEqual(['_shared/env.ts', '_shared/keys.ts']);
});
