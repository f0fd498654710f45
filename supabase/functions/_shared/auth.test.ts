import { expect, test, vi } from 'vitest';
import { requireUser } from './auth.ts';

const getUser = vi.hoisted(() => vi.fn());
vi.mock('./database.ts', () => ({ serviceClient: () => ({ auth: { getUser } }) }));
vi.mock('./log.ts', () => ({ logProblem: () => {} }));

const request = (authorization = 'Bearer token') =>
  new Request('http://localhost/functions/v1/x', { headers: { authorization } });

test('requireUser returns the person to whom Auth says the token belongs', async () => {
  getUser.mockResolvedValue({ data: { user: { id: 'u1' } }, error: null });
  expect(await requireUser(request())).toEqual({ id: 'u1' });
  await expect(requireUser(request('Basic token'))).rejects.toMatchObject({ status: 401 });
});

// A 401 signs the person out in the browser: only a token that Auth refused deserves it.
test.each([
  [401, 401],
  [403, 401],
  [404, 401],
  [429, 503],
  [500, 503],
  [undefined, 503],
])('requireUser turns an answer %s of Auth into %s', async (status, expected) => {
  getUser.mockResolvedValue({ data: { user: null }, error: { status, message: 'no' } });
  await expect(requireUser(request())).rejects.toMatchObject({ status: expected });
});
