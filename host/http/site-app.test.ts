import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { projectPaths } from '../project-paths.ts';
import { createBaseApp } from './base-app.ts';
import { createSiteApp } from './site-app.ts';
import { createSiteFiles } from './site-files.ts';
import { openStaticFiles } from './static-files.ts';

const siteUrl = 'https://point0.example';
const directory = suiteDirectory();

function open({ isWorkerOff = false, files = {} }: { isWorkerOff?: boolean; files?: Record<string, string> }) {
  const folder = path.join(directory, String(isWorkerOff) + Object.keys(files).length);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const metrics = createMetrics();
  const app = createBaseApp({ siteUrl, trustedProxies: 0, log: silentLog, metrics });
  const api = async () => Response.json([]);
  app.route(
    '/',
    createSiteApp({
      opsToken: undefined,
      metrics,
      checkReadiness: async () => ({ isReady: true, checks: {} }),
      siteFiles: createSiteFiles({ siteUrl, securityContact: 'mailto:a@point0.example', api, log: silentLog }),
      isWorkerOff,
      staticFiles: openStaticFiles(folder),
      pages: async () => new Response('no page', { status: 404 }),
    }),
  );
  return async (address: string, init?: RequestInit) => app.request(address, init);
}

const FILES = { 'service-worker.js': 'the worker', 'service-worker-off.js': 'its removal' };

test.each([
  [false, 'the worker'],
  [true, 'its removal'],
])('where the service worker is switched off (%s), its address answers: %s', async (isWorkerOff, text) => {
  const ask = open({ isWorkerOff, files: FILES });
  const answer = await ask('/service-worker.js');
  expect([answer.status, await answer.text()]).toEqual([200, text]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
  const etag = answer.headers.get('etag') ?? '';
  expect((await ask('/service-worker.js', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await ask('/service-worker.js', { method: 'HEAD' })).status).toBe(200);
});

test('switched off, and without a build, the address says that it is gone', async () => {
  expect((await open({ isWorkerOff: true })('/service-worker.js')).status).toBe(410);
});

test('the manifest names icons that exist, in their true sizes', async () => {
  const answer = await open({})('/manifest.webmanifest');
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    name: 'Point 0',
    short_name: 'Point 0',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual(['/dashboard', '/mentors']);
  const icons = manifest.icons.map(({ src, sizes, purpose }: Record<string, string>) => {
    const png = readFileSync(path.join(projectPaths.root, 'web', 'public', src ?? ''));
    return [purpose, sizes, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`];
  });
  expect(icons).toEqual([
    ['any', '192x192', '192x192'],
    ['any', '512x512', '512x512'],
    ['maskable', '512x512', '512x512'],
  ]);
});
