import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { precompress } from '../web/precompress.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

const SCRIPT = 'console.log("point zero");\n'.repeat(100);
let directory: string;
let serve: StaticFiles;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'point-0-static-'));
  mkdirSync(path.join(directory, 'client', 'assets'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
  write('secret.txt', 'not public');
  write('client/assets/app-1a2b.js', SCRIPT);
  write('client/small.txt', 'small');
  write('client/.hidden.txt', 'hidden');
  await precompress(path.join(directory, 'client'));
  serve = openStaticFiles(path.join(directory, 'client'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  serve(new Request(`http://localhost${target}`, { method, headers }));

test('hashed assets may be kept for ever, and come in the form that was compressed at build time', async () => {
  const plain = await get('/assets/app-1a2b.js');
  expect(await plain?.text()).toBe(SCRIPT);
  expect(plain?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(plain?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');

  const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(brotli?.headers.get('content-encoding')).toBe('br');
  expect(
    brotliDecompressSync(Buffer.from((await brotli?.arrayBuffer()) ?? new ArrayBuffer(0))).toString(),
  ).toBe(SCRIPT);
});

test('other files are kept for a day and answer 304 afterwards', async () => {
  const first = await get('/small.txt', { 'accept-encoding': 'br' });
  expect(first?.headers.get('content-encoding')).toBeNull();
  expect(first?.headers.get('cache-control')).toContain('max-age=86400');
  const again = await get('/small.txt', { 'if-none-match': first?.headers.get('etag') ?? '' });
  expect(again?.status).toBe(304);
  const head = await get('/small.txt', {}, 'HEAD');
  expect([await head?.text(), head?.headers.get('content-length')]).toEqual(['', '5']);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/.hidden.txt',
  '/assets',
  '/assets/app-1a2b.js.br',
  '/%zz',
])('%s is not a file of the site', async (target) => {
  expect(await get(target)).toBeUndefined();
});

test('nothing is posted to a file', async () => {
  expect(await get('/small.txt', {}, 'POST')).toBeUndefined();
});
