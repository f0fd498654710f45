import { randomUUID } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import {
  animatedPicture,
  bombPicture,
  colourAt,
  framedPicture,
  near,
  plainPicture,
  sizesOf,
} from '#tests/kit/pictures.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const WRONG_TYPE = 'Please select a valid image file (JPEG, PNG, or WebP)';
const DAMAGED = 'This image is damaged or not complete. Please choose another one.';
const TOO_MANY_PIXELS =
  'This image has too many pixels: at most 6,000 pixels on each side and 8 megapixels. Please choose a smaller one.';

const app = provideSharedApp();

interface Upload {
  by?: Founder | null;
  id?: string;
  kind?: string;
  type?: string;
  method?: string;
}

async function upload(body: Uint8Array | ReadableStream | null, options: Upload = {}) {
  const {
    by = await app.administrator(),
    id = randomUUID(),
    kind = 'mentor',
    type = 'image/jpeg',
    method = 'POST',
  } = options;
  return app.request(`/functions/v1/store-picture?${new URLSearchParams({ kind, id })}`, {
    method,
    headers: {
      apikey: app.keys.publishableKey,
      'content-type': type,
      ...(by && { authorization: `Bearer ${by.token}` }),
    },
    body: body as BodyInit,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

async function variantsOf(path: string): Promise<Map<number, Buffer>> {
  const files = new Map<number, Buffer>();
  for (const width of [640, 320, 160]) {
    const address = `/storage/v1/object/public/mentor_images/${path.replace('-640.webp', `-${width}.webp`)}`;
    const response = await fetch(`${app.host.url}${address}`);
    expect([width, response.status, response.headers.get('content-type')]).toEqual([width, 200, 'image/webp']);
    expect(response.headers.get('cache-control')).toContain('max-age=3600');
    files.set(width, Buffer.from(await response.arrayBuffer()));
  }
  return files;
}

/** The variants of a picture that must be taken. */
async function stored(picture: Buffer, options?: Upload): Promise<Map<number, Buffer>> {
  const { status, body } = await upload(picture, options);
  expect([status, body]).toEqual([200, { path: expect.any(String) }]);
  return variantsOf(body.path);
}

const filesStored = async () => {
  const [row] = await app.sql`select count(*)::int as count from storage.objects`;
  return row?.count;
};

it('store-picture stores a picture in three widths, cut as the cards draw it', async () => {
  const id = randomUUID();
  const { body } = await upload(await plainPicture(1600, 1200).jpeg().toBuffer(), { id: id.toUpperCase() });
  expect(body.path).toMatch(new RegExp(`^mentors/${id}-\\d{13}-640\\.webp$`));
  expect(await sizesOf((await variantsOf(body.path)).values())).toEqual(['640x800', '320x400', '160x200']);
});

it('store-picture recognises a picture by its content, whatever its declared type', async () => {
  const png = await plainPicture(300, 300).png().toBuffer();
  expect(await sizesOf((await stored(png, { type: 'image/jpeg' })).values())).toEqual([
    '240x300',
    '240x300',
    '160x200',
  ]);
  expect(await stored(png, { type: 'text/html' })).toBeTruthy();
});

it('store-picture takes a picture of one pixel, and never enlarges one', { tags: ['faults'] }, async () => {
  const pixel = await plainPicture(1, 1).webp().toBuffer();
  const line = await plainPicture(6_000, 1).png().toBuffer();
  for (const picture of [pixel, line]) {
    expect(await sizesOf((await stored(picture)).values())).toEqual(['1x1', '1x1', '1x1']);
  }
});

it('store-picture turns a picture upright and removes its metadata', async () => {
  const camera = await plainPicture(600, 400, '#fff')
    .composite([{ input: await plainPicture(300, 400, '#f00').png().toBuffer(), left: 0, top: 0 }])
    .withExif({ IFD0: { Artist: 'Somebody at home' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Somebody at home</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(camera).metadata()).orientation).toBe(6);
  expect(camera.includes('Somebody at home')).toBe(true);
  for (const bytes of (await stored(camera)).values()) {
    const { exif, xmp, icc, orientation, comments, width, height } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, orientation, comments }).toEqual({});
    expect(bytes.includes('Somebody')).toBe(false);
    // What was on the left is on top now.
    expect(await colourAt(bytes, width >> 1, 5)).toEqual(near([255, 0, 0]));
    expect(await colourAt(bytes, width >> 1, height - 5)).toEqual(near([255, 255, 255]));
  }
});

it.each([
  ['a wide colour space', '#fbbf24', false, (picture: Sharp) => picture.withIccProfile('p3')],
  ['ink', '#b08060', true, (picture: Sharp) => picture.toColourspace('cmyk').withIccProfile('cmyk')],
  ['ink without a profile', '#b08060', true, (picture: Sharp) => picture.toColourspace('cmyk')],
])('store-picture keeps a picture’s colours when they are written in %s', async (_what, colour, isRough, write) => {
  const picture = await write(plainPicture(300, 375, colour))
    .jpeg({ quality: 95 })
    .toBuffer();
  const expected = [...Buffer.from(colour.slice(1), 'hex')];
  expect(await colourAt((await stored(picture)).get(320), 9, 9)).toEqual(near(expected, isRough));
});

it('store-picture keeps transparency', async () => {
  const glass = { width: 50, height: 50, channels: 4 as const, background: { r: 0, g: 0, b: 255, alpha: 0.5 } };
  const [bytes] = (await stored(await sharp({ create: glass }).png().toBuffer())).values();
  expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
});

it('store-picture keeps nothing that was appended to a picture', async () => {
  const hidden = '<html><script>alert("hidden")</script></html>';
  const picture = await plainPicture(300, 300).jpeg().toBuffer();
  for (const tail of [hidden, 'PK\x03\x04hidden.exe']) {
    for (const bytes of (await stored(Buffer.concat([picture, Buffer.from(tail)]))).values()) {
      expect(bytes.includes('hidden')).toBe(false);
      expect(bytes.length).toBe(8 + bytes.readUInt32LE(4));
    }
  }
});

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const noise = () =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const half = async (picture: Promise<Buffer>) => (await picture).subarray(0, (await picture).length >> 1);

it.each<[string, number, string, () => Promise<Buffer> | Buffer]>([
  ['a page that calls itself an image', 415, WRONG_TYPE, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a drawing with a script', 415, WRONG_TYPE, () => Buffer.from(script)],
  ['a drawing behind a declaration', 415, WRONG_TYPE, () => Buffer.from(`<?xml version="1.0"?>${script}`)],
  ['an animation of 1987', 415, WRONG_TYPE, () => plainPicture(9, 9).gif().toBuffer()],
  ['an AVIF', 415, WRONG_TYPE, () => plainPicture(9, 9).avif().toBuffer()],
  ['nothing', 415, WRONG_TYPE, () => Buffer.alloc(0)],
  ['an animated WebP', 422, 'Animated images cannot be used. Please choose a still one.', animatedPicture],
  ['an animated PNG', 422, 'Animated images cannot be used. Please choose a still one.', () => framedPicture(3)],
  ['half a JPEG', 422, DAMAGED, () => half(noise().jpeg().toBuffer())],
  ['half a PNG', 422, DAMAGED, () => half(noise().png().toBuffer())],
  ['half a WebP', 422, DAMAGED, () => half(noise().webp().toBuffer())],
  ['the head of a JPEG and no more', 422, DAMAGED, () => Buffer.from('ffd8ffe0', 'hex')],
  ['the head of a PNG before a page', 422, DAMAGED, () => Buffer.from(`\x89PNG\r\n\x1a\n${script}`, 'latin1')],
  ['a bomb of 30,000 by 30,000', 422, TOO_MANY_PIXELS, () => bombPicture(30_000, 30_000)],
  ['8.1 megapixels', 422, TOO_MANY_PIXELS, () => plainPicture(3_000, 2_700).jpeg().toBuffer()],
  ['a bomb of 8.1 megapixels', 422, TOO_MANY_PIXELS, () => bombPicture(3_000, 2_700)],
  ['a side of 6,001 pixels', 422, TOO_MANY_PIXELS, () => plainPicture(6_001, 1).jpeg().toBuffer()],
  ['a bomb in the shape of a line', 422, TOO_MANY_PIXELS, () => bombPicture(1, 6_001)],
])('store-picture refuses %s', async (_what, status, error, picture) => {
  const before = await filesStored();
  expectAnswer(await upload(await picture()), status, { error });
  expect(await filesStored()).toBe(before);
});

it('store-picture takes a PNG that announces a single frame', async () => {
  expect((await upload(await framedPicture(1))).status).toBe(200);
});

it('store-picture refuses 3 MB and one byte, whether or not the length is announced', async () => {
  const sentence = { error: 'Image size should be less than 3MB' };
  const large = Buffer.concat([await plainPicture(9, 9).jpeg().toBuffer()], 3 * 1024 * 1024 + 1);
  const parts = new ReadableStream({
    start(controller) {
      for (let at = 0; at < large.length; at += 65_536) controller.enqueue(large.subarray(at, at + 65_536));
      controller.close();
    },
  });
  for (const body of [large, parts]) {
    expectAnswer(await upload(body), 413, sentence);
  }
  expect((await upload(Buffer.alloc(5 * 1024 * 1024))).status).toBe(413);
});

it('store-picture refuses a portrait from a visitor, a founder and a former administrator', async () => {
  const picture = await plainPicture(9, 9).jpeg().toBuffer();
  const before = await filesStored();
  expectAnswer(await upload(picture, { by: null }), 401, { error: 'Please login to continue.' });
  const founder = await app.addFounder();
  expectAnswer(await upload(picture, { by: founder }), 403, { error: 'Admin privileges required.' });
  await app.sql`update public.profiles set is_admin = true where id = ${founder.id}`;
  expect((await upload(picture, { by: founder })).status).toBe(200);
  await app.sql`update public.profiles set is_admin = false where id = ${founder.id}`;
  expect((await upload(picture, { by: founder })).status).toBe(403);
  expect(await filesStored()).toBe(before + 3);
});

it('store-picture takes a portrait from the mentor for the own id alone', async () => {
  const picture = await plainPicture(9, 9).jpeg().toBuffer();
  const [by, other] = [await app.addFounder(), await app.addFounder()];
  const [id = '', otherId = ''] = [randomUUID(), randomUUID()];
  for (const [mentorId, user] of [
    [id, by],
    [otherId, other],
  ] as const) {
    await app.sql`insert into public.mentors (id, name) values (${mentorId}, 'Dev Mentor')`;
    await app.sql`
      insert into public.mentor_private (mentor_id, email, user_id) values (${mentorId}, 'm@mentors.example', ${user.id})`;
  }
  expect((await upload(picture, { by, id })).body.path).toMatch(new RegExp(`^mentors/${id}-\\d{13}-640\\.webp$`));
  expectAnswer(await upload(picture, { by, id: otherId }), 403, { error: 'Admin privileges required.' });
  expectAnswer(await upload(picture, { by, kind: 'logo' }), 403, { error: 'Admin privileges required.' });
  await app.sql`update public.mentors set listing_state = 'left' where id = ${id}`;
  expect((await upload(picture, { by, id })).status).toBe(403);
  await app.sql`update public.mentors set listing_state = 'listed' where id = ${id}`;
  await app.sql`update public.mentor_private set user_id = null where mentor_id = ${id}`;
  expect((await upload(picture, { by, id })).status).toBe(403);
});

it('store-picture takes twenty portraits an hour of one mentor, and administrators are not counted', {
  tags: ['faults'],
}, async () => {
  const picture = await plainPicture(9, 9).jpeg().toBuffer();
  const by = await app.addFounder();
  const id = randomUUID();
  await app.sql`insert into public.mentors (id, name) values (${id}, 'Dev Mentor')`;
  await app.sql`
    insert into public.mentor_private (mentor_id, email, user_id) values (${id}, 'm@mentors.example', ${by.id})`;
  await app.sql`select private.count_submission('mentor_portrait', ${id}) from generate_series(1, 19)`;
  expect((await upload(picture, { by, id })).status).toBe(200);
  const { status, headers, body } = await upload(picture, { by, id: id.toUpperCase() });
  expect([status, body]).toEqual([
    429,
    {
      error: expect.stringMatching(
        /^Many images were uploaded in a short time. Please try again in (a|\d+) minutes?\.$/,
      ),
    },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await upload(picture, { id })).status).toBe(200);
  // A negative control: the limit is what refuses.
  await app.sql`delete from private.submission_counts where key like ${`%${id}`}`;
  expect((await upload(picture, { by, id })).status).toBe(200);
});

it('store-picture refuses a missing mentor id, an unknown kind and other methods than POST', async () => {
  const picture = await plainPicture(9, 9).jpeg().toBuffer();
  const before = await filesStored();
  for (const id of ['', '../../secret', `${randomUUID()}/../x`, `${randomUUID()}\0`, '%2e%2e']) {
    expectAnswer(await upload(picture, { id }), 400, { error: 'The request is not valid: please check id.' });
  }
  for (const kind of ['', 'banner', 'constructor', '__proto__'])
    expect((await upload(picture, { kind })).status).toBe(400);
  expect((await upload(null, { method: 'GET' })).status).toBe(405);
  expect((await upload(picture, { method: 'PUT' })).status).toBe(405);
  expect(await filesStored()).toBe(before);
});

it('store-picture leaves no file when one of the variants cannot be stored', async () => {
  const before = await filesStored();
  await app.sql.unsafe(`
    create function private.refuse_narrow() returns trigger language plpgsql as $$
    begin
      if new.name like '%-160.webp' then raise exception 'no room'; end if;
      return new;
    end $$;
    create trigger refuse_narrow before insert on storage.objects
    for each row execute function private.refuse_narrow()`);
  const { status, body } = await upload(await plainPicture(300, 300).jpeg().toBuffer());
  await app.sql.unsafe('drop trigger refuse_narrow on storage.objects');
  expect([status, body]).toEqual([503, { error: 'The image could not be stored. Please try again.' }]);
  expect(await filesStored()).toBe(before);
});

it('store-picture keeps no other request waiting', { tags: ['faults'], timeout: 60_000 }, async () => {
  const photo = await plainPicture(3_260, 2_450).png().toBuffer();
  let isDone = false;
  const started = performance.now();
  const uploading = upload(photo).finally(() => {
    isDone = true;
  });
  let slowest = 0;
  while (!isDone) {
    const asked = performance.now();
    await (await fetch(`${app.host.url}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - asked);
  }
  expect((await uploading).status).toBe(200);
  const took = performance.now() - started;
  // On the main thread one answer would have taken nearly all of that time.
  expect({ took, isHeldUp: slowest > took / 3 }).toEqual({ took, isHeldUp: false });
});

it('store-picture draws for the system’s own check and stores nothing, and refuses it to everybody else', async () => {
  const photo = await plainPicture(2_400, 2_400).jpeg().toBuffer();
  const before = await filesStored();
  const ask = (headers: Record<string, string>) =>
    app.request('/functions/v1/store-picture?kind=check', { method: 'POST', headers, body: new Uint8Array(photo) });
  const { publishableKey: apikey, secretKey } = app.keys;
  const people = [await app.administrator(), await app.addFounder()];
  const refused = [{ apikey }, ...people.map(({ token }) => ({ apikey, authorization: `Bearer ${token}` }))];
  for (const headers of refused) expect((await ask(headers)).status).toBe(403);
  const { status, body } = await ask({ apikey: secretKey });
  expect([status, body]).toEqual([200, { drawn: [640, 320, 160] }]);
  expect(await filesStored()).toBe(before);
});
