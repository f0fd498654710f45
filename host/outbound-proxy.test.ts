import { createServer } from 'node:http';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { redirectToSandbox, routeProvidersTo } from './outbound-proxy.ts';
import { createServerApp, type ServerParts } from './server.ts';

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.end('stand-in');
});
let origin: string;
let endRouting: () => void;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  endRouting = routeProvidersTo(`${origin}/sandbox`);
});
afterAll(() => {
  endRouting();
  server.closeAllConnections();
  server.close();
});

test('requests to a provider reach its stand-in, others go where they say', async () => {
  const answer = await fetch('https://api.razorpay.com/v1/orders?count=1', { method: 'POST', body: '{}' });
  expect(await answer.text()).toBe('stand-in');
  await fetch(`${origin}/own`);
  expect(seen).toEqual(['POST /sandbox/providers/api.razorpay.com/v1/orders?count=1', 'GET /own']);
});

test('a browser on its way to a consent screen is sent to the stand-in', () => {
  const location = (to: string) =>
    redirectToSandbox(
      new Response(null, { status: 302, headers: { location: to } }),
      'http://localhost/sandbox',
    ).headers.get('location');
  expect(location('https://accounts.google.com/o/oauth2/v2/auth?client_id=1')).toBe(
    'http://localhost/sandbox/providers/accounts.google.com/o/oauth2/v2/auth?client_id=1',
  );
  expect(location('https://accounts.google.com.evil.example/')).toBe('https://accounts.google.com.evil.example/');
  expect(location('/login')).toBe('/login');
});

const CONSENT = 'https://accounts.google.com/o/oauth2/v2/auth?client_id=1';

function redirectOf(sandbox: Hono | undefined) {
  const app = createServerApp({
    siteUrl: 'http://site.test',
    apiUrl: 'http://api.test',
    log: silentLog,
    trustedProxies: 0,
    metrics: createMetrics(),
    functions: { call: async () => Response.redirect(CONSENT, 302) },
    onChange: () => {},
    ...(sandbox && { sandbox }),
  } as unknown as ServerParts);
  const incoming = { socket: { remoteAddress: '127.0.0.1' } };
  return app.request('/functions/v1/some-function', {}, { incoming });
}

test('a function sends a browser to Google’s consent page, with the sandbox to the stand-in’s', async () => {
  expect((await redirectOf(undefined)).headers.get('location')).toBe(CONSENT);
  expect((await redirectOf(new Hono())).headers.get('location')).toBe(
    'http://api.test/sandbox/providers/accounts.google.com/o/oauth2/v2/auth?client_id=1',
  );
});
