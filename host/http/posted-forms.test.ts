import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createFunctionCaller } from '../api-app.ts';
import { createRemoteFunctionCaller } from './visitor-api.ts';

const VISITOR = { address: '198.51.100.7', requestId: 'request-1' };
/** What the program that posted the form would like to be taken for. */
const CLAIM = { 'x-forwarded-for': '203.0.113.9' };

const call = (origin = 'https://data.example', target = 'submit-impact-story') =>
  new Request(`${origin}/functions/v1/${target}`, { method: 'POST', headers: CLAIM, body: '{"name":"Asha"}' });

test('a form that was posted to the host is counted by the address that the host saw', async () => {
  const seen: unknown[] = [];
  let changes = 0;
  const functions = {
    call: async (name: string, request: Request, requestId?: string) => {
      seen.push(name, requestId, request.headers.get('x-forwarded-for'), await request.text());
      return Response.json({ success: true });
    },
  };
  const ask = createFunctionCaller({ functions, onChange: () => (changes += 1) });
  expect((await ask(call(), VISITOR)).status).toBe(200);
  expect(seen).toEqual(['submit-impact-story', 'request-1', '198.51.100.7', '{"name":"Asha"}']);
  expect(changes).toBe(1);
  await ask(call('https://data.example', 'store-picture?kind=story'), { ...VISITOR, address: null });
  expect(seen.slice(4, 7)).toEqual(['store-picture', 'request-1', '']);
});

test('a page server hands the address of a form’s visitor on, as a proxy does', async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url, request.headers['x-forwarded-for']);
    if (request.url?.includes('moved')) response.writeHead(307, { location: '/elsewhere' }).end();
    else response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const ask = createRemoteFunctionCaller();
    expect((await ask(call(origin), VISITOR)).status).toBe(200);
    expect(seen).toEqual(['/functions/v1/submit-impact-story', '198.51.100.7']);
    await expect(ask(call(origin, 'moved'), VISITOR)).rejects.toThrow();
    expect(seen).not.toContain('/elsewhere');
  } finally {
    server.close();
  }
});
