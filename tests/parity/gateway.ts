/**
 * The gateway of a hosted project: it knows the opaque keys and puts the token of a role in their place. Behind it are
 * PostgREST, the functions, and Supabase Lite for Auth and Storage; beside it the stand-ins for outside services.
 */
import { createServer, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { SignJWT } from 'jose';
import type { Backend } from '#host/lite/backend.ts';
import { answerPreflight, openToOtherOrigins } from '#host/lite/foreign-origins.ts';
import { redirectToSandbox } from '#host/outbound-proxy.ts';

/** What a browser opens by itself, without a header. */
const OPEN_PATHS = /^\/auth\/v1\/(verify|callback|authorize)$|^\/storage\/v1\//;
const HOP_HEADERS = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

interface Parts {
  port: number;
  keys: { publishable: string; secret: string; jwtSecret: string };
  postgrestUrl: string;
  backend: Pick<Backend, 'fetch'>;
  addressOf: (functionName: string) => string | undefined;
  sandbox: Hono;
}

export async function openGateway({ port, keys, postgrestUrl, backend, addressOf, sandbox }: Parts) {
  const url = `http://localhost:${port}`;
  const failures: string[] = [];
  const roleTokens = new Map([
    [keys.publishable, await tokenOf('anon', keys.jwtSecret)],
    [keys.secret, await tokenOf('service_role', keys.jwtSecret)],
  ]);

  /** As the gateway's own rule: a token of a person stays; a key in its place, or none, gives way to the key's role. */
  function authorizationFor(headers: Headers, key: string): string {
    const given = headers.get('authorization');
    return given !== null && !given.startsWith('Bearer sb_') ? given : `Bearer ${roleTokens.get(key)}`;
  }

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    await next();
    const { method, path } = context.req;
    const { status } = context.res;
    if (status >= 500) failures.push(`${method} ${path} answered ${status}: ${await context.res.clone().text()}`);
  });
  app.use(async (context, next) => {
    const { path } = context.req;
    if (!/^\/(auth|rest|storage)\/v1\//.test(path)) return next();
    const preflight = answerPreflight(context.req.raw);
    if (preflight) return preflight;
    const key = context.req.header('apikey') ?? context.req.query('apikey');
    if (key === undefined && OPEN_PATHS.test(path)) return next();
    if (key === undefined) return refuse('No API key found in request');
    if (!roleTokens.has(key)) return refuse('Invalid API key');
    return next();
  });
  app.all('/rest/v1/*', async (context) => {
    const request = context.req.raw;
    const headers = new Headers(request.headers);
    const { pathname, search, searchParams } = new URL(request.url);
    const key = headers.get('apikey') ?? searchParams.get('apikey') ?? '';
    headers.set('authorization', authorizationFor(headers, key));
    return openToOtherOrigins(
      await pass(request, `${postgrestUrl}${pathname.slice('/rest/v1'.length)}${search}`, headers),
    );
  });
  for (const part of ['/auth/v1/*', '/storage/v1/*']) {
    app.all(part, async (context) => {
      const peerAddress = context.env.incoming.socket.remoteAddress ?? null;
      return redirectToSandbox(await backend.fetch(context.req.raw, { peerAddress }), `${url}/sandbox`);
    });
  }
  app.all('/functions/v1/:name', async (context) => {
    const request = context.req.raw;
    const name = context.req.param('name');
    const address = addressOf(name);
    if (address === undefined) return Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    const headers = new Headers(request.headers);
    // Whatever a client claims is replaced by what the gateway knows.
    headers.set('cf-connecting-ip', context.env.incoming.socket.remoteAddress ?? '');
    return redirectToSandbox(
      await pass(request, `${address}/${name}${new URL(request.url).search}`, headers),
      `${url}/sandbox`,
    );
  });
  app.route('/sandbox', sandbox);

  const server: Server = createServer(
    getRequestListener((request, env) => app.fetch(request, env), { hostname: new URL(url).host }),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url,
    /** Answers of 500 and above. */
    failures,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const refuse = (message: string) => openToOtherOrigins(Response.json({ message }, { status: 401 }));

function tokenOf(role: 'anon' | 'service_role', jwtSecret: string): Promise<string> {
  return new SignJWT({ role, iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret));
}

async function pass(request: Request, target: string, headers: Headers): Promise<Response> {
  headers.delete('host');
  headers.delete('connection');
  headers.set('accept-encoding', 'identity');
  const hasBody = !['GET', 'HEAD'].includes(request.method);
  const response = await fetch(target, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: await request.arrayBuffer() }),
  });
  const answered = new Headers(response.headers);
  for (const name of HOP_HEADERS) answered.delete(name);
  return new Response(response.body, { status: response.status, headers: answered });
}
