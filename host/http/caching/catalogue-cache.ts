import { decodeEscapes } from '../decode-escapes.ts';
import { createCache } from './cache.ts';
import { replay, type StoredResponse, storedBytes, storeResponse } from './stored-response.ts';

const TTL_MS = 3_000;
/** What visitors are answered alike, below `/rest/v1/`. */
const TABLES = 'mentors|categories|mentor_categories|public_counters';
const CALLS =
  'search_mentors|nearest_mentors|mentor_of_slug|category_of_slug|mentor_ratings|mentor_reviews_page|wall_stories|promise';
const CATALOGUE = new RegExp(`^/rest/v1/(${TABLES}|rpc/(${CALLS}))$`);
/** Data that changes while people book must never be old, also where it is embedded in a mentor. */
const NEVER_OLD = /mentor_slots|mentor_availability|bookings/;
/** Request headers that change what the data API answers. */
const MEANINGFUL_HEADERS = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'];

/**
 * Keeps the answers to visitors' catalogue queries for three seconds, so that a crowd costs the database what one
 * visitor does. Requests with any Authorization header are passed on unchanged.
 */
export function createCatalogueCache(options: {
  publishableKey: string;
  answer: (request: Request) => Promise<Response>;
}): (request: Request) => Promise<Response> {
  const { publishableKey, answer } = options;
  const cache = createCache<StoredResponse>({ ttlMs: TTL_MS, maxEntries: 500, maxBytes: 32 * 1024 * 1024 });
  return async (request) => {
    const url = new URL(request.url);
    if (!isVisitorsCatalogueQuery(request, url, publishableKey)) return answer(request);
    const key = [url.pathname + url.search, ...MEANINGFUL_HEADERS.map((name) => request.headers.get(name) ?? '')].join(
      '\n',
    );
    const stored = await cache.getOrMake(key, async () => {
      const value = await storeResponse(await answer(request));
      return { value, bytes: storedBytes(value), keep: value.status === 200 || value.status === 206 };
    });
    return replay(request, stored);
  };
}

function isVisitorsCatalogueQuery(request: Request, url: URL, publishableKey: string): boolean {
  if (request.method !== 'GET' || !CATALOGUE.test(url.pathname)) return false;
  if (NEVER_OLD.test(decodeEscapes(url.search))) return false;
  return request.headers.get('apikey') === publishableKey && !request.headers.has('authorization');
}
