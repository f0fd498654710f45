import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { callProvider, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { JobStopped, runWithinLimit } from './job-limit.ts';

/** Answers /slow never, everything else at once. */
let server: Server;
let url: string;
const asked: string[] = [];
const closed: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.on('close', () => closed.push(path));
    if (path !== '/slow') response.setHeader('content-type', 'application/json').end('true');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string) => callProvider(`${url}${path}`, { name: 'A provider', timeoutMs: 60_000 });

test('a job that ends in time answers, and its errors are its own', async () => {
  expect(await runWithinLimit(async () => 7, 1_000)).toBe(7);
  await expect(runWithinLimit(() => Promise.reject(new Error('its own')), 1_000)).rejects.toThrow('its own');
});

test('a job that is stopped has its provider call ended, and asks nobody any more', async () => {
  vi.stubEnv('SUPABASE_URL', url);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_test_test_test_test_test_test');
  let isOver: (outcome: unknown[]) => void = () => {};
  const over = new Promise<unknown[]>((resolve) => {
    isOver = resolve;
  });
  const job = runWithinLimit(async () => {
    const outcomes = [await ask('/slow').catch((error) => error)];
    outcomes.push(await ask('/next').catch((error) => error));
    outcomes.push(await query(serviceClient().rpc('complete_sessions')).catch((error) => error));
    isOver(outcomes);
  }, 50);
  await expect(job).rejects.toThrow(new JobStopped());
  await expect(job).rejects.toThrow('This took too long and was stopped.');
  expect(await over).toEqual([
    expect.any(ProviderUnavailable),
    expect.any(ProviderUnavailable),
    expect.objectContaining({ status: 503 }),
  ]);
  await vi.waitFor(() => expect(closed).toContain('/slow'));
  expect(asked).toEqual(['/slow']);
  // Another job of the same process goes on.
  expect(await runWithinLimit(() => ask('/other'))).toMatchObject({ status: 200 });
});

test('a job that goes on without a limit would ask on (negative control)', async () => {
  asked.length = 0;
  const outside = ask('/outside');
  await runWithinLimit(() => wait(60_000), 5).catch(() => {});
  expect(await outside).toMatchObject({ status: 200 });
  expect(asked).toEqual(['/outside']);
});
