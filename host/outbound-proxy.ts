/** The outside services that have a stand-in. */
const PROVIDERS = new Set(['api.razorpay.com', 'accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com']);

/**
 * From now on, requests of this process to a provider go to its stand-in under `sandboxUrl`/providers/<host>. The code
 * that makes the requests still uses the provider's real address.
 *
 * @returns a function that ends this
 */
export function routeProvidersTo(sandboxUrl: string): () => void {
  const direct = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { host, pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (!PROVIDERS.has(host)) return direct(input, init);
    const target = `${sandboxUrl}/providers/${host}${pathname}${search}`;
    return direct(input instanceof Request ? new Request(target, input) : target, init);
  };
  return () => {
    globalThis.fetch = direct;
  };
}

/** Sends a browser that is being redirected to a provider's page (Google's consent screen) to the stand-in's. */
export function redirectToSandbox(response: Response, sandboxUrl: string): Response {
  const location = response.headers.get('location');
  if (!location || !URL.canParse(location)) return response;
  const target = new URL(location);
  if (target.protocol !== 'https:' || !PROVIDERS.has(target.host)) return response;
  const headers = new Headers(response.headers);
  headers.set('location', `${sandboxUrl}/providers/${target.host}${target.pathname}${target.search}`);
  return new Response(response.body, { status: response.status, headers });
}
