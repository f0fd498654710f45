import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { precompress } from '../web/build-web.ts';
import { openStaticFiles, type StaticFiles } from './static-files.ts';

const SCRIPT = 'console.log("point zero");\n'.repeat(100);
const CLIP = '0123456789'.repeat(200);
const directory = suiteDirectory();
let serve: StaticFiles;

beforeAll(async () => {
  mkdirSync(path.join(directory, 'client', 'assets'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
  write('secret.txt', 'not public');
  write('client/assets/app-1a2b.js', SCRIPT);
  write('client/small.txt', 'small');
  write('client/clip.mp4', CLIP);
  write('client/.hidden.txt', 'hidden');
  await precompress([
    path.join(directory, 'client', 'assets', 'app-1a2b.js'),
    path.join(directory, 'client', 'small.txt'),
  ]);
  serve = openStaticFiles(path.join(directory, 'client'));
});

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  serve(new Request(`http://localhost${target}`, { method, headers }));

test('hashed assets may be kept for ever, and come in the form that was compressed at build time', async () => {
  const plain = await get('/assets/app-1a2b.js');
  expect(await plain?.text()).toBe(SCRIPT);
  expect(plain?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(plain?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');

  const brotli = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(brotli?.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(Buffer.from((await brotli?.arrayBuffer()) ?? new ArrayBuffer(0))).toString()).toBe(
    SCRIPT,
  );
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

test.each([
  ['bytes=0-1', 'bytes 0-1/2000', 0, 2],
  ['bytes=1990-', 'bytes 1990-1999/2000', 1990, 2000],
  ['bytes=-5', 'bytes 1995-1999/2000', 1995, 2000],
  ['bytes=5-99999', 'bytes 5-1999/2000', 5, 2000],
  ['bytes=-99999', 'bytes 0-1999/2000', 0, 2000],
])('a player gets the part %s of a video', async (range, contentRange, from, to) => {
  const part = await get('/clip.mp4', { range });
  expect(part?.status).toBe(206);
  expect(part?.headers.get('content-range')).toBe(contentRange);
  expect(part?.headers.get('content-length')).toBe(String(to - from));
  expect(await part?.text()).toBe(CLIP.slice(from, to));
  const head = await get('/clip.mp4', { range }, 'HEAD');
  expect([head?.status, await head?.text()]).toEqual([206, '']);
});

test('a whole video says that parts may be asked for; a part that it has not is 416', async () => {
  const whole = await get('/clip.mp4');
  expect([whole?.status, whole?.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(whole?.headers.get('content-type')).toBe('video/mp4');
  for (const range of ['bytes=2000-', 'bytes=-0', `bytes=${'9'.repeat(400)}-`]) {
    const beyond = await get('/clip.mp4', { range });
    expect([beyond?.status, beyond?.headers.get('content-range')]).toEqual([416, 'bytes */2000']);
    // Kept by a cache, it would refuse the video to everyone.
    expect(beyond?.headers.get('cache-control')).toBe('no-store');
  }
  expect((await get('/clip.mp4', { range: 'Bytes=0-1' }))?.status).toBe(206);
});

test.each([
  'bytes=5-2',
  'bytes=0-1,4-5',
  'bytes=-',
  'bytes=--5',
  'bytes=NaN-1',
  'bytes=1.5-2',
  'bytes=0x1-2',
  'items=0-1',
  '0-1',
])('%s asks for no part: the whole video is sent', async (range) => {
  const whole = await get('/clip.mp4', { range });
  expect([whole?.status, whole?.headers.get('content-range')]).toEqual([200, null]);
  expect(await whole?.text()).toBe(CLIP);
});

test('a part is only sent of the version that the player has', async () => {
  const etag = (await get('/clip.mp4'))?.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"/);
  expect((await get('/clip.mp4', { range: 'bytes=0-1', 'if-range': etag }))?.status).toBe(206);
  expect((await get('/clip.mp4', { range: 'bytes=0-1', 'if-range': '"another"' }))?.status).toBe(200);
  // Compressed or not, it has one name: no part of it may be joined to another.
  const script = await get('/assets/app-1a2b.js', { range: 'bytes=0-1' });
  expect([script?.status, script?.headers.get('accept-ranges')]).toEqual([200, null]);
});

test('a file whose compressed form a later build has taken away is sent as it is', async () => {
  const file = path.join(directory, 'client', 'assets', 'later-5e6f.js');
  writeFileSync(file, SCRIPT);
  await precompress([file]);
  const running = openStaticFiles(path.join(directory, 'client'));
  rmSync(`${file}.br`);
  const headers = { 'accept-encoding': 'br' };
  const answer = await running(new Request('http://localhost/assets/later-5e6f.js', { headers }));
  expect([await answer?.text(), answer?.headers.get('content-encoding')]).toEqual([SCRIPT, null]);
});

test('an asset that was asked for is not read from the disk again; a file without a hash in its name is', async () => {
  const write = (name: string, text: string) => writeFileSync(path.join(directory, 'client', name), text);
  const running = openStaticFiles(path.join(directory, 'client'));
  const read = async (name: string) => (await running(new Request(`http://localhost/${name}`)))?.text();
  for (const name of ['assets/app-1a2b.js', 'small.txt']) await read(name);
  write('assets/app-1a2b.js', 'changed');
  write('small.txt', 'other');
  expect([await read('assets/app-1a2b.js'), await read('small.txt')]).toEqual([SCRIPT, 'other']);
  write('assets/app-1a2b.js', SCRIPT);
  write('small.txt', 'small');
});

test('an asset that a build adds is found at once, while the folder is listed once a second at most', async () => {
  let clock = 0;
  const added = openStaticFiles(path.join(directory, 'client'), () => clock);
  const ask = async (name: string) => (await added(new Request(`http://localhost/assets/${name}`)))?.status;
  expect(await ask('new-3c4d.js')).toBeUndefined();
  for (const name of ['new-3c4d.js', 'gone-5e6f.js']) {
    writeFileSync(path.join(directory, 'client', 'assets', name), 'new');
  }
  clock = 999;
  expect(await ask('new-3c4d.js')).toBeUndefined();
  clock = 1_000;
  expect(await ask('new-3c4d.js')).toBe(200);
  expect(await ask('app-1a2b.js')).toBe(200);
  rmSync(path.join(directory, 'client', 'assets', 'gone-5e6f.js'));
  expect(await ask('gone-5e6f.js')).toBeUndefined();
});
