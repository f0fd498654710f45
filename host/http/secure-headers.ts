import type { MiddlewareHandler } from 'hono';
import { DATA_POLICY, FILE_POLICY, SANDBOX_POLICY, VIDEO_POLICY, WORKER_POLICY } from './content-security-policy.ts';
import type { HostEnv } from './host-env.ts';

const API = /^\/(auth|rest|storage|functions)\/v1\//;

/** For pages: the window of another site cannot control ours, but the checkout may open a bank's window. */
export const OPENER_POLICY = 'same-origin-allow-popups';

/**
 * Headers that every answer carries. A header that the handler set stays (`hono/secure-headers` would overwrite it);
 * pages bring their own content security policy. No cache may keep the answer to a request with an Authorization header
 * or the secret key, whatever the handler says.
 */
export function secureHeaders(siteUrl: string, secretKey?: string): MiddlewareHandler<HostEnv> {
  const isHttps = siteUrl.startsWith('https://');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    const add = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value);
    };
    add('x-content-type-options', 'nosniff');
    // Reset links carry a token in their address, which must not travel to other sites.
    add('referrer-policy', 'strict-origin-when-cross-origin');
    add('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(self "https://api.razorpay.com")');
    const type = headers.get('content-type') ?? '';
    add('content-security-policy', policyFor(context.req.path, type));
    if (type.startsWith('text/html')) add('cross-origin-opener-policy', OPENER_POLICY);
    // As on hosted Supabase, any origin can read the answers, refusals included; no cookie is ever sent along.
    if (API.test(context.req.path)) {
      add('access-control-allow-origin', '*');
      // The answer holds a session.
      if (context.req.method === 'POST' && context.req.path.startsWith('/auth/')) add('cache-control', 'no-store');
    }
    const isServers = secretKey !== undefined && context.req.header('apikey') === secretKey;
    if (isServers || context.req.header('authorization') !== undefined) headers.set('cache-control', 'no-store');
    if (isHttps) add('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

function policyFor(path: string, type: string): string {
  if (path.startsWith('/sandbox/')) return SANDBOX_POLICY;
  // Our own SVGs have a style for the dark design.
  if (path.startsWith('/storage/v1/') || type.startsWith('image/svg')) return FILE_POLICY;
  if (path === '/service-worker.js') return WORKER_POLICY;
  return type.startsWith('video/') ? VIDEO_POLICY : DATA_POLICY;
}
