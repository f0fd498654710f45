import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../log.ts';
import { createPages, type PageHandler } from './pages.ts';

const SITE = 'https://point0.example';
const PAGE = `<!doctype html><script>start()</script><script type="module" src="/a.js"></script>
<script type="application/json">{"data":1}</script><p>${'mentors '.repeat(400)}</p>`;

const html = (body = PAGE, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers } });

const render = vi.fn<PageHandler>();
let pages: ReturnType<typeof createPages>;

beforeEach(() => {
  render.mockReset().mockImplementation(async () => html());
  pages = createPages({ render, siteUrl: SITE, isDevelopment: false, log: silentLog });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pages(new Request(`http://localhost:3000${path}`, { method, headers }), 'request-1');

test('a page is rendered once for all its visitors, even when they come at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/mentors')));
  for (const answer of answers) expect(await answer.text()).toBe(PAGE);
  expect((await get('/mentors')).status).toBe(200);
  expect(render).toHaveBeenCalledTimes(1);
});

test('the making of a page sees nothing of its visitor', async () => {
  await get('/mentors?category=Sales', {
    cookie: 'session=1',
    authorization: 'Bearer x',
    'user-agent': 'phone',
  });
  const request = render.mock.calls[0]?.[0];
  expect(request?.url).toBe(`${SITE}/mentors?category=Sales`);
  expect([...(request?.headers ?? [])]).toEqual([['accept', '*/*']]);
});

test('visitors who have the page already get 304, others get it compressed as they like', async () => {
  const first = await get('/');
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toContain('s-maxage=30');
  expect(first.headers.get('vary')).toContain('Accept-Encoding');
  const again = await get('/', { 'if-none-match': `"other", ${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));

  const brotli = await get('/', { 'accept-encoding': 'gzip, br' });
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(PAGE);
  const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(PAGE);
  expect(gzip.headers.get('content-length')).not.toBe(String(PAGE.length));
  const head = await get('/', {}, 'HEAD');
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
    200,
    '',
    String(PAGE.length),
  ]);
});

test('the policy allows the scripts that the page carries inline, and no others', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'));
  expect(scripts).toMatch(
    /^script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}' https:\/\/checkout\.razorpay\.com$/,
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(`connect-src 'self' ${SITE} https://*.razorpay.com`);
});

test.each([404, 500, 302])('an answer %i is never kept', async (status) => {
  render.mockImplementationOnce(async () => html('first', { status, headers: { location: '/' } }));
  const first = await get('/mentors/someone');
  expect([first.status, await first.text()]).toEqual([status, 'first']);
  expect(first.headers.get('cache-control')).toBe(status >= 400 ? 'no-store' : 'no-cache');
  expect(first.headers.get('etag')).toBeNull();
  expect(await (await get('/mentors/someone')).text()).toBe(PAGE);
});

test.each([
  ['set-cookie', 'a=1'],
  ['cache-control', 'private'],
  ['cache-control', 'no-store'],
])('a page with %s: %s is never kept', async (name, value) => {
  render.mockImplementation(async () => html(PAGE, { headers: { [name]: value } }));
  await get('/');
  await get('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test("a booking's query stays out of the cache", async () => {
  const answer = await get('/booking-success/1?paymentId=pay_1');
  await get('/booking-success/1?paymentId=pay_1');
  expect(render).toHaveBeenCalledTimes(2);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});

test('a page that cannot be made is a sentence, and the next visitor tries anew', async () => {
  render.mockRejectedValueOnce(new Error('secret detail'));
  const failed = await get('/');
  expect(failed.status).toBe(500);
  const text = await failed.text();
  expect(text).toContain('Something went wrong on our side. Please try again.');
  expect(text).not.toContain('secret');
  expect((await get('/')).status).toBe(200);
});

test.each([
  ['/%zz', '/%25zz'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/m%C3%A9', '/m%C3%A9'],
])('the malformed path %s is rendered as %s', async (path, rendered) => {
  await get(path);
  expect(render.mock.calls[0]?.[0].url).toBe(SITE + rendered);
});

test('only GET and HEAD ask for pages', async () => {
  const answer = await get('/', {}, 'POST');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(render).not.toHaveBeenCalled();
});

test('what was deleted is on no page after a minute, with a cache in front as well', async () => {
  let clock = 0;
  let isDeleted = false;
  render.mockImplementation(async () => html(isDeleted ? 'nothing' : 'a story'));
  pages = createPages({ render, siteUrl: SITE, isDevelopment: false, log: silentLog, now: () => clock });
  // Each second somebody asks here, and somebody asks a cache that keeps as long as it may (RFC 9111 and 5861).
  let kept: { text: string; at: number; age: number; fresh: number; stale: number } | undefined;
  const fetchAnew = async () => {
    const answer = await get('/wall-of-impact');
    const [, fresh = 0] = /s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    const [, stale = 0] =
      /stale-while-revalidate=(\d+)/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    const age = Number(answer.headers.get('age'));
    kept = { text: await answer.text(), at: clock, age, fresh: Number(fresh), stale: Number(stale) };
    return kept.text;
  };
  const askCache = async () => {
    const age = kept ? kept.age + (clock - kept.at) / 1000 : Number.POSITIVE_INFINITY;
    if (kept && age < kept.fresh) return kept.text;
    if (!kept || age >= kept.fresh + kept.stale) return fetchAnew();
    const { text } = kept;
    await fetchAnew();
    return text;
  };
  const seenUntil = { here: 0, cache: 0 };
  for (let offset = 0; offset < 60; offset += 7) {
    isDeleted = false;
    const deletedAt = clock + 60_000 + offset * 1000;
    for (; clock < deletedAt + 120_000; clock += 1000) {
      isDeleted = clock >= deletedAt;
      if ((await (await get('/wall-of-impact')).text()) === 'a story' && isDeleted) {
        seenUntil.here = Math.max(seenUntil.here, clock - deletedAt);
      }
      // The worst cache: it asks once in a while, when its copy has just been used up.
      if (clock % 3000 === 0 && (await askCache()) === 'a story' && isDeleted) {
        seenUntil.cache = Math.max(seenUntil.cache, clock - deletedAt);
      }
    }
  }
  expect(seenUntil.here).toBeGreaterThan(20_000);
  expect(seenUntil.here).toBeLessThan(31_000);
  expect(seenUntil.cache).toBeGreaterThan(20_000);
  expect(seenUntil.cache).toBeLessThan(55_000);
});
