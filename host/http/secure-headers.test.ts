import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { HostEnv } from './host-env.ts';
import { listen } from './listener.ts';
import { plainPage } from './plain-page.ts';
import { secureHeaders } from './secure-headers.ts';

function answer(siteUrl: string, path: string, own: Record<string, string> = {}, request: RequestInit = {}) {
  const app = new Hono<HostEnv>();
  app.use(secureHeaders(siteUrl, 'sb_secret_x'));
  app.all('*', (context) => context.text('', 200, own));
  return app.request(path, request);
}

test('only a site on https tells browsers to stay there', async () => {
  expect((await answer('https://point0.example', '/')).headers.get('strict-transport-security')).toContain('max-age=');
  expect((await answer('http://localhost:3000', '/')).headers.get('strict-transport-security')).toBeNull();
});

test('uploaded files run no script in our origin, and the API can be read from any', async () => {
  const file = await answer('http://localhost:3000', '/storage/v1/object/public/mentor_images/a.svg');
  expect(file.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox/);
  expect(file.headers.get('access-control-allow-origin')).toBe('*');
  expect((await answer('http://localhost:3000', '/mentors')).headers.get('access-control-allow-origin')).toBeNull();
});

test('a video that is opened by itself plays', async () => {
  const own = { 'content-type': 'video/mp4' };
  const video = await answer('http://localhost:3000', '/demo/stories/radiating.mp4', own);
  expect(video.headers.get('content-security-policy')).toMatch(/^default-src 'none'; media-src 'self';/);
});

test('a drawing that is opened by itself has its styles, and runs nothing', async () => {
  const svg = await answer('http://localhost:3000', '/placeholder.svg', { 'content-type': 'image/svg+xml' });
  expect(svg.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; sandbox/);
});

test('every page keeps other sites’ windows away from ours, error pages too, and may open a bank’s window', async () => {
  const opener = (response: Response) => response.headers.get('cross-origin-opener-policy');
  const html = { 'content-type': 'text/html; charset=utf-8' };
  expect(opener(await answer('http://localhost:3000', '/', html))).toBe('same-origin-allow-popups');
  expect(opener(await answer('http://localhost:3000', '/sandbox/mailbox', html))).toBe('same-origin-allow-popups');
  expect(opener(plainPage('Something went wrong.', 500))).toBe('same-origin-allow-popups');
  expect(opener(await answer('http://localhost:3000', '/rest/v1/mentors'))).toBeNull();
});

test('the page that says that the host starts carries the headers of every page', async () => {
  const listener = await listen(0, '127.0.0.1');
  const { port } = listener.server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  listener.close();
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('a page of one sentence may be shown with the site’s icon, for which every browser asks', () => {
  const policy = plainPage('Something went wrong.', 500).headers.get('content-security-policy');
  expect(policy?.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "img-src 'self'"]));
});

test("a handler's own policy stays", async () => {
  const response = await answer('http://localhost:3000', '/', { 'content-security-policy': "default-src 'self'" });
  expect(response.headers.get('content-security-policy')).toBe("default-src 'self'");
});

test.each<[string, RequestInit, string | null]>([
  ['/rest/v1/bookings', { headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x' } }, 'no-store'],
  ['/rest/v1/bookings', { headers: { authorization: 'Bearer  eyJhbGciOiJIUzI1NiJ9.e30.x' } }, 'no-store'],
  ['/auth/v1/user', { headers: { authorization: 'bearer eyJhbGciOiJIUzI1NiJ9.e30.x' } }, 'no-store'],
  ['/rest/v1/bookings', { headers: { AUTHORIZATION: 'BEARER\teyJhbGciOiJIUzI1NiJ9.e30.x' } }, 'no-store'],
  ['/rest/v1/bookings', { headers: { authorization: 'Bearer sb_publishable_x, Bearer eyJ.e30.x' } }, 'no-store'],
  ['/rest/v1/bookings', { headers: { authorization: 'eyJhbGciOiJIUzI1NiJ9.e30.x' } }, 'no-store'],
  ['/rest/v1/bookings', { headers: { authorization: '' } }, 'no-store'],
  ['/rest/v1/bookings', { headers: { apikey: 'sb_secret_x' } }, 'no-store'],
  ['/metrics', { headers: { authorization: 'Bearer token' } }, 'no-store'],
  ['/mentors', { headers: { authorization: 'Basic dXNlcjpwYXNz' } }, 'no-store'],
  ['/auth/v1/token', { method: 'POST' }, 'no-store'],
  ['/rest/v1/mentors', {}, null],
  ['/rest/v1/mentors', { headers: { apikey: 'sb_publishable_x' } }, null],
])('what %s says to one person is kept by no cache', async (path, request, expected) => {
  const response = await answer('http://localhost:3000', path, {}, request);
  expect(response.headers.get('cache-control')).toBe(expected);
});

test.each([200, 304, 404, 500])('no handler has an answer (%i) to an Authorization header kept', async (status) => {
  const app = new Hono<HostEnv>();
  app.use(secureHeaders('http://localhost:3000'));
  app.onError((_, context) => context.text('', 500, { 'cache-control': 'public' }));
  app.all('*', () => {
    if (status === 500) throw new Error('a handler that fails');
    return new Response(null, { status, headers: { 'cache-control': 'public, max-age=3600', etag: '"1"' } });
  });
  const controlOf = async (headers: Record<string, string>) =>
    (await app.request('/storage/v1/object/mentor_images/a.png', { headers })).headers.get('cache-control');
  expect(await controlOf({ authorization: 'Bearer eyJ.e30.x', 'if-none-match': '"1"' })).toBe('no-store');
  expect(await controlOf({})).toContain('public');
});
