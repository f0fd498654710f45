import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { HostLog } from './log.ts';
import { silentLog } from './log.ts';
import { answerOwnRequests, onBehalfOf } from './own-requests.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const OWN = 'http://127.0.0.1:9';

test('requests to the own APIs need no port, and everything else goes where it went', async () => {
  const other = createServer((_, response) => response.end('other')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  ends.push(() => other.close());
  const asked: string[] = [];
  ends.push(
    answerOwnRequests(
      OWN,
      async (request) => {
        asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
        return new Response('own');
      },
      silentLog,
    ),
  );
  expect(await (await fetch(`${OWN}/rest/v1/rpc/x`, { method: 'POST', body: '{}' })).text()).toBe('own');
  expect(await (await fetch(new Request(`${OWN}/storage/v1/bucket`))).text()).toBe('own');
  expect(asked).toEqual(['POST /rest/v1/rpc/x {}', 'GET /storage/v1/bucket ']);
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/rest/v1/x`;
  expect(await (await fetch(elsewhere)).text()).toBe('other');
  // Functions are asked through the port: what calls one by its address is no part of this process.
  await expect(fetch(`${OWN}/functions/v1/x`)).rejects.toThrow();
});

test('a request that its caller gives up ends for the caller', async () => {
  ends.push(answerOwnRequests(OWN, () => new Promise(() => {}), silentLog));
  await expect(fetch(`${OWN}/rest/v1/x`, { signal: AbortSignal.timeout(10) })).rejects.toThrow(/timeout/i);
  await expect(fetch(`${OWN}/rest/v1/x`, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});

test('the log names the request on whose behalf a function asks, and no other one', async () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, debug: (line: unknown) => void lines.push(line) } as unknown as HostLog;
  ends.push(answerOwnRequests(OWN, () => new Response(null, { status: 204 }), log));
  await Promise.all(
    ['first', undefined, 'second'].map((id) =>
      onBehalfOf(id, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await fetch(`${OWN}/rest/v1/${id}?secret=x`);
      }),
    ),
  );
  expect(lines).toEqual(
    ['first', undefined, 'second'].map((requestId) => ({
      requestId,
      method: 'GET',
      path: `/rest/v1/${requestId}`,
      status: 204,
      ms: expect.any(Number),
    })),
  );
});
