/*
 * Browsers whose pages come from another origin than the backend.
 *
 * Library behaviour (0.10.0): each part answers a browser's first request (the preflight) in another way: Auth allows
 * neither `authorization` nor the headers of supabase-js, an RPC answers with an error. And no answer lets the page
 * read `content-range`, which holds counts.
 *
 * Correction: as on hosted Supabase, every origin may send any header, and read the headers that the clients read. No
 * cookie is sent along, so that a page gets nothing that its own server could not get.
 */

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const READABLE =
  'content-range, content-location, date, location, range-unit, retry-after, x-request-id, x-supabase-api-version';

/** The answer to a preflight; undefined for any other request. */
export function answerPreflight({ method, headers }: Request): Response | undefined {
  if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      // The wildcard does not cover `authorization`.
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
  });
}

/** Lets pages of other origins read an answer's headers. */
export function openToOtherOrigins(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', READABLE);
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers });
}
