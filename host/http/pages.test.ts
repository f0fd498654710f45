import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../log.ts';
import { developmentPagePolicy } from './content-security-policy.ts';
import { createPages, type PageHandler } from './pages.ts';
import type { CallFunction } from './posted-forms.ts';

const SITE = 'https://point0.example';
/** A page as it is sent. */
const PAGE = `<!doctype html><script>start()</script><script type="module" src="/a.js"></script>
<script type="application/json">{"data":1}</script><p>${'mentors '.repeat(400)}</p>`;

const html = (body = PAGE, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers } });

/** The same as the renderer writes it. */
const marked = (page: string, mark: string) => page.replace('<script>start', `<script nonce="${mark}">start`);

const VISITOR = { address: '198.51.100.7', requestId: 'request-1' };
const render = vi.fn<PageHandler>();
const callFunction = vi.fn<CallFunction>();
let pages: ReturnType<typeof createPages>;

beforeEach(() => {
  callFunction.mockReset();
  render.mockReset().mockImplementation(async (_, mark) => html(marked(PAGE, mark)));
  pages = createPages({ render, callFunction, siteUrl: SITE, apiUrl: SITE, isDevelopment: false, log: silentLog });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pages(new Request(`http://localhost:3000${path}`, { method, headers }), VISITOR);

test('a page is rendered once for all its visitors, even when they come at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/mentors')));
  for (const answer of answers) expect(await answer.text()).toBe(PAGE);
  expect((await get('/mentors')).status).toBe(200);
  expect(render).toHaveBeenCalledTimes(1);
});

test('addresses that ask for the same list of mentors are one page, however senseless they are', async () => {
  const asked = [
    '/mentors',
    '/mentors?',
    '/mentors?page=0',
    '/mentors?page=1e9&price=1-2',
    '/mentors?utm_source=mail&q=',
  ];
  for (const path of asked) expect(await (await get(path)).text()).toBe(PAGE);
  expect(render).toHaveBeenCalledTimes(1);
  await get('/mentors?q=&price=0-3500&page=2&from=mail');
  expect(render.mock.calls[1]?.[0].url).toBe(`${SITE}/mentors?price=0-3500&page=2`);
});

test('a category’s page is one for all addresses that ask for the same list, and keeps its filters and page', async () => {
  const path = '/mentors/category/legal-and-compliance';
  for (const query of ['', '?', '?page=1&utm_source=mail']) await get(path + query);
  expect(render).toHaveBeenCalledTimes(1);
  for (const _ of [1, 2]) await get(`${path}?page=2&utm_source=mail&price=0-3500`);
  expect(render).toHaveBeenCalledTimes(2);
  expect(render.mock.calls[1]?.[0].url).toBe(`${SITE}${path}?price=0-3500&page=2`);
});

test('a renamed mentor’s former address moves within 30 seconds, and no cache keeps where it moved to', async () => {
  const state = siteWithClock();
  await get('/mentors/asha-1');
  render.mockImplementation(
    async () => new Response(null, { status: 301, headers: { location: '/mentors/asha-b-1' } }),
  );
  state.clock = 30_000;
  const moved = await get('/mentors/asha-1');
  expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
    301,
    '/mentors/asha-b-1',
    'no-cache',
  ]);
  render.mockImplementation(async (_, mark) => html(marked(PAGE, mark)));
  expect((await get('/mentors/asha-1')).status).toBe(200);
});

test('the making of a page sees nothing of its visitor', async () => {
  await get('/mentors?category=Sales', { cookie: 'session=1', authorization: 'Bearer x', 'user-agent': 'phone' });
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
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', String(PAGE.length)]);
});

test('a page that is asked for again is compressed better, and stays so while it says the same', async () => {
  let time = 0;
  pages = createPages({
    render,
    callFunction,
    siteUrl: SITE,
    apiUrl: SITE,
    isDevelopment: false,
    log: silentLog,
    now: () => time,
  });
  let body = Array.from({ length: 900 }, (_, n) => `Mentor ${(n * 7919) % 1000} of ${(n * 104_729) % 997}`).join(', ');
  render.mockImplementation(async () => html(body));
  const length = async (headers = { 'accept-encoding': 'br' }) => {
    const answer = await get('/mentors', headers);
    expect(brotliDecompressSync(Buffer.from(await answer.clone().arrayBuffer())).toString()).toBe(body);
    return Number(answer.headers.get('content-length'));
  };
  const fast = await length();
  // Long enough for the better compression, had it begun.
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await length(), 'nothing is compressed better for one visitor').toBe(fast);
  await vi.waitFor(async () => expect(await length()).toBeLessThan(fast * 0.95));
  const best = await length();
  expect(render).toHaveBeenCalledTimes(1);

  time += 31_000;
  expect(await length()).toBe(best);
  expect(render).toHaveBeenCalledTimes(2);

  time += 31_000;
  body = `Another ${body}`;
  expect(await length(), 'a page that changed begins anew').toBeGreaterThan(best);

  await vi.waitFor(async () => expect(await length()).toBeLessThan(fast * 0.95));
  time += 15_000;
  body = `Yet ${body}`;
  await get('/mentors');
  await vi.waitFor(async () => expect((await get('/mentors')).headers.get('age')).toBe('0'));
  expect(await length(), 'no visitor waits for one that is made anew').toBeLessThan(fast * 0.95);
});

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
const scriptSources = (answer: Response) =>
  answer.headers
    .get('content-security-policy')
    ?.split('; ')
    .find((directive) => directive.startsWith('script-src'));

test('the policy allows the scripts that the renderer writes inline, and no others', async () => {
  const answer = await get('/');
  expect(scriptSources(answer)).toBe(`script-src 'self' ${hashOf('start()')} https://checkout.razorpay.com`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const directive of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(directive);
  }
  expect(policy).toContain(`connect-src 'self' ${SITE} https://*.razorpay.com`);
});

const INJECTED = '<script>steal()</script>';
const PLACES: [string, string][] = [
  ["a mentor's bio", PAGE.replace('<p>', `<p>${INJECTED}`)],
  ['a JSON data block', PAGE.replace('"data":1', `"data":"</script>${INJECTED}"`)],
  ['a template', PAGE.replace('<p>', `<template>${INJECTED}</template><p>`)],
  ['an attribute without an end', PAGE.replace('<script>start', '<script x="<script>start')],
];

test.each(PLACES)('an inline script that came into %s gets no hash', async (_, page) => {
  render.mockImplementation(async (_request, mark) => html(marked(page, mark).replace(INJECTED, guessing(INJECTED))));
  const answer = await get('/');
  const sources = scriptSources(answer) ?? '';
  expect(sources).not.toContain(hashOf('steal()'));
  expect(sources.match(/sha256-/g)?.length).toBe(1);
  expect(sources).toContain(hashOf('start()'));
});

/** The script's author knows that there are marks, and cannot know the one of this rendering. */
const guessing = (script: string) => script.replace('<script>', '<script nonce="AAAAAAAAAAAAAAAAAAAAAAAA">');

test('where every inline script is hashed, an injected one would run (negative control)', async () => {
  // As a renderer whose mark everyone knows: each script carries it.
  render.mockImplementation(async (_, mark) =>
    html(PAGE.replace('<p>', `<p>${INJECTED}`).replaceAll('<script>', `<script nonce="${mark}">`)),
  );
  expect(scriptSources(await get('/'))).toContain(hashOf('steal()'));
});

test('the marks are new for each rendering, and are neither sent nor kept', async () => {
  const first = await get('/dashboard?a=1');
  const second = await get('/dashboard?a=2');
  const marks = render.mock.calls.map(([, mark]) => mark);
  expect(marks).toEqual([expect.stringMatching(/^[\w-]{24}$/), expect.stringMatching(/^[\w-]{24}$/)]);
  expect(marks[0]).not.toBe(marks[1]);
  for (const answer of [first, second, await get('/'), await get('/')]) {
    expect(await answer.text()).toBe(PAGE);
    for (const mark of marks) expect(JSON.stringify([...answer.headers])).not.toContain(mark);
  }
});

test('the policy loads pictures from the site, from storage and from the host of YouTube’s stills only', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  const pictures = policy.split('; ').find((directive) => directive.startsWith('img-src'));
  expect(pictures).toBe(`img-src 'self' blob: ${SITE} data: https://img.youtube.com`);
  expect(developmentPagePolicy({ apiUrl: 'https://data.point0.example' })).toContain(
    "img-src 'self' blob: https://data.point0.example data: https://img.youtube.com;",
  );
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

test('a profile is rendered once, whatever marks of campaigns its shared link carries', async () => {
  const path = '/mentors/asha-1';
  for (const query of ['', '?utm_source=whatsapp&utm_campaign=a', '?utm_source=b', '?x=day', '?']) {
    const answer = await get(path + query);
    expect(answer.headers.get('cache-control'), query).toContain('s-maxage=30');
  }
  expect(render.mock.calls.map(([{ url }]) => url)).toEqual([SITE + path]);
});

test('a profile with a day or a slot is rendered for it and never kept, however senseless the values', async () => {
  const queries = ['day=2026-12-01', 'day=banana', 'day=2026-12-01&slot=10:00-11:00&step=confirm'];
  for (const query of queries) {
    for (let visit = 0; visit < 2; visit++) {
      const answer = await get(`/mentors/asha-1?${query}`);
      expect(answer.headers.get('cache-control'), query).toBe('no-cache');
    }
  }
  expect(render.mock.calls.map(([{ url }]) => new URL(url).search.slice(1))).toEqual(
    queries.flatMap((query) => [query, query]),
  );
});

test('a profile that moved keeps the marks of its link, and an address of no mentor is rendered once', async () => {
  render.mockImplementation(async ({ url }) =>
    url.includes('no-mentor')
      ? html(PAGE, { status: 404 })
      : new Response(null, { status: 301, headers: { location: `/mentors/asha-1${new URL(url).search}` } }),
  );
  const moved = await get('/mentors/asha?utm_source=x');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/mentors/asha-1?utm_source=x']);
  render.mockClear();
  expect((await get('/mentors/no-mentor?x=1')).status).toBe(404);
  expect(render).toHaveBeenCalledTimes(1);
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
  let text = 'a story';
  render.mockImplementation(async () => html(text));
  pages = createPages({
    render,
    callFunction,
    siteUrl: SITE,
    apiUrl: SITE,
    isDevelopment: false,
    log: silentLog,
    now: () => clock,
  });
  await get('/wall-of-impact');
  text = 'nothing';
  for (clock = 0; ; clock += 500) {
    // A visit in the second half of its time would have it made anew.
    if (clock >= 15_000 && clock < 30_000) continue;
    const answer = await get('/wall-of-impact');
    if ((await answer.text()) === 'nothing') break;
    // A cache that gets the page now may show it as long as its headers allow (RFC 9111 and 5861).
    const control = answer.headers.get('cache-control') ?? '';
    const [, fresh] = /s-maxage=(\d+)/.exec(control) ?? [];
    const [, stale] = /stale-while-revalidate=(\d+)/.exec(control) ?? [];
    const shownUntil = clock / 1000 + Number(fresh) + Number(stale) - Number(answer.headers.get('age'));
    expect(shownUntil).toBeLessThanOrEqual(55);
    expect(Number(fresh)).toBeGreaterThanOrEqual(30);
  }
  expect(clock).toBe(30_000);
});

test('a page of half its age is made anew after it has answered, so that no visitor waits for it', async () => {
  const state = siteWithClock();
  let finish = () => {};
  await get('/');
  state.clock = 14_999;
  await get('/');
  expect(render).toHaveBeenCalledTimes(1);
  state.clock = 15_000;
  render.mockImplementationOnce(
    (_, mark) =>
      new Promise((resolve) => {
        finish = () => resolve(html(marked(`anew ${PAGE}`, mark)));
      }),
  );
  for (const _ of [1, 2]) expect(await (await get('/')).text()).toBe(PAGE);
  expect(render).toHaveBeenCalledTimes(2);
  finish();
  await vi.waitFor(async () => expect(await (await get('/')).text()).toBe(`anew ${PAGE}`));
  state.clock = 29_999;
  expect((await get('/')).headers.get('age')).toBe('15');
  expect(render).toHaveBeenCalledTimes(2);
});

test('a page that cannot be made anew stays until its time, and the backend is asked once in three seconds', async () => {
  const state = siteWithClock();
  await get('/');
  state.isAway = true;
  for (state.clock = 15_000; state.clock < 30_000; state.clock += 500) {
    expect((await get('/')).headers.get('cache-control')).toContain('s-maxage=30');
    await new Promise(setImmediate);
  }
  expect(render).toHaveBeenCalledTimes(1 + 5);
  expect((await get('/')).headers.get('cache-control')).toBe('no-store');
});

/** A site whose data the backend gives, or not. */
function siteWithClock() {
  const state = { clock: 0, isAway: false, log: [] as [object, string][] };
  render.mockImplementation(async (_, mark) =>
    html(marked(PAGE, mark), state.isAway ? { headers: { 'x-incomplete': '1' } } : {}),
  );
  const log = { ...silentLog, warn: (facts: object, message: string) => void state.log.push([facts, message]) };
  pages = createPages({
    render,
    callFunction,
    siteUrl: SITE,
    apiUrl: SITE,
    isDevelopment: false,
    log: log as typeof silentLog,
    now: () => state.clock,
  });
  return state;
}

test('while the backend is away a page is its last good copy, up to ten minutes old', async () => {
  const state = siteWithClock();
  await get('/mentors');
  state.isAway = true;
  state.clock = 300_000;
  const stale = await get('/mentors');
  expect([stale.status, await stale.text()]).toEqual([200, PAGE]);
  expect([stale.headers.get('age'), stale.headers.get('cache-control')]).toEqual(['300', 'no-store']);
  expect(state.log).toEqual([
    [
      expect.objectContaining({ requestId: 'request-1', path: '/mentors' }),
      'page not made anew; its last copy answers',
    ],
  ]);
  state.clock = 600_000;
  expect((await get('/mentors')).status).toBe(200);
  state.clock = 600_001;
  expect((await get('/mentors')).status).toBe(503);
  state.isAway = false;
  const fresh = await get('/mentors');
  expect([fresh.status, fresh.headers.get('age'), fresh.headers.has('x-incomplete')]).toEqual([200, '0', false]);
});

test('without a copy, a page whose data the backend does not give is the sentence with 503, and is not kept', async () => {
  const state = siteWithClock();
  state.isAway = true;
  for (const path of ['/mentors', '/mentors?search=growth', '/mentors/asha']) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([
      path,
      503,
      'no-store',
      '60',
    ]);
  }
  state.isAway = false;
  expect((await get('/mentors')).status).toBe(200);
});

test('a renderer that throws, or answers 5xx, counts as a page that cannot be made', async () => {
  const state = siteWithClock();
  await get('/mentors/asha');
  for (const failure of [async () => Promise.reject(new Error('broken')), async () => html('', { status: 503 })]) {
    state.clock += 40_000;
    render.mockImplementationOnce(failure);
    expect((await get('/mentors/asha')).headers.get('cache-control')).toBe('no-store');
  }
});

test('a crowd that comes while the backend is away asks it once in three seconds', async () => {
  const state = siteWithClock();
  await get('/');
  state.isAway = true;
  state.clock = 60_000;
  for (let visitor = 0; visitor < 50; visitor += 1) expect((await get('/')).status).toBe(200);
  expect(render).toHaveBeenCalledTimes(2);
  state.isAway = false;
  state.clock = 63_000;
  expect((await get('/')).headers.get('cache-control')).toContain('s-maxage=30');
});

test('a page that has gone has no copy that comes back', async () => {
  const state = siteWithClock();
  await get('/mentors/asha');
  state.clock = 40_000;
  render.mockImplementationOnce(async () => html('gone', { status: 404 }));
  expect((await get('/mentors/asha')).status).toBe(404);
  state.isAway = true;
  expect((await get('/mentors/asha')).status).toBe(503);
});

test('a page of a backend at another address names it in its policy and connects to it early', async () => {
  const [apiUrl, sandboxUrl] = ['https://data.point0.example', 'http://localhost:4'];
  pages = createPages({
    render,
    callFunction,
    siteUrl: SITE,
    apiUrl,
    sandboxUrl,
    isDevelopment: false,
    log: silentLog,
  });
  const { headers } = await get('/');
  expect(headers.get('link')).toBe(`<${apiUrl}>; rel=preconnect; crossorigin`);
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toContain(`connect-src 'self' ${apiUrl} ${sandboxUrl} https://*.razorpay.com`);
  expect(policy).toContain(`media-src 'self' blob: ${apiUrl}`);
  expect(policy.find((one) => one.startsWith('img-src'))).toContain(apiUrl);
  expect(policy.find((one) => one.startsWith('script-src'))).toContain(sandboxUrl);
});

/** What a browser posts from a page of this site. */
const post = (path: string, { headers = {}, body = 'name=Asha' }: { headers?: HeadersInit; body?: BodyInit } = {}) =>
  pages(
    new Request(`http://localhost:3000${path}`, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }),
    VISITOR,
  );

test('a form is posted to its page alone, whose answer is for its sender alone', async () => {
  render.mockImplementation(async (request) => html(`${PAGE}${await request.text()}`, { status: 422 }));
  const answer = await post('/join-as-mentor?sent', { headers: { cookie: 'session=1', authorization: 'Bearer x' } });
  expect([answer.status, await answer.text()]).toEqual([422, `${PAGE}name=Asha`]);
  expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null]);
  const request = render.mock.calls[0]?.[0];
  expect([request?.method, request?.url]).toEqual(['POST', `${SITE}/join-as-mentor`]);
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    accept: '*/*',
    'content-type': 'application/x-www-form-urlencoded',
  });
  render.mockImplementation(async () => html());
  expect(await (await get('/join-as-mentor')).text(), 'the page itself').toBe(PAGE);
  for (const path of ['/mentors', '/join-as-mentor/', '/join-as-mentor.data', '/constructor']) {
    expect([path, (await post(path)).status]).toEqual([path, 405]);
  }
});

test('where a posted form has arrived, the browser is led to another page, and no cache keeps that', async () => {
  render.mockImplementation(async () => new Response(null, { status: 303, headers: { location: '/x?sent' } }));
  const answer = await post('/share-your-story');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/x?sent']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each<[string, Record<string, string>, number]>([
  ['names another site', { origin: 'https://evil.example' }, 403],
  ['hides its origin', { origin: 'null' }, 403],
  ['says that another site sent it', { 'sec-fetch-site': 'cross-site' }, 403],
  ['says that a neighbour on the same domain sent it', { 'sec-fetch-site': 'same-site' }, 403],
  ['says that no page sent it', { 'sec-fetch-site': 'none' }, 403],
  ['says nothing of where it comes from', { origin: '' }, 403],
  [
    'says that this site sent it, under another name',
    { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' },
    200,
  ],
  ['is no form', { 'content-type': 'application/json' }, 415],
  ['is plain text', { 'content-type': 'text/plain' }, 415],
])('a posted form whose browser %s', async (_, headers, status) => {
  const answer = await post('/share-your-story', { headers });
  expect(answer.status).toBe(status);
  expect(render).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
  if (status === 403) expect(await answer.text()).toContain('This form was not sent from a page of this site.');
});

test('a posted form asks functions as the visitor who posted it', async () => {
  callFunction.mockImplementation(async () => Response.json({ success: true }));
  render.mockImplementation(async (_request, _mark, functionFetch) => {
    await functionFetch?.('https://data.example/functions/v1/submit-impact-story', { method: 'POST', body: '{}' });
    return html();
  });
  await post('/share-your-story');
  const [[request, visitor] = []] = callFunction.mock.calls;
  expect([request?.url, await request?.text()]).toEqual([
    'https://data.example/functions/v1/submit-impact-story',
    '{}',
  ]);
  expect(visitor).toEqual(VISITOR);
  await get('/');
  expect(render.mock.calls[1]?.[2], 'a page that is read reaches no function').toBeUndefined();
});

test('a posted form of a program that would take long to read is not read', async () => {
  const formOf = (fields: number) => {
    const form = new FormData();
    form.append('photo', new File([new Uint8Array(100_000)], 'me.png'));
    for (let field = 1; field < fields; field += 1) form.append(`field-${field}`, 'x');
    return new Request(SITE, { method: 'POST', body: form });
  };
  const postBody = async (request: Request) =>
    (
      await post('/share-your-story', {
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        body: await request.arrayBuffer(),
      })
    ).status;
  expect(await postBody(formOf(20))).toBe(413);
  expect((await post('/join-as-mentor', { body: 'a=1&'.repeat(20_000) })).status).toBe(413);
  expect((await post('/join-as-mentor', { headers: { 'content-type': 'multipart/form-data' } })).status).toBe(413);
  expect(render).not.toHaveBeenCalled();
  expect(await postBody(formOf(10))).toBe(200);
});

test('a posted form that fails on our side is a sentence', async () => {
  render.mockRejectedValueOnce(new Error('secret detail'));
  const failed = await post('/share-your-story');
  expect([failed.status, (await failed.text()).includes('secret')]).toEqual([500, false]);
});
