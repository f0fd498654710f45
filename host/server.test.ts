import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { startTestHost, type TestHost } from '#tests/kit/host.ts';

const database = provideTestDatabase();
let host: TestHost;
const MEGABYTE = 1024 * 1024;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: database.url });
});
afterAll(() => host?.stop());

function send(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
  return fetch(host.url + path, {
    ...init,
    headers: { apikey: host.keys.publishable, 'content-type': 'application/json', ...init.headers },
  });
}

/** An answer that a person can be shown: JSON with a sentence, and nothing of our inside. */
async function expectSentence(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  const text = await response.text();
  expect(text).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules|\/work\/|select .* from/i);
  const body = JSON.parse(text) as { error?: string; message?: string; msg?: string };
  const sentence = body.error ?? body.message ?? body.msg ?? '';
  expect(sentence).not.toBe('');
  return sentence;
}

/** `count` pieces of 1 MB in a body that does not announce its size. */
function chunks(count: number): RequestInit & { duplex: 'half' } {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === count) return controller.close();
      sent += 1;
      controller.enqueue(new Uint8Array(MEGABYTE).fill(97));
    },
  });
  return { method: 'POST', body, duplex: 'half' };
}

describe('bodies', () => {
  test.each(['/functions/v1/create-payment-order', '/rest/v1/bookings', '/auth/v1/signup', '/nowhere'])(
    '10 MB to %s are refused, announced or not',
    async (path) => {
      const announced = await send(path, { method: 'POST', body: Buffer.alloc(10 * MEGABYTE) });
      expect(await expectSentence(announced, 413)).toContain('at most 1 MB');
      const counted = await send(path, chunks(10));
      expect(await expectSentence(counted, 413)).toContain('at most 1 MB');
    },
  );

  test.each([
    ['too large and announced', '/nowhere', 5 * MEGABYTE, 413, {}],
    ['too large and not announced', '/nowhere', 5 * MEGABYTE, 413, { 'transfer-encoding': 'chunked' }],
    ['sent where nothing takes one', '/nowhere', 900_000, 405, {}],
    ['sent without a session', '/storage/v1/object/mentor_images/a.png', 5 * MEGABYTE, 400, {}],
    ['too large for a form of auth', '/auth/v1/signup', 900_000, 413, {}],
  ])('a body that is %s leaves its connection to the next request', async (_, path, size, status, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets: unknown[] = [];
    const post = (to: string, body: Buffer, more: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = httpRequest(host.url + to, { method: 'POST', agent, headers: more }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        request.once('socket', (socket) => sockets.push(socket));
        request.once('error', reject);
        request.end(body);
      });
    expect(await post(path, Buffer.alloc(size), { 'content-type': 'image/png', ...headers })).toBe(status);
    // The server library looks again half a second after an answer.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await post('/nowhere', Buffer.from('{}'), {})).toBe(405);
    expect(sockets[1] === sockets[0]).toBe(true);
    agent.destroy();
  });

  test('storage takes larger ones, no larger than a bucket allows, and none without a session', async () => {
    const address = '/storage/v1/object/mentor_images/a.png';
    expect(await (await send(address, chunks(2))).json()).toMatchObject({ statusCode: '403' });
    const headers = { apikey: host.keys.secret, 'content-type': 'image/png' };
    expect(await (await send(address, { ...chunks(8), headers })).json()).toMatchObject({ statusCode: '413' });
  });

  test('a posted form that is too large is answered with a page that a person can read', async () => {
    for (const [path, most] of [
      ['/share-your-story', 8],
      ['/join-as-mentor', 1],
    ] as const) {
      const answer = await send(path, chunks(most + 1));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain(`<p>What you sent is too large: at most ${most} MB are accepted here.`);
    }
  });

  test('a body that comes in pieces arrives whole', async () => {
    const pieces = ['{"email":"nobody@example.org",', '"password":"wrong-password"}'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    const response = await send('/auth/v1/token?grant_type=password', { method: 'POST', body, duplex: 'half' });
    expect(await expectSentence(response, 400)).toBe('Invalid login credentials');
  });

  test.each(['/rest/v1/bookings', '/auth/v1/signup', '/auth/v1/token?grant_type=password'])(
    'malformed JSON to %s is answered with a sentence',
    async (path) => {
      for (const body of ['{', '[1]', '"text"', '']) {
        const response = await send(path, { method: 'POST', body });
        expect(response.status).toBeGreaterThanOrEqual(400);
        await expectSentence(response, response.status);
        expect(response.status).toBeLessThan(500);
      }
    },
  );
});

test('what a client claims of its address counts for nothing where no proxy of ours stands in front', async () => {
  await database.sql`
    update private.submission_limits set most = 1 where form = 'mentor_application' and scope = 'address'`;
  const apply = async (headers: Record<string, string> = {}) => {
    const body = '{"name":"Asha","phone":"9876543210","linkedin":"https://www.linkedin.com/in/asha"}';
    return (await send('/functions/v1/submit-mentor-application', { method: 'POST', headers, body })).status;
  };
  expect(await apply()).toBe(200);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip']) {
    expect(await apply({ [header]: '203.0.113.9' }), header).toBe(429);
  }
});

describe('addresses', () => {
  test.each(['nope', '_shared', '..%2f..%2fhost', 'constructor', '__proto__', ''])(
    'there is no function %s',
    async (name) => {
      const response = await send(`/functions/v1/${name}`, { method: 'POST', body: '{}' });
      expect(await expectSentence(response, 404)).toBe('There is no function of this name.');
    },
  );

  test('every function folder answers', async () => {
    for (const name of ['create-payment-order', 'verify-payment', 'run-jobs']) {
      const response = await send(`/functions/v1/${name}`, { method: 'POST', body: '{}' });
      await expectSentence(response, name === 'run-jobs' ? 403 : 401);
    }
  });

  test.each([
    '/rest/v1/nope',
    '/rest/v1/mentors?id=eq.nope',
    '/rest/v1/mentors?name=eq.%00',
    '/rest/v1/rpc/search_mentors?p_offset=x',
  ])("%s is the caller's mistake", async (path) => {
    const response = await send(path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    await expectSentence(response, response.status);
  });

  test('assets that are gone are not remembered as gone', async () => {
    const response = await send('/assets/..%2f..%2fpackage.json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    await expectSentence(response, 404);
  });

  test.each([
    ['a Host header that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', '400 Bad Request'],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
    ['what is not HTTP', 'FOO\r\n\r\n', '400 Bad Request'],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, '431 '],
  ])('%s is refused without harm', async (_what, text, expected) => {
    expect(await sendRaw(text)).toContain(expected);
    expect((await send('/healthz')).status).toBe(200);
  });
});

describe('headers', () => {
  test.each(['/healthz', '/rest/v1/mentors?select=id', '/nowhere', '/functions/v1/nope'])(
    '%s carries the protective ones',
    async (path) => {
      const { headers } = await send(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test.each([
    '/rest/v1/mentors?select=id',
    '/rest/v1/nope',
    '/auth/v1/user',
    '/auth/v1/settings',
    '/storage/v1/object/public/mentor_images/none.png',
    '/functions/v1/nope',
    '/functions/v1/read-receipt',
    '/metrics',
    '/healthz',
    '/robots.txt',
    '/sandbox/nowhere',
    '/nowhere',
  ])('%s is kept by no cache when it was asked for with Authorization headers', async (path) => {
    for (const line of ['Authorization: Basic a', 'authorization: bearer  eyJ.e30.x', 'AUTHORIZATION:\tx']) {
      const lines = [`GET ${path} HTTP/1.1`, 'Host: site.test', `Apikey: ${host.keys.publishable}`, line, line];
      const answer = await sendRaw(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
      expect(answer.toLowerCase().split('\r\n\r\n')[0], line).toContain('\r\ncache-control: no-store');
    }
  });

  test('a harmless request id is kept, another is replaced', async () => {
    const given = await send('/healthz', { headers: { 'x-request-id': 'abc-12345' } });
    expect(given.headers.get('x-request-id')).toBe('abc-12345');
    const replaced = await send('/healthz', { headers: { 'x-request-id': 'a "b" {c}' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the log names the request, and keeps what its query and body hold to itself', async () => {
    await send('/auth/v1/verify?token=topsecrettoken&type=signup', { headers: { 'x-request-id': 'logged-request' } });
    await send('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: 'private@example.org', password: 'hunter2hunter2' }),
    });
    const lines = host.output();
    expect(lines).toMatch(/"requestId":"logged-request","method":"GET","path":"\/auth\/v1\/verify"/);
    expect(lines).not.toMatch(/topsecrettoken|private@example\.org|hunter2/);
  });
});

describe('the log of the data APIs', () => {
  const PERSON = { email: 'logged@example.org', password: 'hunter2hunter2' };
  /** The lines about one request. */
  const linesOf = (id: string) =>
    host
      .output()
      .split('\n')
      .filter((line) => line.includes(`"requestId":"${id}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const post = (id: string, path: string, body: object, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', headers: { 'x-request-id': id, ...headers }, body: JSON.stringify(body) });

  const errors = () => host.output().split('"level":"error"').length - 1;

  test('each answer of Auth says outcome, account and address, and nothing secret', async () => {
    await post('sign-up-of-a-person', '/auth/v1/signup', PERSON);
    const [person] = await database.sql`
      update auth.users set email_confirmed_at = now() where email = ${PERSON.email} returning id`;
    await post('wrong-password', '/auth/v1/token?grant_type=password', { ...PERSON, password: 'not-their-password' });
    const answer = await post('right-password', '/auth/v1/token?grant_type=password', PERSON);
    const session = (await answer.json()) as { access_token: string; refresh_token: string };
    await send('/auth/v1/user', {
      headers: { 'x-request-id': 'own-account', authorization: `Bearer ${session.access_token}` },
    });
    await post('old-mail-link', '/auth/v1/verify', { token_hash: 'made-up', type: 'signup' });

    const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/);
    const line = { level: 'info', time: expect.any(String), method: 'POST', address };
    expect(linesOf('wrong-password')).toMatchObject([
      { ...line, path: '/auth/v1/token', grant: 'password', outcome: 'invalid_credentials', status: 400 },
    ]);
    expect(linesOf('wrong-password')[0]).not.toHaveProperty('account');
    expect(linesOf('right-password')).toMatchObject([{ ...line, outcome: 'ok', account: person?.id, status: 200 }]);
    expect(linesOf('own-account')).toMatchObject([{ ...line, method: 'GET', outcome: 'ok', account: person?.id }]);
    expect(linesOf('old-mail-link')).toMatchObject([{ ...line, outcome: 'otp_expired' }]);
    expect(linesOf('sign-up-of-a-person')).toMatchObject([{ ...line, outcome: 'ok' }]);
    for (const secret of [
      ...Object.values(PERSON),
      'not-their-password',
      session.access_token,
      session.refresh_token,
      'made-up',
    ]) {
      expect(host.output()).not.toContain(secret);
    }

    await send('/rest/v1/profiles?select=id', {
      headers: { 'x-request-id': 'own-rows', authorization: `Bearer ${session.access_token}` },
    });
    expect(linesOf('own-rows')).toMatchObject([
      { path: '/rest/v1/profiles', account: person?.id, rows: 1, status: 200 },
    ]);
  });

  test('a made-up access token is one warning, and its claims are believed nowhere', async () => {
    const claims = Buffer.from('{"sub":"11111111-1111-4111-8111-111111111111","exp":9999999999}').toString('base64url');
    const token = `eyJhbGciOiJIUzI1NiJ9.${claims}.Zm9yZ2Vk`;
    const before = errors();
    for (const path of ['/rest/v1/profiles', '/auth/v1/user', '/storage/v1/object/papers/a.png']) {
      const id = `forged-at${path.replaceAll(/[/.]/g, '-')}`;
      await send(path, { headers: { 'x-request-id': id, authorization: `Bearer ${token}` } });
      const [warning, ...rest] = linesOf(id);
      expect(warning).toMatchObject({ level: 'warn', msg: 'forged token', path });
      expect(rest).toMatchObject([{ level: 'info', msg: 'request' }]);
      expect(rest[0]).not.toHaveProperty('account');
    }
    expect(host.output()).not.toContain(claims);
    expect(errors()).toBe(before);
    expect(host.output()).not.toContain('jws_verify');
  });

  test('a storage path that no key can have is 400 and no error of ours', async () => {
    const before = errors();
    for (const path of ['%00', '%c0%ae%c0%ae', '%ed%a0%80']) {
      const answer = await send(`/storage/v1/object/public/mentor_images/${path}`);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { statusCode: '400', error: 'InvalidKey', message: 'Invalid key' },
      ]);
    }
    expect(errors()).toBe(before);
  });
});

describe('health', () => {
  const withToken = (token = host.keys.ops) => ({ headers: { authorization: `Bearer ${token}` } });

  test('/readyz?deep without the token is 401, from this machine too, while plain /readyz stays public', async () => {
    const tries: RequestInit[] = [
      {},
      withToken(`${host.keys.ops}x`),
      withToken(''),
      { headers: { authorization: host.keys.ops } },
    ];
    for (const init of tries) {
      const response = await send('/readyz?deep', init);
      expect([response.status, await response.json()]).toEqual([401, { error: 'A token is needed for this.' }]);
    }
    expect((await send('/readyz?deep=0')).status).toBe(401);
    expect((await send('/readyz?deep', withToken())).status).toBe(200);
    expect((await send('/readyz')).status).toBe(200);
  });

  test('/healthz says that the process is up', async () => {
    const response = await send('/healthz');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('/readyz says that the database answers and is current; deep, that money and jobs are sound', async () => {
    const response = await send('/readyz');
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ready', database: true, pendingMigrations: 0, worker: 'running' },
    ]);
    expect(await (await send('/readyz?deep', withToken())).json()).toMatchObject({
      status: 'ready',
      invariantViolations: 0,
      oldestDueJobSeconds: expect.any(Number),
      deadJobs: 0,
      lastWebhookAt: null,
      calendarToken: expect.stringMatching(/^(ok|missing)$/),
    });
  });

  test('/readyz notices a migration that is missing and a job that nobody does', async () => {
    const { sql } = database;
    await sql`insert into private.outbox (kind, run_at) values ('nobody_does_this', now() - interval '1 hour')`;
    expect((await send('/readyz')).status).toBe(200);
    expect((await send('/readyz?deep', withToken())).status).toBe(503);
    await sql`delete from private.outbox where kind = 'nobody_does_this'`;

    const [last] = await sql<{ version: string; name: string }[]>`
      delete from supabase_migrations.schema_migrations
      where version = (select max(version) from supabase_migrations.schema_migrations) returning version, name`;
    const response = await send('/readyz');
    expect([response.status, await response.json()]).toMatchObject([503, { pendingMigrations: 1 }]);
    await sql`insert into supabase_migrations.schema_migrations ${sql(last ?? {})}`;
  });
});

describe('search engines', () => {
  test('the sitemap lists every mentor by the canonical address', async () => {
    const id = '7d9f1c52-3b64-4c1e-9a53-0f6a2f1f9f10';
    const mentor = { id, name: 'Asha "&" Menon', title: 't', expertise: 'e' };
    await database.sql`insert into public.mentors ${database.sql(mentor)}`;
    const response = await send('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(`<loc>${host.url}/mentors/asha-menon-${id}</loc>`);
    expect(text).toContain(`<loc>${host.url}/wall-of-impact</loc>`);
    expect(text).not.toContain('/dashboard');
  });

  test('security.txt says where to report a weakness, and is valid for less than a year (RFC 9116)', async () => {
    const response = await send('/.well-known/security.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await response.text()).trim().split('\n');
    const fields = new Map(lines.map((line) => line.split(/: (.*)/) as [string, string]));
    expect(fields.get('Contact')).toBe('mailto:hello@point-0.example');
    expect(fields.get('Canonical')).toBe(`${host.url}/.well-known/security.txt`);
    expect(fields.get('Policy')).toBe(`${host.url}/contact`);
    expect(fields.get('Preferred-Languages')).toBe('en');
    expect(fields.get('Expires')).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
    expect([...fields.keys()].sort()).toEqual(['Canonical', 'Contact', 'Expires', 'Policy', 'Preferred-Languages']);
  });

  test('robots.txt names the sitemap and the closed doors', async () => {
    const text = await (await send('/robots.txt')).text();
    expect(text).toContain(`Sitemap: ${host.url}/sitemap.xml`);
    expect(text).toContain('Disallow: /dashboard');
  });
});

test('with the sandbox, functions may write into a calendar from the start', async () => {
  const known = await database.sql`
    select email, scopes from sandbox.google_tokens join sandbox.google_accounts using (sub) where kind = 'refresh'`;
  expect([...known]).toEqual([
    { email: 'calendar@point-0.example', scopes: ['https://www.googleapis.com/auth/calendar'] },
  ]);
  expect(await (await send('/sandbox/google/calendar')).text()).toContain('The calendar is empty');
});

test.each([
  '/sandbox/mailbox.json',
  '/sandbox/mails',
  '/sandbox/razorpay/faults',
  '/sandbox/razorpay/webhooks/deliver',
  '/sandbox/razorpay/bank/payments/pay_1',
  '/sandbox/google/faults',
  '/sandbox/google/tokens/revoke',
  '/sandbox/google/calendar',
  '/sandbox/google/calendar.json',
  '/sandbox/providers/accounts.google.com/o/oauth2/v2/auth',
  '/sandbox/providers/accounts.google.com/o/oauth2/v2/consent',
])('%s answers this machine alone, and to others is no address', async (path) => {
  type Answer = { status: number | undefined; text: string; headers: object };
  const ask = (headers: Record<string, string>, to = path) =>
    new Promise<Answer>((resolve, reject) => {
      // Some of them answer nothing else than a POST.
      const method = /deliver|pay_1|revoke/.test(to) ? 'POST' : 'GET';
      const request = httpRequest(`${host.url}${to}`, { method, headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        const { date, 'x-request-id': _, ...rest } = response.headers;
        response.on('end', () => resolve({ status: response.statusCode, text, headers: rest }));
      });
      request.once('error', reject);
      request.end();
    });
  const isOpen = (answer: Answer) => !answer.text.includes('There is nothing at this address.');
  expect(isOpen(await ask({}))).toBe(true);
  expect(isOpen(await ask({ origin: host.url }))).toBe(true);
  const unknown = await ask({}, '/sandbox/nothing');
  expect(unknown).toMatchObject({ status: 404, text: '{"error":"There is nothing at this address."}' });
  const strangers: Record<string, string>[] = [
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { origin: 'https://foreign.example' },
    { origin: 'null' },
    { host: 'rebound.example' },
    { accept: 'text/html', 'x-real-ip': '203.0.113.7' },
    { 'x-sandbox-key': '', 'x-real-ip': '203.0.113.7' },
  ];
  for (const headers of strangers) expect(await ask(headers), JSON.stringify(headers)).toEqual(unknown);
});

function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(text);
  });
}
