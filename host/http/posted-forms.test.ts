import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createFunctionCaller } from '../api-app.ts';
import { isHtmlForm, isSmallForm } from './posted-forms.ts';
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

/** How a header may name the boundary, so that the parser of forms finds it. */
const BOUNDARIES = [
  'boundary=abc',
  'boundary="abc"',
  'boundary="a\\b\\c"',
  'boundary="abc',
  'boundary=abc \t',
  'BOUNDARY=abc',
  'x="; boundary=other"; boundary=abc',
  'boundary=; boundary=abc',
  'boundary ="other"; boundary=abc',
  'boundary=abc; boundary=other',
];

test.each(BOUNDARIES)('fields are counted as the parser of forms finds them: %s', async (parameters) => {
  const type = `multipart/form-data; ${parameters}`;
  const form = (fields: number) =>
    new TextEncoder().encode(
      `${'--abc\r\ncontent-disposition: form-data; name="q"\r\n\r\nv\r\n'.repeat(fields)}--abc--\r\n`,
    );
  const parsed = await new Response(form(30), { headers: { 'content-type': type } }).formData();
  expect([...parsed]).toHaveLength(30);
  expect(isHtmlForm(new Request('http://site.test', { headers: { 'content-type': type } }))).toBe(true);
  expect([12, 30].map((fields) => isSmallForm(form(fields).buffer, type))).toEqual([true, false]);
});

test('a form of several types is refused, since the parser takes the last of them', async () => {
  const type = 'multipart/form-data; boundary=other, multipart/form-data; boundary=abc';
  const body = new TextEncoder().encode('--abc\r\ncontent-disposition: form-data; name="q"\r\n\r\nv\r\n--abc--\r\n');
  expect([...(await new Response(body, { headers: { 'content-type': type } }).formData())]).toHaveLength(1);
  expect(isSmallForm(body.buffer, type)).toBe(false);
});
