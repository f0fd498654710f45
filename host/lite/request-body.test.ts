import { expect, test } from 'vitest';
import { readBody } from './request-body.ts';

function chunked(parts: string[], pauseMs = 0): Request {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const part of parts) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        controller.enqueue(new TextEncoder().encode(part));
      }
      controller.close();
    },
  });
  return new Request('http://site.test/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

test('a body within the limit is returned whole', async () => {
  const read = await readBody(chunked(['ab', 'cd']), 4);
  expect(new TextDecoder().decode(read.bytes)).toBe('abcd');
});

test('a chunked body is counted', async () => {
  expect((await readBody(chunked(['ab', 'cd', 'e']), 4)).problem?.status).toBe(413);
});

test('an announced size is believed before anything is read', async () => {
  const request = new Request('http://site.test/', { method: 'POST', body: 'x', headers: { 'content-length': '500' } });
  expect((await readBody(request, 4)).problem?.status).toBe(413);
});

test('a slow body is given up', async () => {
  expect((await readBody(chunked(['a', 'b', 'c'], 40), 4, 60)).problem?.status).toBe(408);
});
