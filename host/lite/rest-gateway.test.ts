import { expect, test, vi } from 'vitest';
import { SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { createRestGateway } from './rest-gateway.ts';

const post = (body: string) => new Request('http://site.test/rest/v1/bookings', { method: 'POST', body });

test('a body of more than a megabyte never reaches the library', async () => {
  const library = vi.fn();
  const answer = await createRestGateway(library, SECRET_KEY)(post('x'.repeat(1024 * 1024 + 1)), {
    peerAddress: null,
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: 'PT413' });
  expect(library).not.toHaveBeenCalled();
});

test('other requests pass as they are', async () => {
  const library = vi.fn(async (request: Request) => new Response(await request.text()));
  const gateway = createRestGateway(library, SECRET_KEY);
  expect(await (await gateway(post('{"a":1}'), { peerAddress: null })).text()).toBe('{"a":1}');
  expect((await gateway(new Request('http://site.test/rest/v1/mentors'), { peerAddress: null })).status).toBe(
    200,
  );
});
