import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { bombPicture, plainPicture } from '#tests/kit/pictures.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();
/** As the administrator, unless `by` names another person or nobody. */
async function upload(picture: Buffer, query: Record<string, string>, by?: Founder | null) {
  const person = by === undefined ? await app.administrator() : by;
  return app.call(`store-picture?${new URLSearchParams(query)}`, picture, person ?? undefined);
}

async function sizeOf(bucket: string, name: string): Promise<string> {
  const response = await fetch(`${app.host.url}/storage/v1/object/public/${bucket}/${name}`);
  const { format, width, height, hasAlpha } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return `${format} ${width}x${height}${hasAlpha ? ' see-through' : ''}`;
}

const filesStored = async () => {
  const [row] = await app.sql`select count(*)::int as count from storage.objects`;
  return row?.count;
};

it.each([
  ['profile', 'video_testimonials', /^profile-\d{13}-my-face-1-320\.webp$/, [320, 160], ['320x320', '160x160']],
  ['thumbnail', 'video_testimonials', /^thumbnail-\d{13}-my-face-1-720\.webp$/, [720, 360], ['720x1280', '360x640']],
  ['logo', 'partner_logos', /^\d{13}-[0-9a-f]{16}-480\.webp$/, [480, 240], ['320x240', '160x120']],
  ['story', 'mentor_images', /^impact-stories\/\d{13}-[0-9a-f]{16}-320\.webp$/, [320, 160], ['320x320', '160x160']],
] as const)('a picture for a %s is cut and named as its kind says', async (kind, bucket, name, widths, sizes) => {
  const picture = await plainPicture(2000, 1500).jpeg().toBuffer();
  const { status, body } = await upload(picture, { kind, name: 'C:\\photos\\My Face (1).jpeg' });
  expect([status, body]).toEqual([200, { path: expect.stringMatching(name) }]);
  const found = await Promise.all(
    widths.map((width) => sizeOf(bucket, body.path.replace(`-${widths[0]}.webp`, `-${width}.webp`))),
  );
  expect(found).toEqual(sizes.map((size) => `webp ${size}`));
});

it('a picture for a logo keeps its shape and its transparency', async () => {
  const glass = { width: 1000, height: 100, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0.5 } };
  const { body } = await upload(await sharp({ create: glass }).png().toBuffer(), { kind: 'logo' });
  expect(await sizeOf('partner_logos', body.path)).toBe('webp 480x48 see-through');
  const small = await upload(await plainPicture(40, 90).png().toBuffer(), { kind: 'logo' });
  expect(await sizeOf('partner_logos', small.body.path)).toBe('webp 40x90');
});

it('a picture’s name cannot lead out of its bucket', async () => {
  const picture = await plainPicture(9, 9).png().toBuffer();
  for (const name of ['../../mentors/x.png', '%2e%2e%2fx', '..\\..\\x', '', 'आशा.png']) {
    const { body } = await upload(picture, { kind: 'profile', name });
    expect(body.path).toMatch(/^profile-\d{13}-[a-z0-9][a-z0-9-]*-320\.webp$/);
  }
});

it('two simultaneous uploads under one name become two files', async () => {
  const picture = await plainPicture(9, 9).png().toBuffer();
  const before = await filesStored();
  const answers = await Promise.all([1, 2].map(() => upload(picture, { kind: 'story', name: 'me.png' }, null)));
  expect(new Set(answers.map(({ body }) => body.path)).size).toBe(2);
  expect(await filesStored()).toBe(before + 4);
});

it.each(['profile', 'thumbnail', 'logo'])('only an administrator may add a %s', async (kind) => {
  const picture = await plainPicture(9, 9).png().toBuffer();
  const before = await filesStored();
  expect((await upload(picture, { kind }, null)).status).toBe(401);
  expect((await upload(picture, { kind }, await app.addFounder())).status).toBe(403);
  expect(await filesStored()).toBe(before);
});

it('a visitor’s photo is checked like any other picture', async () => {
  const before = await filesStored();
  const tries: [number, Buffer][] = [
    [415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [415, Buffer.from('<!doctype html><script>alert(1)</script>')],
    [422, bombPicture(30_000, 30_000)],
    [413, Buffer.alloc(3.1 * 1024 * 1024)],
  ];
  for (const [status, bytes] of tries) {
    const answer = await upload(bytes, { kind: 'story' }, null);
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
  }
  expect(await filesStored()).toBe(before);
});

it('visitors are told apart by their connection, not by headers that they send', async () => {
  const picture = await plainPicture(9, 9).png().toBuffer();
  await app.sql`truncate private.submission_counts`;
  await app.sql`update private.submission_limits set most = 1 where scope = 'address'`;
  const statuses: number[] = [];
  for (const from of ['203.0.113.1', '203.0.113.2']) {
    const headers = { 'x-forwarded-for': from, 'cf-connecting-ip': from };
    const { status } = await app.call('store-picture?kind=story', picture, undefined, headers);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 429]);
});
