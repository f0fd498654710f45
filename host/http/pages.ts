import { randomBytes } from 'node:crypto';
import { hostErrors } from '#copy/office/host.ts';
import { plainListingSearch } from '#rules/mentors/listing-address.ts';
import { formLimitOf } from '#rules/shell/visitor-forms.ts';
import type { HostLog } from '../log.ts';
import type { PageCacheResult } from '../metrics/metrics.ts';
import { createCache } from './caching/cache.ts';
import { createPageCopies } from './caching/page-copies.ts';
import {
  canCompressBetter,
  compressBest,
  replay,
  type StoredResponse,
  storedBytes,
  storeResponse,
} from './caching/stored-response.ts';
import { developmentPagePolicy, pagePolicy, readMarkedScripts } from './content-security-policy.ts';
import { plainPage } from './plain-page.ts';
import { type CallFunction, isHtmlForm, isPostedHere, isSmallForm, type Visitor } from './posted-forms.ts';

/**
 * Renders a page, with `scriptMark` as the `nonce` of every script that the renderer itself writes. The header
 * `x-incomplete` says that the backend did not give all of its data. A posted form is handed to server functions
 * through `functionFetch`.
 */
export type PageHandler = (request: Request, scriptMark: string, functionFetch?: typeof fetch) => Promise<Response>;

interface Page extends StoredResponse {
  /** When its making began; its content is of that time. */
  madeAt: number;
  /** From this time on, the next visitor's request makes it anew. */
  renewAt: number;
  /** The backend did not give all of its data. */
  isIncomplete: boolean;
  /** An earlier copy, shown because a new one could not be made. */
  isStale: boolean;
}

/** A posted form, and how its page reaches server functions. */
interface Form {
  init: { method: 'POST'; headers: Record<string, string>; body: ArrayBuffer };
  functionFetch: typeof fetch;
}

const TTL_MS = 30_000;
/** A page of this age is made anew after it was sent, so that the next visitor need not wait for a rendering. */
const RENEW_AFTER_MS = 15_000;
/** How long a copy is shown before the backend is asked again, so that not every visitor waits for the backend. */
const REST_MS = 3_000;
/** A page is at most 30 s old when a cache gets it, and names its age. After 20 s more the cache must ask again. */
const KEPT_BY_CACHES = 'public, max-age=0, s-maxage=30, stale-while-revalidate=20';
const CHECKED_EACH_TIME = 'no-cache';
const NEVER_KEPT = 'no-store';

/**
 * Answers page requests. A page holds nothing about its visitor, and is made without cookies or other headers. So one
 * rendering serves everyone for 30 s, however many visitors come. While the backend is away, the page's last good copy
 * is shown, up to ten minutes old. The answer to a posted form goes to its sender alone.
 */
export function createPages(options: {
  render: PageHandler;
  callFunction: CallFunction;
  siteUrl: string;
  /** Where browsers reach the APIs. */
  apiUrl: string;
  /** Where the stand-ins are, on another origin than the APIs. */
  sandboxUrl?: string | undefined;
  isDevelopment: boolean;
  log: HostLog;
  /** How a page that is kept was served. */
  count?: (result: PageCacheResult) => void;
  /** In milliseconds, from any beginning. */
  now?: () => number;
}): (request: Request, visitor: Visitor) => Promise<Response> {
  const {
    render,
    callFunction,
    siteUrl,
    apiUrl,
    sandboxUrl,
    isDevelopment,
    log,
    count,
    now = () => performance.now(),
  } = options;
  const cache = createCache<Page>({ now, ttlMs: TTL_MS, maxEntries: 1000, maxBytes: 64 * 1024 * 1024 });
  const resting = createCache<Page>({ now, ttlMs: REST_MS, maxEntries: 1000, maxBytes: 64 * 1024 * 1024 });
  const copies = createPageCopies<Page>(now);
  const isElsewhere = new URL(apiUrl).origin !== new URL(siteUrl).origin;

  const make = async (target: string, isShared: boolean, form?: Form): Promise<Page> => {
    const madeAt = now();
    const scriptMark = randomBytes(18).toString('base64url');
    const request = new Request(siteUrl + target, { ...form?.init, headers: { ...form?.init.headers, accept: '*/*' } });
    const rendered = await render(request, scriptMark, form?.functionFetch);
    const isIncomplete = rendered.headers.has('x-incomplete');
    const marked = isHtml(rendered.headers) ? readMarkedScripts(await rendered.text(), scriptMark) : undefined;
    const stored = await storeResponse(rendered, marked?.html);
    const headers = new Headers(stored.headers);
    headers.delete('x-incomplete');
    if (marked) {
      if (isElsewhere) headers.set('link', `<${new URL(apiUrl).origin}>; rel=preconnect; crossorigin`);
      const sources = { apiUrl, sandboxUrl };
      headers.set(
        'content-security-policy',
        isDevelopment ? developmentPagePolicy(sources) : pagePolicy({ ...sources, scriptHashes: marked.scriptHashes }),
      );
    }
    if (!headers.has('cache-control')) headers.set('cache-control', cacheControlFor(stored.status, isShared));
    return { ...stored, headers: [...headers], madeAt, isIncomplete, isStale: false, renewAt: madeAt + RENEW_AFTER_MS };
  };

  const asCopy = (target: string, requestId: string, error?: unknown): Page | undefined => {
    const copy = copies.find(target);
    if (!copy) return undefined;
    log.warn({ requestId, path: target.split('?')[0], err: error }, 'page not made anew; its last copy answers');
    return { ...copy, isStale: true };
  };

  const makeShared = async (target: string, requestId: string): Promise<Page> => {
    try {
      const page = await make(target, true);
      if (page.isIncomplete) throw new BackendAway('The backend did not give the data of the page');
      if (page.status >= 500) return asCopy(target, requestId) ?? page;
      // A page without the backend's data is the same each time, and need not be compressed again.
      const last = copies.find(target);
      if (last?.etag === page.etag) page.encoded = last.encoded;
      if (mayBeKept(page)) copies.keep(target, page, storedBytes(page));
      else copies.forget(target);
      return page;
    } catch (error) {
      const copy = asCopy(target, requestId, error);
      if (!copy) throw error;
      return copy;
    }
  };

  const makeForCache = async (target: string, requestId: string) => {
    const page = await makeShared(target, requestId);
    return { value: page, bytes: storedBytes(page), keep: !page.isStale && mayBeKept(page) };
  };

  // One at a time, so that another processor stays free for requests.
  let compressing = Promise.resolve();
  const compressLater = (page: Page, requestId: string): Promise<void> => {
    compressing = compressing
      .then(() => compressBest(page))
      .catch((error: unknown) => log.warn({ requestId, err: error }, 'page not compressed'));
    return compressing;
  };

  const renewLater = (page: Page, target: string, requestId: string) => {
    // If the renewal fails, the backend is not asked again for each visitor.
    page.renewAt = now() + REST_MS;
    cache
      .renew(target, async () => {
        const made = await makeForCache(target, requestId);
        // Compressed here, where no visitor waits for it.
        if (page.encoded.has('br')) await compressLater(made.value, requestId);
        return made;
      })
      .catch((error: unknown) => log.warn({ requestId, err: error }, 'page not made anew'));
  };

  /** One rendering at a time for an address. If it fails, all visitors get the copy for a moment. */
  const findShared = (target: string, requestId: string, onRender: () => void): Promise<Page> =>
    resting.getOrMake(target, async () => {
      const value = await cache.getOrMake(target, () => {
        onRender();
        return makeForCache(target, requestId);
      });
      const willLast = copies.isYoung(value, REST_MS);
      return { value, bytes: storedBytes(value), keep: value.isStale && willLast };
    });

  const answerForm = async (request: Request, path: string, visitor: Visitor): Promise<Response> => {
    if (!isPostedHere(request, siteUrl)) {
      log.warn({ requestId: visitor.requestId, path }, 'form of another site refused');
      return plainPage(hostErrors.foreignForm, 403);
    }
    if (!isHtmlForm(request)) return plainPage(hostErrors.badRequest, 415);
    const type = request.headers.get('content-type') ?? '';
    const body = await request.arrayBuffer();
    if (!isSmallForm(body, type)) return plainPage(hostErrors.badRequest, 413);
    const page = await make(path, false, {
      init: { method: 'POST', headers: { 'content-type': type }, body },
      functionFetch: (input, init) => callFunction(new Request(input, init), visitor),
    });
    // The page holds what one person has typed.
    const headers = new Headers(page.headers);
    headers.set('cache-control', NEVER_KEPT);
    return replay(request, { ...page, headers: [...headers] });
  };

  return async (request, visitor) => {
    const { requestId } = visitor;
    const url = new URL(request.url);
    const hasForm = formLimitOf(url.pathname) !== undefined;
    if (request.method === 'POST' && hasForm) {
      return answerForm(request, url.pathname, visitor).catch((error: unknown) => {
        log.error({ requestId, err: error }, 'form failed');
        return plainPage(hostErrors.internal, 500);
      });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = hasForm ? 'GET, HEAD, POST' : 'GET, HEAD';
      return Response.json({ error: hostErrors.methodNotAllowed }, { status: 405, headers: { allow } });
    }
    const asked = targetOf(url);
    const target = withoutMarks(asked);
    const isShared = !isDevelopment && isSharedAddress(target);
    let result: PageCacheResult = 'hit';
    try {
      const shared = isShared
        ? await findShared(target, requestId, () => {
            result = 'miss';
          })
        : null;
      // An address that moved keeps its whole query.
      const isMoved = shared !== null && target !== asked && shared.status >= 300 && shared.status < 400;
      const stored = shared && !isMoved ? shared : await make(asked, false);
      if (stored.isStale) result = 'stale';
      const response = await replay(request, stored);
      if (shared && !isMoved && mayBeKept(shared)) {
        // The many addresses of which each is asked for once are not worth ten times what their rendering costs.
        if (result === 'hit' && canCompressBetter(shared)) void compressLater(shared, requestId);
        if (!shared.isStale && now() >= shared.renewAt) renewLater(shared, target, requestId);
      }
      // Without `age`, a cache would keep the page for 30 s more and show what was deleted a minute ago.
      if (isShared) response.headers.set('age', String(Math.ceil((now() - stored.madeAt) / 1000)));
      if (stored.isStale) response.headers.set('cache-control', NEVER_KEPT);
      return response;
    } catch (error) {
      log.error({ requestId, err: error }, 'page failed');
      return error instanceof BackendAway
        ? plainPage(hostErrors.unavailable, 503, { 'retry-after': '60' })
        : plainPage(hostErrors.internal, 500);
    } finally {
      if (isShared) count?.(result);
    }
  };
}

/** A page lacks data, and has no copy: the backend is away or too busy, and the same request will succeed later. */
class BackendAway extends Error {}

/** The list of mentors, whole or of one category. */
const LISTING = /^\/mentors(\/category\/[^/]+)?$/;

// A malformed escape (%zz, or bytes that are not UTF-8) becomes an ordinary path that leads nowhere. All addresses that
// ask for the same list share one page, so that senseless addresses cost nothing and push no page out of the cache.
function targetOf(url: URL): string {
  const wellFormed = url.pathname.replace(/%(?![0-9a-f]{2})/gi, '%25');
  try {
    decodeURIComponent(wellFormed);
    return wellFormed + (LISTING.test(wellFormed) ? plainListingSearch(url.search) : url.search);
  } catch {
    return url.pathname.replaceAll('%', '%25') + url.search;
  }
}

/** The query parameters that a mentor's profile reads. */
const CHOICE = ['day', 'slot', 'step', 'tell'];

/**
 * A profile's address without campaign parameters, which change nothing in the page. So a link that many people share
 * costs one rendering, and made-up values fill no memory. An address that asks for a day or a slot stays unchanged, and
 * its page is not kept.
 */
function withoutMarks(target: string): string {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined || !/^\/mentors\/[^/]+$/.test(path)) return target;
  const names = new URLSearchParams(query);
  return CHOICE.some((name) => names.has(name)) ? target : path;
}

// On other pages a query belongs to one visitor (a booking's payment, a sign-in's return address); keeping such a page
// would only fill the memory.
function isSharedAddress(target: string): boolean {
  return !target.includes('?') || /^\/(mentors(\/category\/[^/?]+)?(\.data)?|_root\.data|)\?/.test(target);
}

function mayBeKept(stored: StoredResponse): boolean {
  const headers = new Headers(stored.headers);
  const control = headers.get('cache-control') ?? '';
  return stored.status === 200 && !headers.has('set-cookie') && !/no-store|private/.test(control);
}

function cacheControlFor(status: number, isShared: boolean): string {
  if (status >= 400) return NEVER_KEPT;
  return status === 200 && isShared ? KEPT_BY_CACHES : CHECKED_EACH_TIME;
}

function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false;
}
