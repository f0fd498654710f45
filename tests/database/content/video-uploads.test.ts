/** Videos, as an administrator's browser uploads them and as a player reads them. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { videoFileName } from '#rules/content/stored-file.ts';
import type { Founder } from '#tests/kit/app-client.ts';
import { plainPicture } from '#tests/kit/pictures.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const MEBIBYTE = 1024 * 1024;

const app = provideSharedApp();
let administrator: Founder;
let video: Buffer;

beforeAll(async () => {
  administrator = await app.addAdministrator();
  video = await readFile(path.join(projectPaths.root, 'web/public/demo/stories/radiating.mp4'));
});

const headersOf = (by: Founder | null) => ({
  apikey: app.keys.publishableKey,
  ...(by && { authorization: `Bearer ${by.token}` }),
});

/** As supabase-js sends a File: a form. */
async function upload(
  name: string,
  bytes: Uint8Array,
  { by = administrator as Founder | null, type = 'video/mp4', upsert = false, method = 'POST' } = {},
) {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new Blob([new Uint8Array(bytes)], { type }), name);
  const send = () =>
    app.request(`/storage/v1/object/video_testimonials/${name}`, {
      method,
      // The host closes a connection whose upload it refused before the end; the next request must not reuse it.
      headers: { ...headersOf(by), 'x-upsert': String(upsert), connection: 'close' },
      body: form,
    });
  // The host may close it before the client has read the answer, which is then asked for again.
  const { status, body } = await send().catch(send);
  return { status: String(body.statusCode ?? status), message: body.message as string | undefined };
}

const statusOf = async (...args: Parameters<typeof upload>) => (await upload(...args)).status;
const filesStored = async () => {
  const [row] = await app.sql`select count(*)::int as count from storage.objects`;
  return row?.count;
};
/** A name for each upload. */
let seconds = 1_700_000_000;
function nameOf(fileName: string): string {
  seconds += 1;
  return videoFileName(fileName, new Date(seconds * 1000));
}

it('an administrator’s video is stored under the time and its sanitised name, and plays from anywhere', async () => {
  const name = nameOf('My Great Talk (1).MP4');
  expect(await upload(name, video)).toEqual({ status: '200', message: undefined });
  const address = `${app.host.url}/storage/v1/object/public/video_testimonials/${name}`;
  const whole = await fetch(address);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'cache-control': 'max-age=3600',
    'accept-ranges': 'bytes',
  });
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(video);
  const part = await fetch(address, { headers: { range: 'bytes=1000-1099' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1099/${video.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(video.subarray(1000, 1100));
});

it('an administrator’s video of 20 MB is taken, of 21 MB is not, and nothing of it is left', {
  tags: ['faults'],
}, async () => {
  const before = await filesStored();
  const padded = (size: number) => Buffer.concat([video, Buffer.alloc(size - video.length)]);
  expect(await statusOf(nameOf('a.mp4'), padded(20 * MEBIBYTE))).toBe('200');
  const large = await app.request(`/storage/v1/object/video_testimonials/${nameOf('b.mp4')}`, {
    method: 'POST',
    headers: { ...headersOf(administrator), 'content-type': 'video/mp4' },
    body: new Uint8Array(padded(21 * MEBIBYTE)),
  });
  expect([large.status === 413 || large.body.statusCode === '413', typeof large.body.message]).toEqual([
    true,
    'string',
  ]);
  expect(await filesStored()).toBe(before + 1);
});

it('an administrator’s video is one by its content, whatever it calls itself', async () => {
  const before = await filesStored();
  const png = await plainPicture(9, 9).png().toBuffer();
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const sound = Buffer.from('\0\0\0\x10ftypM4A \0\0\0\0', 'latin1');
  const refusal = { status: '415', message: 'The content is not video/mp4' };
  for (const bytes of [png, page, sound, Buffer.alloc(0)]) {
    expect(await upload(nameOf('a.mp4'), bytes)).toEqual(refusal);
  }
  expect(await statusOf(nameOf('a.mp4'), video, { type: 'video/webm' })).not.toBe('200');
  expect(await statusOf(nameOf('a.mp4'), page, { type: 'text/html' })).not.toBe('200');
  expect(await filesStored()).toBe(before);
});

it('an administrator’s video has no other name, and lies in no folder', async () => {
  const before = await filesStored();
  for (const name of [
    'talk.mp4',
    '1700000000000-talk.html',
    '1700000000000-Talk.mp4',
    'deep/1700000000000-talk.mp4',
    '1700000000000-..%2F..%2Ftalk.mp4',
    '%2e%2e/partner_logos/1700000000000-talk.mp4',
    `1700000000000-${'x'.repeat(200)}.mp4`,
  ]) {
    expect([name, await statusOf(name, video)]).not.toEqual([name, '200']);
  }
  expect(await filesStored()).toBe(before);
});

it('an administrator’s video replaces no other, though two have one name', async () => {
  const name = nameOf('same.mp4');
  const before = await filesStored();
  const answers = await Promise.all([statusOf(name, video), statusOf(name, video)]);
  expect(answers.sort()).toEqual(['200', '409']);
  expect(await statusOf(name, video, { upsert: true })).toBe('403');
  expect(await statusOf(name, video, { method: 'PUT' })).not.toBe('200');
  expect(await filesStored()).toBe(before + 1);
});

it('an administrator’s video whose connection is cut half way leaves nothing', async () => {
  const before = await filesStored();
  await new Promise<void>((resolve) => {
    const request = http.request(`${app.host.url}/storage/v1/object/video_testimonials/${nameOf('cut.mp4')}`, {
      method: 'POST',
      headers: { ...headersOf(administrator), 'content-type': 'video/mp4', 'content-length': video.length },
    });
    request.on('error', () => resolve());
    request.write(video.subarray(0, video.length >> 1), () => request.destroy(new Error('cut')));
  });
  // The next one is served as ever.
  expect(await statusOf(nameOf('whole.mp4'), video)).toBe('200');
  expect(await filesStored()).toBe(before + 1);
});

it('a picture is the server’s alone to store', async () => {
  const png = await plainPicture(9, 9).png().toBuffer();
  const thumbnail = `thumbnail-${nameOf('a').replace('.mp4', '.png')}`;
  expect(await statusOf(thumbnail, png, { type: 'image/png' })).toBe('403');
});

it.each(['a visitor', 'a founder'])('%s adds, lists and deletes nothing', async (who) => {
  const by = who === 'a visitor' ? null : await app.addFounder();
  const name = nameOf('a.mp4');
  expect(await statusOf(name, video, { by })).toBe('403');
  await upload(name, video);
  const ask = (method: string, address: string, body: object) =>
    app.request(`/storage/v1/object/${address}`, {
      method,
      headers: { ...headersOf(by), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await ask('POST', 'list/video_testimonials', { prefix: '' })).body).toEqual([]);
  await ask('DELETE', 'video_testimonials', { prefixes: [name] });
  const file = await fetch(`${app.host.url}/storage/v1/object/public/video_testimonials/${name}`, { method: 'HEAD' });
  expect(file.status).toBe(200);
});
