import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { limitBodies } from './body-limit.ts';
import type { HostEnv } from './host-env.ts';

const app = new Hono<HostEnv>()
  .use(limitBodies)
  .post('/share-your-story', async (context) => context.text(String((await context.req.arrayBuffer()).byteLength)))
  .post('*', (context) => context.text(String(context.req.raw.bodyUsed)));

/** A body without a size, which ends when it is told to. */
function slowBody() {
  let end = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      end = () => controller.close();
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'transfer-encoding': 'chunked' } };
  return { end: () => end(), init: init as RequestInit };
}

test('of many forms that come slowly only sixteen are read, and one more is told to come again', async () => {
  vi.useFakeTimers();
  const forms = Array.from({ length: 17 }, slowBody);
  const answers = forms.map(({ init }) => app.request('/share-your-story', init));
  await vi.advanceTimersByTimeAsync(5_000);
  const last = await answers[16];
  expect([last?.status, last?.headers.get('retry-after')]).toEqual([503, '60']);
  for (const { end } of forms) end();
  expect((await Promise.all(answers.slice(0, 16))).map(({ status }) => status)).toEqual(Array(16).fill(200));
  vi.useRealTimers();
  // Their places are free again.
  const next = slowBody();
  next.end();
  expect((await app.request('/share-your-story', next.init)).status).toBe(200);
});

test('a body for storage is left to storage, which first asks who sends it, unless it says that it is too large', async () => {
  const address = '/storage/v1/object/mentor_images/a.png';
  expect(await (await app.request(address, slowBody().init)).text()).toBe('false');
  const announced = { method: 'POST', body: 'x', headers: { 'content-length': String(22 * 1024 * 1024) } };
  expect((await app.request(address, announced)).status).toBe(413);
});
