import type { Hono } from 'hono';
import { hostErrors } from '#copy/office/host.ts';
import { type ApiParts, createApiApp } from './api-app.ts';
import { type BaseParts, createBaseApp } from './http/base-app.ts';
import type { HostEnv } from './http/host-env.ts';
import { guardPrivatePages, PRIVATE_SANDBOX_PATHS, unlockPages } from './http/sandbox-access.ts';
import { createSiteApp, type SiteParts } from './http/site-app.ts';

export interface ServerParts extends BaseParts, Omit<ApiParts, 'sandboxUrl'>, SiteParts {
  secretKey: string;
  /** Where browsers reach this host's APIs and stand-ins. */
  apiUrl: string;
  /** Opens the stand-ins' private pages to people on other machines; see `http/sandbox-access.ts`. */
  sandboxKey: string | undefined;
  /** The stand-ins for outside services, absent where the real ones are used. */
  sandbox?: Hono;
}

/** The host as one Hono application: the APIs, the stand-ins, and the site. */
export function createServerApp(parts: ServerParts): Hono<HostEnv> {
  const { apiUrl, sandbox, sandboxKey: key } = parts;
  const app = createBaseApp(parts);
  app.route('/', createApiApp({ ...parts, sandboxUrl: sandbox && `${apiUrl}/sandbox` }));
  if (sandbox) {
    for (const path of PRIVATE_SANDBOX_PATHS) app.use(path, guardPrivatePages({ siteUrl: apiUrl, key }));
    if (key !== undefined) app.route('/sandbox/unlock', unlockPages({ siteUrl: apiUrl, key }));
    app.route('/sandbox', sandbox);
  }
  app.all('/sandbox/*', (context) => context.json({ error: hostErrors.addressNotFound }, 404));
  app.route('/', createSiteApp(parts));
  return app;
}
