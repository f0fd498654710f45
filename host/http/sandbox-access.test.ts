import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createServerApp, type ServerParts } from '../server.ts';
import type { HostEnv } from './host-env.ts';
import { guardPrivatePages, isFromThisMachine, PRIVATE_SANDBOX_PATHS, unlockPages } from './sandbox-access.ts';

const KEY = 'a-key-of-thirty-two-characters-or-more';
const SITE = 'https://point0.example';
/** What a proxy on this machine that adds no header makes of a stranger's request. */
const THIS_MACHINE = { incoming: { socket: { remoteAddress: '127.0.0.1' }, readableEnded: true } };
const ADDRESSES = PRIVATE_SANDBOX_PATHS.map((path) => path.replace(/\*$/, path.endsWith('/*') ? 'x' : '/x'));

const answersAll = new Hono().all('*', (context) => context.text('private'));

function serverOf(siteUrl: string, sandboxKey?: string, sandbox: Hono | null = answersAll): Hono<HostEnv> {
  return createServerApp({
    siteUrl,
    apiUrl: siteUrl,
    sandboxKey,
    log: silentLog,
    trustedProxies: 0,
    metrics: createMetrics(),
    ...(sandbox && { sandbox }),
  } as unknown as ServerParts);
}

async function ask(app: Hono<HostEnv>, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await app.request(`http://localhost:3000${path}`, { headers, ...init }, THIS_MACHINE);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

test.each(ADDRESSES)(
  '%s is no address of a site that people reach from elsewhere, behind a silent proxy too',
  async (path) => {
    const app = serverOf(SITE);
    const tries: Record<string, string>[] = [
      {},
      { host: 'localhost:3000' },
      { 'x-sandbox-key': '' },
      { 'x-sandbox-key': KEY },
    ];
    for (const headers of tries) {
      for (const method of ['GET', 'POST', 'DELETE', 'HEAD']) {
        expect((await ask(app, path, headers, { method })).status, method).toBe(404);
      }
    }
    const { text } = await ask(app, '/sandbox/nothing-here', {}, { method: 'PUT' });
    expect(text).toBe('private'); // What the stand-ins do not have is answered as below where they are the real ones.
    expect((await ask(app, path)).text).toBe('{"error":"There is nothing at this address."}');
    expect((await ask(serverOf('http://localhost:3000'), path)).text).toBe('private');
  },
);

test('without the sandbox neither mailbox nor previews of e-mails have an address, on this machine either', async () => {
  const app = serverOf('http://localhost:3000', KEY, null);
  for (const path of ['/sandbox/mailbox', '/sandbox/mails', '/sandbox/mails/founder/times_offered/1']) {
    expect(await ask(app, path, { 'x-sandbox-key': KEY })).toMatchObject({ status: 404 });
  }
});

test('where the peer’s address alone decides, a silent proxy opens every private page (negative control)', async () => {
  const app = new Hono<HostEnv>();
  for (const path of PRIVATE_SANDBOX_PATHS) {
    app.use(path, (context, next) =>
      isFromThisMachine(context) ? next() : Promise.resolve(context.json({ error: '' }, 404)),
    );
  }
  app.route('/sandbox', answersAll);
  for (const path of ADDRESSES) expect((await ask(app, path)).text, path).toBe('private');
});

test('what the product itself needs of the stand-ins stays open to everyone', async () => {
  const app = serverOf(SITE);
  for (const path of ['/sandbox/razorpay/checkout.js', '/sandbox/providers/api.razorpay.com/v1/orders']) {
    expect((await ask(app, path)).text).toBe('private');
  }
});

describe('the key', () => {
  const app = serverOf(SITE, KEY);
  const unlock = (key: string, at = app) =>
    ask(
      at,
      '/sandbox/unlock',
      { 'content-type': 'application/x-www-form-urlencoded' },
      { method: 'POST', body: new URLSearchParams({ key }).toString() },
    );
  const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';

  test('in the header opens the private pages', async () => {
    for (const path of ADDRESSES) {
      expect((await ask(app, path, { 'x-sandbox-key': KEY })).text, path).toBe('private');
      expect((await ask(app, path, { 'x-sandbox-key': `${KEY}x` })).status, path).toBe(404);
      expect((await ask(app, path)).status, path).toBe(404);
    }
  });

  test('typed into the form gives a cookie for eight hours that does not hold it', async () => {
    const form = await ask(app, '/sandbox/unlock');
    expect(form.text).toContain('This opens the mailbox, the payment controls and the Google stand-in');
    expect(form.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    const wrong = await unlock('wrong');
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null]);
    expect(wrong.text).toContain('That is not the key.');
    const { status, headers } = await unlock(KEY);
    expect([status, headers.get('location')]).toEqual([303, '/sandbox/mailbox']);
    const cookie = headers.get('set-cookie') ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Max-Age=28800', 'Path=/sandbox']) {
      expect(cookie).toContain(part);
    }
    expect(cookie).not.toContain(KEY);
    const mailbox = (more: Record<string, string> = {}) =>
      ask(app, '/sandbox/mailbox', { cookie: cookieOf(headers), ...more });
    expect((await mailbox()).text).toBe('private');
    expect((await mailbox({ origin: SITE })).text).toBe('private');
    expect((await mailbox({ origin: 'https://foreign.example' })).status).toBe(404);
    expect((await ask(app, '/sandbox/unlock', { cookie: cookieOf(headers) })).headers.get('location')).toBe(
      '/sandbox/mailbox',
    );
  });

  test('a cookie that is old, lengthened or signed with another key opens nothing', async () => {
    const signIn = async (key: string, ageMs: number) => {
      const pages = new Hono<HostEnv>().route(
        '/sandbox/unlock',
        unlockPages({ siteUrl: SITE, key, now: () => Date.now() - ageMs }),
      );
      return cookieOf((await unlock(key, pages)).headers);
    };
    const hours = 3_600_000;
    const statusWith = async (cookie: string) => (await ask(app, '/sandbox/mailbox', { cookie })).status;
    const current = await signIn(KEY, 7.9 * hours);
    expect(await statusWith(current)).toBe(200);
    expect(await statusWith(await signIn(KEY, 8.1 * hours))).toBe(404);
    expect(await statusWith(await signIn(KEY.toUpperCase(), 0))).toBe(404);
    expect(await statusWith(current.replace(/=\d/, '=9'))).toBe(404);
    expect(await statusWith('sandbox_access=')).toBe(404);
  });

  test('is asked for nowhere when none is set', async () => {
    const without = new Hono<HostEnv>().use('*', guardPrivatePages({ siteUrl: SITE, key: undefined }));
    expect((await ask(without, '/x', { 'x-sandbox-key': '', cookie: 'sandbox_access=1.x' })).status).toBe(404);
    const app = createServerApp({
      siteUrl: SITE,
      apiUrl: SITE,
      log: silentLog,
      trustedProxies: 0,
      metrics: createMetrics(),
      sandbox: new Hono(),
    } as unknown as ServerParts);
    const unknown = await ask(app, '/sandbox/unlock');
    expect([unknown.status, unknown.text]).toEqual([404, '{"error":"There is nothing at this address."}']);
  });
});
