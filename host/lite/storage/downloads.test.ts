import { beforeAll, expect, test } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';

const storage = provideFixture(openStorageFixture);
const PUBLIC = '/storage/v1/object/public/mentor_images/a.png';

beforeAll(async () => {
  const put = async (bucket: string, key: string, body: Buffer, contentType: string) => {
    const { error } = await storage.server.storage.from(bucket).upload(key, body, { contentType });
    expect(error).toBeNull();
  };
  await put('mentor_images', 'a.png', PNG, 'image/png');
  await put('papers', 'page.html', Buffer.from('<script>alert(1)</script>'), 'text/html');
});

test('a public file carries what keeps it harmless and cached', async () => {
  const { headers } = await storage.get(PUBLIC);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('content-disposition')).toBe('inline');
  expect(headers.get('cache-control')).toBe('max-age=3600');
  expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
});

test('an unchanged file is 304', async () => {
  const first = await storage.get(PUBLIC);
  const tag = first.headers.get('etag') ?? '';
  const modified = first.headers.get('last-modified') ?? '';
  await first.arrayBuffer();
  expect((await storage.get(PUBLIC, { 'if-none-match': tag })).status).toBe(304);
  expect((await storage.get(PUBLIC, { 'if-none-match': `"x", W/${tag}` })).status).toBe(304);
  expect((await storage.get(PUBLIC, { 'if-none-match': '"x"' })).status).toBe(200);
  expect((await storage.get(PUBLIC, { 'if-modified-since': modified })).status).toBe(304);
});

test.each([
  ['bytes=0-3', 206, 0, 4],
  ['bytes=10-', 206, 10, PNG.length],
  ['bytes=-5', 206, PNG.length - 5, PNG.length],
  ['bytes=0-99999', 206, 0, PNG.length],
  ['bytes=0-1,4-5', 200, 0, PNG.length],
  ['lines=1-2', 200, 0, PNG.length],
])('range %s', async (range, status, from, to) => {
  const answer = await storage.get(PUBLIC, { range });
  expect(answer.status).toBe(status);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG.subarray(from, to));
});

test('a range outside the file is 416, a range of another version sends the whole', async () => {
  const answer = await storage.get(PUBLIC, { range: 'bytes=5000-' });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${PNG.length}`]);
  expect((await storage.get(PUBLIC, { range: 'bytes=0-3', 'if-range': '"old"' })).status).toBe(200);
});

test('HEAD says the size and sends nothing', async () => {
  const answer = await storage.get(PUBLIC, {}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(PNG.length)]);
  expect(await answer.text()).toBe('');
});

test('a private file is for those whom the library lets read it, as a download', async () => {
  const address = '/storage/v1/object/papers/page.html';
  expect((await storage.get(address)).ok).toBe(false);
  expect((await storage.get('/storage/v1/object/public/papers/page.html')).ok).toBe(false);
  const answer = await storage.get(address, { apikey: SECRET_KEY, range: 'bytes=0-7' });
  expect([answer.status, await answer.text()]).toEqual([206, '<script>']);
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.html");
});

test('a name for the download is honoured', async () => {
  const answer = await storage.get(`${PUBLIC}?download=${encodeURIComponent('आशा.png')}`);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename*=UTF-8');
  await answer.arrayBuffer();
});

test.each([
  '/storage/v1/object/public/mentor_images/none.png',
  '/storage/v1/object/public/nowhere/a.png',
  '/storage/v1/object/public/mentor_images/%ff',
])('%s is an error in JSON', async (address) => {
  const answer = await storage.get(address);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toHaveProperty('message');
});

test('a signed address opens a private file until it ends, and a forged one never', async () => {
  const papers = storage.server.storage.from('papers');
  const { data } = await papers.createSignedUrl('page.html', 60);
  const { pathname, search } = new URL(data?.signedUrl ?? '');
  expect(pathname).toBe('/storage/v1/object/sign/papers/page.html');
  expect(await (await storage.get(pathname + search)).text()).toContain('alert');
  const forged = await storage.get(`${pathname}${search.slice(0, -3)}abc`);
  expect([forged.status, ((await forged.json()) as { error: string }).error]).toEqual([400, 'InvalidJWT']);
  const many = await papers.createSignedUrls(['page.html', 'none.html'], 60);
  expect(many.error).toBeNull();
  expect(many.data?.map((one) => Boolean(one.signedUrl))).toEqual([true, false]);
});

test('a signed address takes an upload', async () => {
  const papers = storage.server.storage.from('papers');
  const { data } = await papers.createSignedUploadUrl('sent.txt');
  const file = new File(['hello'], 'sent.txt', { type: 'text/plain' });
  const { error } = await storage.visitor.storage.from('papers').uploadToSignedUrl('sent.txt', data?.token ?? '', file);
  expect(error).toBeNull();
  expect(await (await papers.download('sent.txt')).data?.text()).toBe('hello');
});

test('removed, moved and copied files are gone, there and here', async () => {
  const images = storage.server.storage.from('mentor_images');
  await images.upload('m/1.png', PNG, { contentType: 'image/png' });
  expect((await images.move('m/1.png', 'm/2.png')).error).toBeNull();
  expect((await images.copy('m/2.png', 'm/3.png')).error).toBeNull();
  expect((await images.remove(['m/2.png'])).error).toBeNull();
  const statuses = [];
  for (const at of [1, 2, 3]) {
    const answer = await storage.get(`/storage/v1/object/public/mentor_images/m/${at}.png`);
    statuses.push(answer.status);
    await answer.arrayBuffer();
  }
  expect(statuses).toEqual([400, 400, 200]);
});
