import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerOwnRequests } from './own-requests.ts';

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
    answerOwnRequests(OWN, async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
      return new Response('own');
    }),
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
  ends.push(answerOwnRequests(OWN, () => new Promise(() => {})));
  await expect(fetch(`${OWN}/rest/v1/x`, { signal: AbortSignal.timeout(10) })).rejects.toThrow(/timeout/i);
  await expect(fetch(`${OWN}/rest/v1/x`, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});
