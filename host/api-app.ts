import { Hono } from 'hono';
import { hostErrors } from '#copy/office/host.ts';
import type { ServerFunctions } from './functions.ts';
import { authFacts, type FindAccount, restFacts } from './http/api-log.ts';
import type { HostEnv } from './http/host-env.ts';
import type { CallFunction, Visitor } from './http/posted-forms.ts';
import { redirectToSandbox } from './outbound-proxy.ts';

export interface ApiParts {
  secretKey: string;
  backend: { fetch(request: Request, context: { peerAddress: string | null; requestId?: string }): Promise<Response> };
  /** The data API as visitors see it, a few seconds old at most. */
  visitorApi: (request: Request) => Promise<Response>;
  findAccount: FindAccount;
  functions: ServerFunctions;
  /** The address of the stand-ins for outside services, where there are any. */
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
    // The header's value does not matter here: calls of signed-in people must be logged with their account.
    const mayBeSignedIn = context.req.header('authorization') !== undefined;
    return mayBeSignedIn ? next() : parts.visitorApi(context.req.raw);
  });
  for (const prefix of ['/auth/v1/*', '/rest/v1/*', '/storage/v1/*']) {
    app.all(prefix, async (context) => {
      const peerAddress = context.get('clientAddress');
      const requestId = context.get('requestId');
      const account = await parts.findAccount(context.req.raw, requestId);
      const response = await backend.fetch(context.req.raw, { peerAddress, requestId });
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
    const visitor = { address: context.get('clientAddress'), requestId: context.get('requestId') };
    const response = await callFunctionFor(visitor, { functions, name, request: context.req.raw });
    wakeAfter(context.req.raw);
    return sandboxUrl ? redirectToSandbox(response, sandboxUrl) : response;
  });
  app.all('/functions/*', (context) => context.json({ error: hostErrors.functionNotFound }, 404));
  return app;
}

/** Calls a function as Supabase's gateway does: the address that we know replaces the one that the client claims. */
function callFunctionFor(
  { address, requestId }: Visitor,
  { functions, name, request }: { functions: Pick<ServerFunctions, 'call'>; name: string; request: Request },
): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('x-forwarded-for', address ?? '');
  return functions.call(name, new Request(request, { headers }), requestId);
}

/** How pages of this process reach the functions, without a connection. */
export function createFunctionCaller(options: {
  functions: Pick<ServerFunctions, 'call'>;
  onChange: () => void;
}): CallFunction {
  return async (request, visitor) => {
    const [, name = ''] = /^\/functions\/v1\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
    const response = await callFunctionFor(visitor, { functions: options.functions, name, request });
    options.onChange();
    return response;
  };
}
