import { createCatalogueCache } from './caching/catalogue-cache.ts';
import { answerWithin } from './deadline.ts';
import type { CallFunction } from './posted-forms.ts';

/** How long a page waits for its data while it renders. */
const LIMIT_MS = 5_000;

/** Asks the backend as a visitor does, with the publishable key; `path` begins with `/rest/v1/`. */
export type VisitorApi = (path: string, init?: RequestInit) => Promise<Response>;

/** The data API for what the server itself reads as a visitor: 503 after five seconds without an answer. */
export function createVisitorApi(options: {
  apiUrl: string;
  publishableKey: string;
  answer: (request: Request) => Promise<Response>;
}): { apiFetch: typeof fetch; api: VisitorApi } {
  const { apiUrl, publishableKey, answer } = options;
  const apiFetch: typeof fetch = (input, init) => answerWithin(LIMIT_MS, answer(new Request(input, init)));
  return {
    apiFetch,
    api: (path, init) => apiFetch(apiUrl + path, { ...init, headers: { apikey: publishableKey, ...init?.headers } }),
  };
}

/** The backend at an address, without following redirects, with visitors' answers kept for a few seconds. */
export function createRemoteBackend(options: { publishableKey: string }): (request: Request) => Promise<Response> {
  return createCatalogueCache({
    ...options,
    answer: (request) => fetch(request, { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) }),
  });
}

/**
 * The functions at an address. The visitor's address is sent as a proxy would send it. Whether the backend trusts it
 * depends on the backend's own settings for proxies (docs/decisions/011).
 */
export function createRemoteFunctionCaller(): CallFunction {
  return (request, { address }) => {
    const headers = new Headers(request.headers);
    if (address !== null) headers.set('x-forwarded-for', address);
    return fetch(new Request(request, { headers, redirect: 'error' }));
  };
}
