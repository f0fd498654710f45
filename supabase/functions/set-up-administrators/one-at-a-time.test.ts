import { afterEach, expect, it, vi } from 'vitest';
import target from './index.ts';

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }));
vi.mock('#functions/_shared/database.ts', () => ({
  serviceClient: () => ({ rpc }),
  query: (call: Promise<unknown>) => call,
}));

afterEach(() => vi.unstubAllEnvs());

const callOften = () =>
  Promise.all(
    Array.from({ length: 50 }, async () => {
      const answer = await target.fetch(new Request('http://site.test', { method: 'POST', body: '{}' }));
      return answer.status;
    }),
  );

it('set-up-administrators asks the database once for simultaneous calls, and again for the next', async () => {
  vi.stubEnv('ADMIN_EMAILS', 'chief@example.org');
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  rpc.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(new Set(await callOften())).toEqual(new Set([200]));
  expect(rpc).toHaveBeenCalledTimes(1);
  rpc.mockImplementationOnce(() => Promise.reject(new Error('away')));
  expect(new Set(await callOften())).toEqual(new Set([500]));
  expect(new Set(await callOften())).toEqual(new Set([200]));
  expect(rpc).toHaveBeenCalledTimes(3);
  complaints.mockRestore();
});
