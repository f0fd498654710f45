import { Agent, setGlobalDispatcher } from 'undici';

/** The outside services that have a stand-in. */
const PROVIDERS = new Set(['api.razorpay.com', 'accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com']);

/**
 * From now on, requests of this process to a provider go to its stand-in under `sandboxUrl`/providers/<host>. The code
 * that makes them keeps the provider's real address and knows nothing of this.
 */
export function routeProvidersTo(sandboxUrl: string): void {
  const { origin, pathname } = new URL(sandboxUrl);
  setGlobalDispatcher(
    new Agent().compose((dispatch) => (options, handler) => {
      const { host } = new URL(String(options.origin));
      if (!PROVIDERS.has(host)) return dispatch(options, handler);
      return dispatch({ ...options, origin, path: `${pathname}/providers/${host}${options.path}` }, handler);
    }),
  );
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
