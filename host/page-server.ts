import type { Hono } from 'hono';
import { createBaseApp } from './http/base-app.ts';
import type { HostEnv } from './http/host-env.ts';
import { createPageReadiness } from './http/page-readiness.ts';
import { createPages } from './http/pages.ts';
import { createSiteApp } from './http/site-app.ts';
import { createSiteFiles } from './http/site-files.ts';
import { createRemoteBackend, createRemoteFunctionCaller, createVisitorApi } from './http/visitor-api.ts';
import type { HostLog } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import type { PageSettings } from './page-settings.ts';
import { openBuild } from './web/built-pages.ts';
import { pageEnvironment } from './web/public-environment.ts';

export interface PageServer {
  app: Hono<HostEnv>;
  /** From now on `/readyz` says that new requests belong elsewhere; requests are still answered. */
  drain(): void;
}

/**
 * The application of a page server: it answers pages and the site's files in front of a backend at another address,
 * without any secret, database or folder of its own.
 *
 * @throws NoBuildError where the web app was never built
 */
export async function openPageServer(options: {
  settings: PageSettings;
  log: HostLog;
  /** In milliseconds, from any beginning. */
  now?: () => number;
}): Promise<PageServer> {
  const { settings, log, now } = options;
  const { SITE_URL: siteUrl, SUPABASE_URL: apiUrl, SUPABASE_PUBLISHABLE_KEY: publishableKey } = settings;
  const answer = createRemoteBackend({ publishableKey });
  const { api, apiFetch } = createVisitorApi({ apiUrl, publishableKey, answer });
  const { render, staticFiles } = await openBuild({ publicEnv: pageEnvironment(settings), apiFetch, log });
  const clock = now && { now };
  let isDraining = false;
  const metrics = createMetrics();
  const app = createBaseApp({ siteUrl, trustedProxies: settings.TRUSTED_PROXIES, log, metrics });
  app.route(
    '/',
    createSiteApp({
      opsToken: settings.OPS_TOKEN,
      metrics,
      checkReadiness: createPageReadiness({ api, ...clock }),
      isDraining: () => isDraining,
      siteFiles: createSiteFiles({ siteUrl, securityContact: settings.SECURITY_CONTACT, api, log, ...clock }),
      isWorkerOff: settings.SERVICE_WORKER === 'off',
      staticFiles,
      pages: createPages({
        render,
        callFunction: createRemoteFunctionCaller(),
        siteUrl,
        apiUrl,
        sandboxUrl: settings.SANDBOX_URL,
        isDevelopment: false,
        log,
        count: metrics.countPage,
        ...clock,
      }),
    }),
  );
  return {
    app,
    drain() {
      isDraining = true;
    },
  };
}
