import { Hono } from 'hono';
import { hostErrors } from '#copy/host.ts';
import type { ServerFunctions } from './functions.ts';
import { authFacts, type FindAccount, restFacts } from './http/api-log.ts';
import type { HostEnv } from './http/host-env.ts';
import { redirectToSandbox } from './outbound-proxy.ts';

export interface ApiParts {
  secretKey: string;
  backend: { fetch(request: Request, context: { peerAddress: string | null }): Promise<Response> };
  /** The data API as visitors see it, a few seconds old at most. */
  visitorApi: (request: Request) => Promise<Response>;
  findAccount: FindAccount;
  functions: ServerFunctions;
  /** Where the stand-ins for outside services are reached, where there are any. */
  sandboxUrl: string | undefined;
  /** Called after a request that may have left work for the scheduler. */
  onChange: () => void;
}

/** The backend's APIs, at the paths of a hosted Supabase project. */
export function createApiApp(parts: ApiParts): Hono<HostEnv> {
  const { backend, functions, sandboxUrl } = parts;
  const app = new Hono<HostEnv>();
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
      return sandboxUrl ? redirectToSandbox(response, sandboxUrl) : response;
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
    return sandboxUrl ? redirectToSandbox(response, sandboxUrl) : response;
  });
  app.all('/functions/*', (context) => context.json({ error: hostErrors.functionNotFound }, 404));
  return app;
}
