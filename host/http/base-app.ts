import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { hostErrors } from '#copy/office/host.ts';
import type { HostLog } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { limitBodies } from './body-limit.ts';
import type { HostEnv } from './host-env.ts';
import { plainPage } from './plain-page.ts';
import { logRequests } from './request-log.ts';
import { secureHeaders } from './secure-headers.ts';

export interface BaseParts {
  siteUrl: string;
  trustedProxies: number;
  /** Requests that carry it are the system's own; a page server has none. */
  secretKey?: string | undefined;
  log: HostLog;
  metrics: Pick<Metrics, 'measureRequests' | 'answer'>;
}

/** What all answers of the host and of the page server share: an id, a line in the log, headers, and limits. */
export function createBaseApp({ siteUrl, trustedProxies, secretKey, log, metrics }: BaseParts): Hono<HostEnv> {
  const app = new Hono<HostEnv>();
  app.use(metrics.measureRequests);
  app.use(requestId({ limitLength: 64 }));
  app.use(logRequests({ log, trustedProxies, secretKey }));
  app.use(secureHeaders(siteUrl, secretKey));
  app.use(limitBodies);
  app.onError((error, context) => {
    log.error({ requestId: context.get('requestId'), err: error }, 'request failed');
    return wantsPage(context.req.header('accept'))
      ? plainPage(hostErrors.internal, 500)
      : context.json({ error: hostErrors.internal, message: hostErrors.internal }, 500);
  });
  return app;
}

function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
