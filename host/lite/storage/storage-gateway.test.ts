import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { SignJWT } from 'jose';
import { expect, test, vi } from 'vitest';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, PUBLISHABLE_KEY, SECRET_KEY, SITE_URL } from '#tests/kit/lite-backends.ts';
import { openBareStorage, openStorageFixture, PNG } from '#tests/kit/storage-fixtures.ts';
import { markBackup } from '../../backup/mark.ts';

const storage = provideFixture(openStorageFixture);

const files = async () => {
  const [row] = await storage.database.sql<{ count: number }[]>`
    select count(*)::int as count from storage.objects where bucket_id = 'mentor_images'`;
  return row?.count;
};
const upload = () =>
  storage.server.storage.from('mentor_images').upload('a.png', PNG, { contentType: 'image/png', upsert: true });
const emptying = (path: string, headers: Record<string, string>) =>
  new Request(`${SITE_URL}/storage/v1/bucket/${path}`, { method: 'POST', headers });

test.each([
  ['a visitor', 'mentor_images/empty', { apikey: PUBLISHABLE_KEY }],
  ['a visitor in disguise', 'mentor_images/%65mpty', { apikey: PUBLISHABLE_KEY }],
  [
    'a visitor who claims the server’s rights',
    'mentor_images/empty',
    { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${SECRET_KEY}x` },
  ],
  [
    'a person behind the server’s key',
    'mentor_images/empty',
    { apikey: SECRET_KEY, authorization: 'Bearer ey.a.person' },
  ],
])('%s cannot empty a bucket', async (_, path, headers) => {
  await upload();
  const answer = await storage.backend.fetch(emptying(path, headers));
  expect(await answer.json()).toMatchObject({ statusCode: '403' });
  expect(await files()).toBe(1);
});

test('the server can', async () => {
  await upload();
  const { error } = await storage.server.storage.emptyBucket('mentor_images');
  expect(error).toBeNull();
  expect(await files()).toBe(0);
});

test('the library by itself lets a visitor empty it who may see what is in it', async () => {
  await storage.database.sql`create policy "Visitors list files" on storage.objects for select to anon using (true)`;
  await upload();
  const { ask, connection } = openBareStorage(storage);
  const answer = await ask(emptying('mentor_images/empty', { apikey: PUBLISHABLE_KEY }));
  expect(answer.status).toBe(200);
  expect(await files()).toBe(0);
  await connection.close();
});

/** A body that says when it is read. */
function watchedBody() {
  const state = { isRead: false };
  const body = new ReadableStream(
    {
      pull(controller) {
        state.isRead = true;
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { state, body };
}

const tokenOf = (claims: Record<string, unknown>, secret = JWT_SECRET) =>
  new SignJWT({ role: 'authenticated', sub: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));

const CHANGES: [string, string][] = [
  ['DELETE', 'object/mentor_images'],
  ['DELETE', 'object/mentor_images/a.png'],
  ['POST', 'object/sign/mentor_images'],
  ['POST', 'object/sign/mentor_images/a.png'],
  ['POST', 'object/mentor_images/a.png'],
  ['PUT', 'object/mentor_images/a.png'],
  ['PUT', 'object/upload/sign/mentor_images/a.png?token=x'],
  ['POST', 'object/move'],
  ['POST', 'bucket'],
];

test.each(CHANGES)('%s %s: a visitor’s body is not read, nor one behind a forged token', async (method, address) => {
  const forged = `Bearer ${await tokenOf({}, 'another secret, long enough for HS256')}`;
  const signed = await tokenOf({ intent: 'download' });
  for (const authorization of [undefined, `Bearer ${PUBLISHABLE_KEY}`, forged]) {
    const { state, body } = watchedBody();
    const answer = await storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/${address.replace('=x', `=${signed}`)}`, {
        method,
        headers: { apikey: PUBLISHABLE_KEY, ...(authorization && { authorization }) },
        body,
        duplex: 'half',
      } as RequestInit),
    );
    expect(await answer.json()).toMatchObject({ statusCode: '403' });
    expect(state.isRead).toBe(false);
  }
});

test('a person’s upload is not read where the policies refuse it, and nothing of the question stays', async () => {
  await storage.database.sql`
    create policy "People add to papers" on storage.objects for insert to authenticated
    with check (bucket_id = 'papers' and owner_id = auth.uid()::text and (auth.jwt() ->> 'plan') = 'paid')`;
  const send = async (bucket: string, plan: string) => {
    const { state, body } = watchedBody();
    const answer = await storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/object/${bucket}/a.txt`, {
        method: 'POST',
        headers: {
          apikey: PUBLISHABLE_KEY,
          authorization: `Bearer ${await tokenOf({ plan })}`,
          'content-type': 'text/plain',
        },
        body,
        duplex: 'half',
      } as RequestInit),
    );
    return [state.isRead, ((await answer.json()) as { statusCode?: string }).statusCode];
  };
  expect(await send('papers', 'none')).toEqual([false, '403']);
  expect(await send('mentor_images', 'paid')).toEqual([false, '403']);
  expect((await send('papers', 'paid'))[0]).toBe(true);
  // The one that was stored.
  expect(await storage.database.sql`select from storage.objects where name = 'a.txt'`).toHaveLength(1);
});

test.each([
  ['DELETE', 'object/mentor_images', 'prefixes'],
  ['POST', 'object/sign/mentor_images', 'paths'],
])('%s %s: at most 20 names at once', async (method, address, name) => {
  const send = async (count: number) => {
    const answer = await storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/${address}`, {
        method,
        headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ expiresIn: 60, [name]: Array.from({ length: count }, (_, at) => `${at}.png`) }),
      }),
    );
    return answer.status;
  };
  expect([await send(20), await send(21)]).toEqual([200, 400]);
});

test('six uploads are read at once, one more waits for its turn', async () => {
  const begun: ReadableStreamDefaultController[] = [];
  const send = (key: number) =>
    storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/object/papers/slow-${key}.png`, {
        method: 'POST',
        headers: { apikey: SECRET_KEY, 'content-type': 'image/png' },
        body: new ReadableStream({ pull: (controller) => void begun.push(controller) }, { highWaterMark: 0 }),
        duplex: 'half',
      } as RequestInit),
    );
  const answers = Array.from({ length: 7 }, (_, key) => send(key));
  await vi.waitUntil(() => begun.length === 6);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(begun).toHaveLength(6);
  for (let at = 0; at < 7; at += 1) {
    await vi.waitUntil(() => begun.length > at);
    begun[at]?.enqueue(new Uint8Array(PNG));
    begun[at]?.close();
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(7).fill(200));
});

test('while a backup is being made a deletion gets 503 and is to be tried again, and the file stays whole', async () => {
  await upload();
  const folder = path.join(storage.dataDir, 'storage');
  mkdirSync(folder, { recursive: true });
  const mark = markBackup(folder);
  const ask = (method: string, address: string, body?: object) =>
    storage.backend.fetch(
      new Request(`${SITE_URL}/storage/v1/${address}`, {
        method,
        headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  for (const [method, address, body] of [
    ['DELETE', 'object/mentor_images', { prefixes: ['a.png'] }],
    ['DELETE', 'object/mentor_images/a.png', undefined],
    ['DELETE', '%6fbject/mentor_images/a.png', undefined],
    ['POST', 'object/move', { bucketId: 'mentor_images', sourceKey: 'a.png', destinationKey: 'b.png' }],
    ['POST', 'bucket/mentor_images/empty', undefined],
  ] as const) {
    const answer = await ask(method, address, body);
    expect([method, address, answer.status, answer.headers.get('retry-after')]).toEqual([method, address, 503, '10']);
    expect(await answer.json()).toMatchObject({
      message: 'Files cannot be deleted while a backup is being made. Try again in 10 seconds.',
    });
  }
  const { error } = await storage.server.storage.from('mentor_images').remove(['a.png']);
  expect(error).not.toBeNull();
  // Everything else goes on.
  expect((await upload()).error).toBeNull();
  expect((await storage.get('/storage/v1/object/public/mentor_images/a.png')).status).toBe(200);
  mark.remove();
  const removed = await storage.server.storage.from('mentor_images').remove(['a.png']);
  expect([removed.error, removed.data?.length]).toEqual([null, 1]);
  expect(await files()).toBe(0);
});
