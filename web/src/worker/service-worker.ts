import { deleteCaches, NEXT_SESSION_CACHE, OFFLINE_FOLDER, shellCache, WORKER_PATH } from '#lib/offline/kept.ts';
import type { FetchEvent, InstallEvent, WorkerScope } from './worker-scope.ts';

/** What the build writes into the worker (web/build-worker.ts). */
export interface WorkerParts {
  /** Changes with the files below. */
  version: string;
  /** What the offline page is drawn with, each under the name by which that page asks for it. */
  files: Record<string, string>;
  /** The offline page, where each `noncePlace` stands for the nonce of its style and its script. */
  page: string;
  noncePlace: string;
}

/** Navigations that are no pages: mailed links, stored files, the stand-ins for outside services. */
const SERVICES = /^\/(auth|rest|storage|functions|sandbox)\//;

/** Tells a browser that can be told so that all other requests never wait for the worker. */
async function leaveTheRest(event: InstallEvent): Promise<void> {
  const ours = [{ requestMode: 'navigate' as const }, { urlPattern: { pathname: `${OFFLINE_FOLDER}*` } }];
  try {
    await event.addRoutes?.({ condition: { not: { or: ours } }, source: 'network' });
  } catch {
    // It knows other conditions only.
  }
}

/**
 * The service worker. It asks the network for every page, and answers by itself only when there is none: with a page of our
 * own, so that no visitor reads an old price, time or policy. It touches no other request. A page's own files are kept by the
 * browser, whose names change with their content, so a worker of one release never draws a page of another.
 */
export function runServiceWorker(scope: WorkerScope, { version, files, page, noncePlace }: WorkerParts): void {
  const cacheName = shellCache(version);
  let isChecked = false;

  scope.addEventListener('install', (event) => {
    event.waitUntil(
      (async () => {
        await leaveTheRest(event);
        const cache = await scope.caches.open(cacheName);
        await Promise.all(
          Object.entries(files).map(async ([name, address]) => {
            const answer = await scope.fetch(address, { cache: 'no-cache' });
            if (!answer.ok) throw new TypeError(`${address} answers ${answer.status}`);
            await cache.put(OFFLINE_FOLDER + name, answer);
          }),
        );
        // It holds nothing of an open page, so it need not wait for those to close.
        await scope.skipWaiting();
      })(),
    );
  });

  scope.addEventListener('activate', (event) => {
    event.waitUntil(
      (async () => {
        await deleteCaches(scope.caches, (name) => name === cacheName || name === NEXT_SESSION_CACHE);
        // A worker of an earlier release switched it on. With it a browser sends a navigation that is not answered here twice,
        // which uses up a one-time link.
        await scope.registration.navigationPreload?.disable();
      })(),
    );
  });

  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== scope.location.origin || request.method !== 'GET') return;
    if (request.mode === 'navigate' && request.destination === 'document' && !SERVICES.test(pathname)) {
      event.respondWith(answerPage(event));
    } else if (pathname.startsWith(OFFLINE_FOLDER)) {
      event.respondWith(answerFile(request));
    }
  });

  async function answerPage(event: FetchEvent): Promise<Response> {
    try {
      const answer = await fetchPage(event.request);
      event.waitUntil(leaveIfGone());
      return answer;
    } catch {
      return answerOffline();
    }
  }

  function fetchPage(request: Request): Promise<Response> {
    if (request.cache !== 'force-cache' && request.cache !== 'default') return scope.fetch(request);
    // Of a page that was left, or of a tab that is opened again after days, a browser takes its old copy; and what is asked
    // for by a worker it may answer by one that it checks only afterwards.
    const { url, headers } = request;
    return scope.fetch(new Request(url, { headers, credentials: 'include', redirect: 'manual', cache: 'no-cache' }));
  }

  async function answerFile(request: Request): Promise<Response> {
    const cache = await scope.caches.open(cacheName);
    return (await cache.match(request)) ?? scope.fetch(request);
  }

  function answerOffline(): Response {
    const nonce = scope.crypto.randomUUID();
    const policy =
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'; ` +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    return new Response(page.replaceAll(noncePlace, nonce), {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
      },
    });
  }

  /** The site has no worker any more, as after a return to a release without one: a browser keeps one for ever otherwise. */
  async function leaveIfGone(): Promise<void> {
    if (isChecked) return;
    isChecked = true;
    // At once: the worker of a new release waits for as long as this one is at work.
    const answer = await scope.fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-cache' }).catch(() => undefined);
    if (answer?.status === 404 || answer?.status === 410) await removeWorker(scope);
  }
}

/** Takes the worker out of this browser, with all that it and the pages keep in caches. */
export async function removeWorker(scope: WorkerScope): Promise<void> {
  await deleteCaches(scope.caches);
  await scope.registration.unregister();
}
