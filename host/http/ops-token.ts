import type { Context, MiddlewareHandler } from 'hono';
import { hostErrors } from '#copy/office/host.ts';
import { isSameSecret } from './compare-secrets.ts';
import type { HostEnv } from './host-env.ts';

/** Whether a request carries the token for monitoring; always false where no token is set. */
export function hasOpsToken(context: Context, token: string | undefined): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  return token !== undefined && isSameSecret(given, token);
}

/** The answer to a request without the token. */
export function refuseWithoutToken(context: Context): Response {
  const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' };
  return context.json({ error: hostErrors.tokenNeeded }, 401, headers);
}

export function requireOpsToken(token: string | undefined): MiddlewareHandler<HostEnv> {
  return async (context, next) => (hasOpsToken(context, token) ? next() : refuseWithoutToken(context));
}
