import { Hono } from 'hono';
import { hostErrors } from '#copy/office/host.ts';
import { metricsEndpoint } from '../metrics/endpoint.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { HostEnv } from './host-env.ts';
import { hasOpsToken, refuseWithoutToken } from './ops-token.ts';
import type { Visitor } from './posted-forms.ts';
import type { SiteFiles } from './site-files.ts';
import type { StaticFiles } from './static-files.ts';

export type Readiness = { isReady: boolean; checks: Record<string, unknown> };

export interface SiteParts {
  /** Opens the addresses for monitoring; without a token they stay closed. */
  opsToken: string | undefined;
  metrics: Pick<Metrics, 'measureRequests' | 'answer'>;
  checkReadiness: (isDeep: boolean) => Promise<Readiness>;
  /** Whether the process is about to stop and new requests belong elsewhere. */
  isDraining?: () => boolean;
  siteFiles: SiteFiles;
  /** Whether browsers with the service worker are told to remove it. */
  isWorkerOff: boolean;
  staticFiles: StaticFiles;
  pages: (request: Request, visitor: Visitor) => Promise<Response>;
}

/** What a page server answers, and a host beside its APIs: health, the site's files, and pages at all other paths. */
export function createSiteApp(parts: SiteParts): Hono<HostEnv> {
  const app = new Hono<HostEnv>();
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (context) => {
    const isDeep = context.req.query('deep') !== undefined;
    if (isDeep && !hasOpsToken(context, parts.opsToken)) return refuseWithoutToken(context);
    if (parts.isDraining?.()) return context.json({ status: 'draining' }, 503, { 'cache-control': 'no-store' });
    const { isReady, checks } = await parts.checkReadiness(isDeep);
    const status = isReady ? 'ready' : 'not ready';
    return context.json({ status, ...checks }, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });

  app.route('/metrics', metricsEndpoint(parts.metrics, parts.opsToken));
  app.get('/robots.txt', (context) => parts.siteFiles.robots(context.req.raw));
  app.get('/sitemap.xml', (context) => parts.siteFiles.sitemap(context.req.raw));
  app.get('/.well-known/security.txt', () => parts.siteFiles.security());
  app.get('/manifest.webmanifest', () => parts.siteFiles.manifest());
  if (parts.isWorkerOff) {
    app.get('/service-worker.js', async (context) => {
      const removal = new Request(new URL('/service-worker-off.js', context.req.url), context.req.raw);
      return (await parts.staticFiles(removal)) ?? context.json({ error: hostErrors.addressNotFound }, 410);
    });
  }
  app.all('*', async (context) => {
    const file = await parts.staticFiles(context.req.raw);
    if (file) return file;
    if (context.req.path.startsWith('/assets/')) {
      // A page of an earlier build may ask for files that are gone; caches must not keep this answer.
      return context.json({ error: hostErrors.addressNotFound }, 404, { 'cache-control': 'no-store' });
    }
    return parts.pages(context.req.raw, { address: context.get('clientAddress'), requestId: context.get('requestId') });
  });
  return app;
}
