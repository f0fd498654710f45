import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCaches } from '#lib/testing/fake-caches.ts';
import { removeWorker, runServiceWorker } from './service-worker.ts';
import type { FetchEvent, InstallEvent, WorkerEvent, WorkerScope } from './worker-scope.ts';

const SITE = 'https://point0.example';
const PARTS = {
  version: 'v1',
  files: { 'figtree.woff2': '/fonts/figtree.woff2' },
  page: '<style nonce="NONCE"></style><script nonce="NONCE"></script>',
  noncePlace: 'NONCE',
};

/** What the network answers; an error where there is none. */
let network: (address: string, method: string) => Response | Error;
let asked: string[];
/** How the last request treats the browser's own copies. */
let askedWith: string | undefined;
let scope: WorkerScope;
let listeners: Record<string, (event: never) => void>;

beforeEach(() => {
  asked = [];
  listeners = {};
  network = (address) => new Response(`fresh ${address}`);
  scope = {
    location: { origin: SITE },
    caches: fakeCaches(),
    crypto,
    registration: { navigationPreload: { disable: vi.fn() }, unregister: vi.fn(async () => true) },
    fetch: async (input, init) => {
      const address = new URL(typeof input === 'string' ? input : input.url, SITE).pathname;
      asked.push(address);
      askedWith = typeof input === 'string' ? init?.cache : input.cache;
      const answer = network(address, init?.method ?? 'GET');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    skipWaiting: vi.fn(async () => {}),
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners[type] = listener;
    },
  };
  runServiceWorker(scope, PARTS);
});

async function dispatch(type: 'install' | 'activate', more: Partial<InstallEvent> = {}): Promise<void> {
  const work: Promise<unknown>[] = [];
  (listeners[type] as (event: WorkerEvent) => void)({ ...more, waitUntil: (one) => work.push(one) });
  await Promise.all(work);
}

/** What the worker answers to a request; undefined where it leaves the request to the browser. */
async function ask(
  address: string,
  {
    mode = 'navigate',
    destination = 'document',
    method = 'GET',
    cache = 'default',
  }: { mode?: string; destination?: string; method?: string; cache?: string } = {},
) {
  let answer: Promise<Response> | undefined;
  const work: Promise<unknown>[] = [];
  const event: FetchEvent = {
    request: { url: new URL(address, SITE).href, headers: {}, method, mode, destination, cache } as unknown as Request,
    respondWith: (given) => {
      answer = given;
    },
    waitUntil: (one) => work.push(one),
  };
  (listeners.fetch as (event: FetchEvent) => void)(event);
  return { answer: await answer, work };
}

const offline = () => {
  network = () => new TypeError('Failed to fetch');
};

describe('the service worker', () => {
  it('takes a page from the network, also when a cache has one of its address', async () => {
    await (await scope.caches.open('point-0-shell-v1')).put('/mentors', new Response('old prices'));
    expect(await (await ask('/mentors')).answer?.text()).toBe('fresh /mentors');
    offline();
    expect(await (await ask('/mentors')).answer?.text()).not.toContain('old prices');
  });

  it.each(['force-cache', 'default'])(
    'asks anew for a page of which the browser would take its old copy (%s)',
    async (cache) => {
      expect(await (await ask('/mentors', { cache })).answer?.text()).toBe('fresh /mentors');
      expect(askedWith).toBe('no-cache');
      offline();
      expect((await ask('/mentors', { cache: 'force-cache' })).answer?.status).toBe(503);
    },
  );

  it('answers a page of our own where there is no network, each time with a nonce of its own', async () => {
    offline();
    const pages = await Promise.all(
      [1, 2].map(async () => {
        const answer = (await ask('/terms')).answer as Response;
        const policy = answer.headers.get('content-security-policy') ?? '';
        const [, nonce = ''] = /script-src 'nonce-([\w-]+)'/.exec(policy) ?? [];
        // Every browser asks for the site's icon.
        expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "img-src 'self'"]));
        expect(await answer.text()).toBe(PARTS.page.replaceAll('NONCE', nonce));
        return [answer.status, answer.headers.get('cache-control'), nonce];
      }),
    );
    expect(pages.map(([status, control]) => [status, control])).toEqual([
      [503, 'no-store'],
      [503, 'no-store'],
    ]);
    expect(pages[0]?.[2]).not.toBe(pages[1]?.[2]);
  });

  it.each([
    ['the data API', '/rest/v1/bookings', { mode: 'cors', destination: '' }],
    ['a server function', '/functions/v1/verify-payment', { mode: 'cors', destination: '', method: 'POST' }],
    ['a mailed link', '/auth/v1/verify?token=x', {}],
    ['a stored file', '/storage/v1/object/public/mentor_images/a.webp', {}],
    ['a stand-in', '/sandbox/mailbox', {}],
    ['a page in a frame', '/mentors', { destination: 'iframe' }],
    ['a form that is posted', '/login', { method: 'POST' }],
    ['a file of the application', '/assets/app-1a2b.js', { mode: 'cors', destination: 'script' }],
    ['the data of a page', '/mentors.data', { mode: 'cors', destination: '' }],
    ['another site', 'https://api.razorpay.com/v1/checkout', {}],
  ])('does not touch %s', async (_, address, options) => {
    offline();
    expect((await ask(address, options)).answer).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('brings what the offline page is drawn with, and takes over at once', async () => {
    const addRoutes = vi.fn(() => Promise.reject(new TypeError('It knows no such condition')));
    await dispatch('install', { addRoutes });
    expect(addRoutes).toHaveBeenCalledOnce();
    expect(asked).toEqual(['/fonts/figtree.woff2']);
    expect(scope.skipWaiting).toHaveBeenCalledOnce();
    offline();
    const font = await ask('/offline/figtree.woff2', { mode: 'cors', destination: 'font' });
    expect(await font.answer?.text()).toBe('fresh /fonts/figtree.woff2');
  });

  it('is not installed without them', async () => {
    network = () => new Response('', { status: 500 });
    await expect(dispatch('install')).rejects.toThrow('/fonts/figtree.woff2 answers 500');
    expect(scope.skipWaiting).not.toHaveBeenCalled();
  });

  it('takes over from one that had switched navigation preload on, and switches it off', async () => {
    await dispatch('activate');
    expect(scope.registration.navigationPreload?.disable).toHaveBeenCalledOnce();
  });

  it('of a new release removes what the one before kept, apart from the next session', async () => {
    for (const name of ['point-0-shell-v0', 'point-0-shell-v1', 'point-0-next-session', 'of-another-program'])
      await scope.caches.open(name);
    await dispatch('activate');
    expect((await scope.caches.keys()).toSorted()).toEqual([
      'of-another-program',
      'point-0-next-session',
      'point-0-shell-v1',
    ]);
  });

  it.each([
    [404, 1],
    [410, 1],
    [200, 0],
    [500, 0],
    [0, 0],
  ])('whose own address answers %i removes itself so many times: %i', async (status, times) => {
    await scope.caches.open('point-0-next-session');
    await dispatch('install');
    network = (address, method) =>
      address !== '/service-worker.js'
        ? new Response('page')
        : status === 0
          ? new TypeError('Failed to fetch')
          : new Response(null, { status: method === 'HEAD' ? status : 200 });
    const { work } = await ask('/');
    await Promise.all(work);
    expect(scope.registration.unregister).toHaveBeenCalledTimes(times);
    expect(await scope.caches.keys()).toHaveLength(times === 1 ? 0 : 2);
    asked = [];
    await ask('/');
    expect(asked).toEqual(['/']);
  });

  it('that is switched off leaves no cache of ours and no registration', async () => {
    for (const name of ['point-0-shell-v1', 'point-0-next-session', 'of-another-program'])
      await scope.caches.open(name);
    await removeWorker(scope);
    expect(await scope.caches.keys()).toEqual(['of-another-program']);
    expect(scope.registration.unregister).toHaveBeenCalledOnce();
  });
});
