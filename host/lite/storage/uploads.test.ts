import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { SECRET_KEY, SITE_URL } from '#tests/kit/lite-backends.ts';
import { clientOf, openBareStorage, openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';
import { createFileStore, createStorageAdapter } from './file-store.ts';
import { createTurns, isUsableKey } from './uploads.ts';

const storage = provideFixture(openStorageFixture);
const png = (bytes: BlobPart = PNG) => new File([bytes], 'a.png', { type: 'image/png' });

describe('uploads', () => {
  test('a browser’s File is stored as it is, with its type and cache time', async () => {
    const images = storage.server.storage.from('mentor_images');
    const { error } = await images.upload('asha/1.png', png(), { cacheControl: '60' });
    expect(error).toBeNull();
    const address = new URL(images.getPublicUrl('asha/1.png').data.publicUrl).pathname;
    const answer = await storage.get(address);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('max-age=60');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
  });

  test('a visitor adds nothing', async () => {
    const images = storage.visitor.storage.from('mentor_images');
    for (const key of ['impact-stories/1700000000000-a-320.png', 'asha/2.png']) {
      expect((await images.upload(key, png())).error?.message).toContain('row-level security');
      expect((await images.upload(key, png(), { upsert: true })).error).not.toBeNull();
    }
  });

  test('PUT replaces the file and takes a form too', async () => {
    const images = storage.server.storage.from('mentor_images');
    await images.upload('asha/3.png', png());
    const longer = Buffer.concat([PNG, Buffer.from('more')]);
    expect((await images.update('asha/3.png', png(longer))).error).toBeNull();
    const answer = await storage.get('/storage/v1/object/public/mentor_images/asha/3.png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(longer);
  });

  test('what is no picture is refused, whatever it calls itself', async () => {
    const page = new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' });
    const { error } = await storage.server.storage.from('mentor_images').upload('a.png', page);
    expect(error).toMatchObject({ statusCode: '415' });
    const text = new File(['hello'], 'a.txt', { type: 'text/plain' });
    expect((await storage.server.storage.from('mentor_images').upload('a.txt', text)).error).not.toBeNull();
  });

  test.each(['boundary=a', 'boundary="\\a"', 'x="; boundary=other"; boundary=a'])(
    'a form of many fields is refused, since to read them would stop the process (%s)',
    async (boundary) => {
      const field = '--a\r\ncontent-disposition: form-data; name="q"\r\n\r\n\r\n';
      const file =
        '--a\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
      const send = (fields: number) =>
        storage.backend.fetch(
          new Request(`${SITE_URL}/storage/v1/object/mentor_images/many-fields.png`, {
            method: 'POST',
            headers: { apikey: SECRET_KEY, 'content-type': `multipart/form-data; ${boundary}`, 'x-upsert': 'true' },
            body: Buffer.concat([Buffer.from(field.repeat(fields) + file), PNG, Buffer.from('\r\n--a--\r\n')]),
          }),
        );
      expect((await send(2)).status).toBe(200);
      const refused = await send(5_000);
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { message: 'Missing file in multipart upload' },
      ]);
    },
  );

  test.each([
    ['object', '/storage/v1/%6Fbject/mentor_images/in-disguise.png'],
    ['the bucket', '/storage/v1/object/mentor%5fimages/in-disguise.png'],
  ])('an address with %s in disguise is the same address', async (_, address) => {
    const send = (body: string | Buffer<ArrayBuffer>) =>
      storage.backend.fetch(
        new Request(SITE_URL + address, {
          method: 'POST',
          headers: { apikey: SECRET_KEY, 'content-type': 'image/png', 'x-upsert': 'true' },
          body,
        }),
      );
    expect(await (await send('<script>alert(1)</script>')).json()).toMatchObject({ statusCode: '415' });
    expect((await send(PNG)).status).toBe(200);
    const download = await storage.get('/storage/v1/%6fbject/public/mentor_images/in-disguis%65.png');
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await download.arrayBuffer())).toEqual(PNG);
  });

  test('the bucket’s limit holds for chunked bodies', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent === 1) controller.enqueue(new Uint8Array(PNG));
        else controller.enqueue(chunk);
        if (sent > 20) controller.close();
      },
    });
    const answer = await storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/object/mentor_images/big.png`, {
        method: 'POST',
        headers: { apikey: SECRET_KEY, 'content-type': 'image/png' },
        body,
        duplex: 'half',
      } as RequestInit),
    );
    expect(await answer.json()).toMatchObject({ statusCode: '413' });
    // Given up early, not read to its end.
    expect(sent).toBeLessThan(8);
  });

  test.each([
    ['a/b.png', true],
    ['impact-stories/photo (1).png', true],
    ['a/../b', false],
    ['./a', false],
    ['/a', false],
    ['a//b', false],
    ['a%2fb', false],
    ['a\\b', false],
    ['नमस्ते.png', false],
    ['x'.repeat(513), false],
  ])('%s is a usable key: %s', (key, isUsable) => {
    expect(isUsableKey(key)).toBe(isUsable);
  });

  test('a bad key is an answer, not a stack trace', async () => {
    const { error } = await storage.server.storage.from('mentor_images').upload('नमस्ते.png', png());
    expect(error).toMatchObject({ statusCode: '400' });
  });

  test('the library by itself fails with a File and believes every type', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { ask, connection } = openBareStorage(storage);
    const images = clientOf(ask, SECRET_KEY).storage.from('mentor_images');
    expect((await images.upload('lib/1.png', png())).error?.message).toContain('Missing file in multipart');
    const page = Buffer.from('<script>alert(1)</script>');
    expect((await images.upload('lib/2.png', page, { contentType: 'image/png' })).error).toBeNull();
    await connection.close();
  });
});

describe('uploads in turn', () => {
  test('of two uploads at once under one name one is stored, and the other told', async () => {
    const images = storage.server.storage.from('mentor_images');
    const other = Buffer.concat([PNG, Buffer.from('more')]);
    const answers = await Promise.all([PNG, other].map((bytes) => images.upload('twice.png', png(bytes))));
    const messages = answers.map(({ error }) => error?.message);
    expect([...messages].sort()).toEqual(['The resource already exists', undefined]);
    const answer = await storage.get('/storage/v1/object/public/mentor_images/twice.png');
    const stored = messages[0] === undefined ? PNG : other;
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(stored);
  });

  test('turns of one name follow one another, also after a failure, and others do not wait', async () => {
    const inTurn = createTurns();
    const order: string[] = [];
    const act = (name: string, ms: number) => async () => {
      await wait(ms);
      order.push(name);
      if (name === 'fails') throw new Error('no');
      return name;
    };
    const turns = await Promise.allSettled([
      inTurn('a', act('fails', 40)),
      inTurn('a', act('second', 0)),
      inTurn('b', act('other', 0)),
    ]);
    expect(turns.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(order).toEqual(['other', 'fails', 'second']);
  });

  test('the library by itself writes both, and fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const adapter = createStorageAdapter(createFileStore(storage.dataDir));
    let written = 0;
    const { ask, connection } = openBareStorage(storage, {
      ...adapter,
      async uploadObject(...args) {
        written += 1;
        await vi.waitUntil(() => written === 2);
        return adapter.uploadObject(...args);
      },
    });
    const images = clientOf(ask, SECRET_KEY).storage.from('mentor_images');
    const bytes = new Uint8Array(PNG);
    const twice = [1, 2].map(() => images.upload('lib/3.png', bytes, { contentType: 'image/png' }));
    const errors = (await Promise.all(twice)).map(({ error }) => error?.message);
    expect(errors.sort()).toEqual(['Internal server error', undefined]);
    await connection.close();
  });
});
