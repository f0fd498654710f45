import type { MiddlewareHandler } from 'hono';
import type { HostLog } from '../log.ts';
import { routeOf } from '../metrics/routes.ts';
import type { HostEnv } from './host-env.ts';

/** Called every few seconds as long as the site runs. The answer itself says when a call was refused. */
const MONITORING = new Set(['/metrics', '/functions/v1/metrics']);

/**
 * Finds the client's address and logs the outcome under the id that `hono/request-id` gave the request. The log holds
 * the path without its query, which may carry sign-in tokens.
 *
 * @param options.trustedProxies how many entries at the end of X-Forwarded-For our own proxies wrote
 * @param options.secretKey requests that carry it are the system's own (the scheduler's, every few seconds); of these,
 * only failures and calls to Auth are logged at the level info
 */
export function logRequests(options: {
  log: HostLog;
  trustedProxies: number;
  secretKey: string | undefined;
}): MiddlewareHandler<HostEnv> {
  const { log, trustedProxies, secretKey } = options;
  return async (context, next) => {
    const requestId = context.get('requestId');
    context.set('clientAddress', findClientAddress(context, trustedProxies));
    const start = performance.now();
    await next();
    // hono/request-id sets the header before the handler runs; a Response that the handler makes itself loses it.
    context.res.headers.set('x-request-id', requestId);
    const { path } = context.req;
    const line = {
      requestId,
      method: context.req.method,
      path,
      route: routeOf(path),
      status: context.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      ...context.get('logFacts'),
    };
    const isOwn =
      secretKey !== undefined && context.req.header('apikey') === secretKey && !path.startsWith('/auth/v1/');
    const isRoutine = (path.startsWith('/assets/') || isOwn) && context.res.status < 400;
    if (isRoutine || MONITORING.has(path)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}

function findClientAddress(context: Parameters<MiddlewareHandler<HostEnv>>[0], trustedProxies: number): string | null {
  const peer = context.env?.peerAddress ?? context.env?.incoming?.socket?.remoteAddress ?? null;
  if (trustedProxies === 0) return peer;
  const hops = (context.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-trustedProxies) || peer;
}
