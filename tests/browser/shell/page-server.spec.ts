import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';
import { RELEASE } from '#rules/office/release.ts';
import { findOffer } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { findFreePort } from '#tests/kit/host.ts';
import { startPageServer, type TestPageServer } from '#tests/kit/page-server.ts';

const PUBLIC_PAGES = [
  '/',
  '/mentors',
  '/mentors/category/sales',
  '/join-as-mentor',
  '/project-point-0',
  '/wall-of-impact',
  '/share-your-story',
  '/about-us',
  '/terms',
  '/privacy',
  '/refunds',
  '/our-promise',
  '/contact',
];
const DENO = [
  path.join(projectPaths.root, 'node_modules', '.bin', 'deno'),
  'run',
  '--cached-only',
  '--allow-net=127.0.0.1,localhost',
  '--allow-env',
  '--allow-read',
  '--allow-sys',
  '--node-modules-dir=manual',
  '--no-lock',
  path.join(projectPaths.root, 'host', 'pages-deno.ts'),
] as const;
const TOKEN = 'a-token-of-thirty-two-characters-or-more';

const open: { stop(): Promise<void> }[] = [];
test.afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

async function startServer(options: Partial<Parameters<typeof startPageServer>[0]> = {}): Promise<TestPageServer> {
  const { url, keys } = sharedHost();
  const port = await findFreePort();
  const server = await startPageServer({ port, supabaseUrl: url, publishableKey: keys.publishable, ...options });
  open.push(server);
  return server;
}

/** A module that runs before the program. */
const before = (source: string) => `--import=data:text/javascript,${encodeURIComponent(source)}`;

test('A page server writes no file and connects to the backend alone', {
  tag: ['@page-server', '@faults'],
}, async () => {
  const readOnly = ['--permission', '--allow-fs-read=*'];
  const tellConnections = before(`
    import net from 'node:net';
    const connect = net.Socket.prototype.connect;
    net.Socket.prototype.connect = function (...args) {
      const [{ host, port }] = Array.isArray(args[0]) ? args[0] : args;
      process.stderr.write('connects to ' + host + ':' + port + '\\n');
      return connect.apply(this, args);
    };`);
  const server = await startServer({ flags: [...readOnly, tellConnections], env: { NODE_COMPILE_CACHE: undefined } });
  const { path: mentor } = await findOffer();
  for (const address of [
    ...PUBLIC_PAGES,
    mentor,
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.svg',
    '/nowhere',
    '/readyz',
  ]) {
    const { status } = await fetch(server.url + address);
    expect([address, status]).toEqual([address, address === '/nowhere' ? 404 : 200]);
  }
  const connections = new Set(server.output().match(/(?<=connects to )\S+/g));
  expect([...connections]).toEqual([new URL(sharedHost().url).host]);

  // Negative control: what the flags refuse.
  const file = path.join(projectPaths.root, 'test-results', 'written');
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`;
  expect(spawnSync(process.execPath, [...readOnly, '-e', write], { encoding: 'utf8' }).stderr).toContain(
    'ERR_ACCESS_DENIED',
  );
});

/** The texts of the data that a page carries for its scripts; numbers of places in it depend on equal times. */
function textsOf(data: string): string {
  const values: unknown[] = JSON.parse(data);
  return values
    .filter((value) => typeof value === 'string')
    .sort()
    .join();
}

/** What differs by its nature: addresses, hashes of scripts, and times. */
function plain(text: string, origins: readonly string[]): string {
  // Links for sharing carry the site's address as a value.
  const written = origins.flatMap((origin) => [origin, encodeURIComponent(origin)]);
  const withoutOrigins = written.reduce((rest, origin) => rest.replaceAll(origin, ''), text);
  return withoutOrigins
    .replace(/(?<=\n)\[.*\](?=\n<\/script>)/g, textsOf)
    .replace(/'sha256-[^']+'/g, 'HASH')
    .replace(/\b1[6-9]\d{11}\b/g, 'TIME')
    .replace(/ +/g, ' ');
}
const NOT_COMPARED = ['age', 'connection', 'content-length', 'date', 'etag', 'keep-alive', 'link', 'x-request-id'];

test('A page server answers as the host does, under Node and under Deno', {
  tag: ['@page-server', '@ci'],
}, async () => {
  test.slow();
  const { url: hostUrl, pageServerUrl = '', splitApiUrl = '', keys } = sharedHost();
  const port = await findFreePort();
  const underDeno = await startServer({
    port,
    supabaseUrl: splitApiUrl,
    publishableKey: keys.publishable,
    command: [...DENO],
    env: { GOOGLE_SIGN_IN: 'on', SANDBOX_URL: splitApiUrl, DENO_NO_UPDATE_CHECK: '1' },
  });
  const origins = [hostUrl, pageServerUrl, splitApiUrl, underDeno.url];
  const answerOf = async (origin: string, address: string) => {
    const response = await fetch(origin + address, { headers: { 'accept-encoding': 'identity' } });
    const headers = [...response.headers].filter(([name]) => !NOT_COMPARED.includes(name));
    return {
      status: response.status,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, plain(value, origins)])),
      body: plain(await response.text(), origins),
    };
  };
  const { path: mentor } = await findOffer();
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(hostUrl)).text()) ?? [];
  for (const address of [
    ...PUBLIC_PAGES,
    mentor,
    '/nowhere',
    '/favicon.svg',
    asset,
    '/assets/nothing.js',
    '/healthz',
  ]) {
    // Other tests change what pages show, and each server keeps a page for 30 s.
    await expect(async () => {
      const expected = await answerOf(hostUrl, address);
      expect(await answerOf(pageServerUrl, address), address).toEqual(expected);
      expect(await answerOf(underDeno.url, address), `${address} under Deno`).toEqual(expected);
    }).toPass({ timeout: 100_000, intervals: [1_000, 31_000] });
  }
});

/** A backend in front of the run's own, that can be stopped and counts what it is asked. */
async function openBackend() {
  const port = await findFreePort();
  const asked = new Map<string, number>();
  let server: Server | undefined;
  const answer = async (url: string, init: RequestInit) => {
    const response = await fetch(sharedHost().url + url, init);
    return { status: response.status, type: response.headers.get('content-type') ?? '', body: await response.text() };
  };
  const backend = {
    url: `http://localhost:${port}`,
    asked,
    start: () =>
      new Promise<void>((resolve) => {
        server = createServer(async (request, response) => {
          const { url = '', method = 'GET', headers } = request;
          asked.set(url, (asked.get(url) ?? 0) + 1);
          const { apikey = '', accept = '*/*' } = headers;
          const sent = { apikey: String(apikey), accept, 'content-type': 'application/json' };
          const { status, type, body } = await answer(url, {
            method,
            headers: sent,
            ...(method === 'POST' && { body: '{}' }),
          });
          response.writeHead(status, { 'content-type': type }).end(body);
        }).listen(port, () => resolve());
      }),
    async stop() {
      server?.closeAllConnections();
      await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
      server = undefined;
    },
  };
  await backend.start();
  open.push(backend);
  return backend;
}

/** Each signal makes it five minutes later in the process. */
const LATER = before(`
  const now = performance.now.bind(performance);
  let later = 0;
  performance.now = () => now() + later;
  process.on('SIGUSR2', () => { later += 300_100; });`);

test('A crowd costs the backend one rendering, and pages outlive the backend by ten minutes', {
  tag: ['@page-server', '@faults'],
}, async () => {
  test.slow();
  const backend = await openBackend();
  const server = await startServer({
    supabaseUrl: backend.url,
    flags: [LATER],
    env: { OPS_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
  });
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + address, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const ready = async () => {
    const plainAnswer = await get('/readyz');
    const deep = await get('/readyz?deep', { authorization: `Bearer ${TOKEN}` });
    return [plainAnswer.status, JSON.parse(plainAnswer.text), deep.status];
  };

  await test.step('1,000 visitors, each with cookies of their own, get one page', async () => {
    const first = await get('/mentors');
    const etagFor = async (cookie: string) => {
      const response = await fetch(`${server.url}/mentors`, { method: 'HEAD', headers: { cookie } });
      expect(response.headers.get('set-cookie')).toBeNull();
      return response.headers.get('etag');
    };
    for (let hundred = 0; hundred < 10; hundred += 1) {
      const etags = await Promise.all(Array.from({ length: 100 }, (_, one) => etagFor(`session=${hundred}${one}`)));
      expect(new Set(etags)).toEqual(new Set([first.headers.get('etag')]));
    }
    expect([...backend.asked.keys()].some((url) => url.includes('search_mentors'))).toBe(true);
    for (const [url, count] of backend.asked) expect([url, count]).toEqual([url, 1]);
  });

  const { path: mentor } = await findOffer();
  const withData = ['/', '/mentors', mentor, '/wall-of-impact'];
  for (const address of [...withData, '/about-us', '/sitemap.xml'])
    expect((await get(address)).status, address).toBe(200);
  expect(await ready()).toEqual([200, { status: 'ready', api: true, release: RELEASE }, 200]);

  await backend.stop();
  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(async () => (await get('/')).headers.get('cache-control')).toBe('no-store');
  for (const address of withData) {
    const { status, headers } = await get(address);
    expect([address, status, headers.get('cache-control')]).toEqual([address, 200, 'no-store']);
    expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(300);
  }
  for (const address of ['/about-us', '/sitemap.xml']) expect((await get(address)).status, address).toBe(200);
  expect(await ready()).toEqual([200, { status: 'ready', api: false, release: RELEASE }, 503]);
  expect(server.output()).toContain('page not made anew; its last copy answers');
  expect((await get('/mentors?category=Sales')).status, 'without a copy').toBe(503);

  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(async () => (await get('/')).status).toBe(503);
  for (const address of withData) expect((await get(address)).status, address).toBe(503);

  await backend.start();
  for (const address of withData) expect((await get(address)).status, address).toBe(200);
});
