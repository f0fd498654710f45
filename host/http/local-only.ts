import type { MiddlewareHandler } from 'hono';
import { hostErrors } from '#copy/host.ts';
import type { HostEnv } from './host-env.ts';
import { plainPage } from './plain-page.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Answers this machine only: the mailbox holds everyone's sign-in links, Google's stand-in signs a visitor in as any
 * person, and the stand-ins' controls make payments fail. A forwarded request came from elsewhere, an unknown host name
 * means that a foreign page had its own name resolve to this machine, and an unknown origin that a foreign page in this
 * machine's browser asks.
 */
export function allowThisMachineOnly(siteUrl: string): MiddlewareHandler<HostEnv> {
  const names = new Set([...LOOPBACK_NAMES, new URL(siteUrl).hostname]);
  return async (context, next) => {
    const peer = context.env.incoming.socket.remoteAddress ?? '';
    const isForwarded = FORWARDING_HEADERS.some((name) => context.req.header(name) !== undefined);
    const origin = context.req.header('origin');
    const isForeign = origin !== undefined && !(URL.canParse(origin) && names.has(new URL(origin).hostname));
    const hostname = new URL(context.req.url).hostname;
    if (LOOPBACK_ADDRESS.test(peer) && !isForwarded && !isForeign && names.has(hostname)) return next();
    return context.req.header('accept')?.includes('text/html')
      ? plainPage(hostErrors.onlyThisMachine, 403)
      : context.json({ error: hostErrors.onlyThisMachine }, 403);
  };
}
