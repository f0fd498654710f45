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

/** The backend behind an address, and no other that it might lead to, with visitors' answers kept for a few seconds. */
export function createRemoteBackend(options: { publishableKey: string }): (request: Request) => Promise<Response> {
  return createCatalogueCache({
    ...options,
    answer: (request) => fetch(request, { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) }),
  });
}

/**
 * The functions behind an address. The visitor's address goes along as any proxy would write it; whether it counts is
 * for the backend to say, by what it knows of its own proxies (docs/decisions/011).
 */
export function createRemoteFunctionCaller(): CallFunction {
  return (request, { address }) => {
    const headers = new Headers(request.headers);
    if (address !== null) headers.set('x-forwarded-for', address);
    return fetch(new Request(request, { headers, redirect: 'error' }));
  };
}
