import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { hostErrors } from '#copy/host.ts';
import type { ServerFunctions } from './functions.ts';
import { authFacts, type FindAccount, restFacts } from './http/api-log.ts';
import { limitBodies } from './http/body-limit.ts';
import { isSameSecret } from './http/compare-secrets.ts';
import type { HostEnv } from './http/host-env.ts';
import { plainPage } from './http/plain-page.ts';
import type { Readiness } from './http/readiness.ts';
import { logRequests } from './http/request-log.ts';
import { guardPrivatePages, PRIVATE_SANDBOX_PATHS, unlockPages } from './http/sandbox-access.ts';
import { secureHeaders } from './http/secure-headers.ts';
import type { SiteFiles } from './http/site-files.ts';
import type { StaticFiles } from './http/static-files.ts';
import type { HostLog } from './log.ts';
import { redirectToSandbox } from './outbound-proxy.ts';

export interface ServerParts {
  siteUrl: string;
  secretKey: string;
  trustedProxies: number;
  /** Opens the stand-ins' private pages to whom this machine's address does not; see `http/sandbox-access.ts`. */
  sandboxKey: string | undefined;
  /** Opens what monitoring alone may read; without one it stays closed. */
  opsToken: string | undefined;
  log: HostLog;
  backend: { fetch(request: Request, context: { peerAddress: string | null }): Promise<Response> };
  /** The data API as visitors see it, a few seconds old at most. */
  visitorApi: (request: Request) => Promise<Response>;
  findAccount: FindAccount;
  functions: ServerFunctions;
  /** The stand-ins for outside services, absent where the real ones are used. */
  sandbox?: Hono;
  siteFiles: SiteFiles;
  staticFiles: StaticFiles;
  pages: (request: Request, requestId: string) => Promise<Response>;
  checkReadiness: (isDeep: boolean) => Promise<Readiness>;
  /** Called after a request that may have left work for the scheduler. */
  onChange: () => void;
}

/** Everything that the host answers, in one Hono application. */
export function createServerApp(parts: ServerParts): Hono<HostEnv> {
  const { siteUrl, log } = parts;
  const app = new Hono<HostEnv>();
  app.use(requestId({ limitLength: 64 }));
  app.use(logRequests({ log, trustedProxies: parts.trustedProxies, secretKey: parts.secretKey }));
  app.use(secureHeaders(siteUrl));
  app.use(limitBodies);
  app.onError((error, context) => {
    log.error({ requestId: context.get('requestId'), err: error }, 'request failed');
    return wantsPage(context.req.header('accept'))
      ? plainPage(hostErrors.internal, 500)
      : context.json({ error: hostErrors.internal, message: hostErrors.internal }, 500);
  });

  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (context) => {
    const isDeep = context.req.query('deep') !== undefined;
    if (isDeep && !hasToken(context.req.header('authorization'), parts.opsToken)) {
      const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' };
      return context.json({ error: hostErrors.tokenNeeded }, 401, headers);
    }
    const { isReady, checks } = await parts.checkReadiness(isDeep);
    const status = isReady ? 'ready' : 'not ready';
    return context.json({ status, ...checks }, isReady ? 200 : 503, { 'cache-control': 'no-store' });
  });

  addApi(app, parts);
  if (parts.sandbox) {
    const { sandboxKey: key } = parts;
    for (const path of PRIVATE_SANDBOX_PATHS) app.use(path, guardPrivatePages({ siteUrl, key }));
    if (key !== undefined) app.route('/sandbox/unlock', unlockPages({ siteUrl, key }));
    app.route('/sandbox', parts.sandbox);
  }
  app.all('/sandbox/*', (context) => context.json({ error: hostErrors.addressNotFound }, 404));

  app.get('/robots.txt', (context) => parts.siteFiles.robots(context.req.raw));
  app.get('/sitemap.xml', (context) => parts.siteFiles.sitemap(context.req.raw));
  app.get('/.well-known/security.txt', () => parts.siteFiles.security());
  app.all('*', async (context) => {
    const file = await parts.staticFiles(context.req.raw);
    if (file) return file;
    if (context.req.path.startsWith('/assets/')) {
      // A page of an earlier build may ask for files that are gone; that must not be remembered.
      return context.json({ error: hostErrors.addressNotFound }, 404, { 'cache-control': 'no-store' });
    }
    return parts.pages(context.req.raw, context.get('requestId'));
  });
  return app;
}

function addApi(app: Hono<HostEnv>, parts: ServerParts): void {
  const { backend, functions, siteUrl } = parts;
  const wakeAfter = (request: Request) => {
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    // The scheduler's own calls carry the secret key: they must not wake it again.
    if (isChange && request.headers.get('apikey') !== parts.secretKey) parts.onChange();
  };

  app.get('/rest/v1/*', (context, next) => {
    const isSignedIn = context.req.header('authorization')?.startsWith('Bearer ey');
    return isSignedIn ? next() : parts.visitorApi(context.req.raw);
  });
  for (const prefix of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*']) {
    app.all(prefix, async (context) => {
      const peerAddress = context.get('clientAddress');
      const account = await parts.findAccount(context.req.raw, context.get('requestId'));
      const response = await backend.fetch(context.req.raw, { peerAddress });
      if (prefix.startsWith('/auth/')) {
        context.set('logFacts', await authFacts(context.req.raw, response, { account, address: peerAddress }));
      } else {
        context.set('logFacts', restFacts(response, account));
      }
      wakeAfter(context.req.raw);
      return parts.sandbox ? redirectToSandbox(response, `${siteUrl}/sandbox`) : response;
    });
  }
  app.all('/functions/v1/:name{.+}', async (context) => {
    const name = context.req.param('name').split('/')[0] ?? '';
    const headers = new Headers(context.req.raw.headers);
    // As Supabase's gateway does: whatever the client claims is replaced by what we know.
    headers.set('x-forwarded-for', context.get('clientAddress') ?? '');
    const request = new Request(context.req.raw, { headers });
    const response = await functions.call(name, request, context.get('requestId'));
    wakeAfter(context.req.raw);
    return parts.sandbox ? redirectToSandbox(response, `${siteUrl}/sandbox`) : response;
  });
  app.all('/functions/*', (context) => context.json({ error: hostErrors.functionNotFound }, 404));
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return token !== undefined && isSameSecret(given, token);
}

function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
