import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/kit/database.ts';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { startTestHost, type TestHost } from '#tests/kit/host.ts';
import { removeHome } from '../postgres/home.ts';
import { findRunningServer } from '../postgres/running-server.ts';

const dataDir = suiteDirectory();
afterAll(() => removeHome(dataDir));

/** The number of the process that answers. Each request has a connection of its own: these are handed out in turn. */
async function answeringProcess({ url, keys }: TestHost): Promise<number> {
  const headers = { authorization: `Bearer ${keys.ops}`, connection: 'close' };
  const response = await fetch(`${url}/metrics`, { headers });
  expect(response.status).toBe(200);
  return Number(/^point0_build_info\{.*process="(\d+)"/m.exec(await response.text())?.[1]);
}

async function whenAnswers(host: TestHost, expected: number): Promise<void> {
  await vi.waitFor(async () => expect(await answeringProcess(host)).toBe(expected), { timeout: 90_000, interval: 100 });
}

test('two processes serve one port, one of them leads, a killed one comes back, and SIGTERM ends all', async () => {
  const database = await createTestDatabase();
  const host = await startTestHost({ databaseUrl: database.url, env: { PROCESSES: '2' } });
  const sql = postgres(host.databaseUrl, { max: 1 });
  let leader = 0;
  try {
    await whenAnswers(host, 2);
    await whenAnswers(host, 1);
    expect(host.output().match(/Ready in/g), 'one speaks for all').toHaveLength(1);
    leader = await vi.waitFor(
      async () => {
        const rows = await sql<{ holder: string }[]>`select holder from private.leases where name = 'leader'`;
        expect(rows).toHaveLength(1);
        return Number(rows[0]?.holder.split(':')[1]);
      },
      { timeout: 30_000 },
    );
    expect(leader).not.toBe(host.pid);

    process.kill(leader, 'SIGKILL');
    for (const until = performance.now() + 1_000; performance.now() < until; await wait(20)) {
      const answer = await fetch(`${host.url}/healthz`, { headers: { connection: 'close' } });
      expect(answer.status, 'the other one answers meanwhile').toBe(200);
    }
    await whenAnswers(host, 3);
    expect(host.output()).toContain('a process of this host ended');
  } finally {
    await sql.end();
    await host.stop();
    await database.drop();
  }
  expect(host.output()).toContain('Stopped.\n');
  await expect(fetch(`${host.url}/healthz`)).rejects.toThrow();
}, 240_000);

test(
  'several processes share the embedded Postgres, which ends after them',
  { tags: ['faults'] },
  async () => {
    const host = await startTestHost({ dataDir, env: { PROCESSES: '2' } });
    await whenAnswers(host, 2);
    await whenAnswers(host, 1);
    expect(findRunningServer(dataDir)?.url).toBe(host.databaseUrl);
    await host.stop();
    expect(findRunningServer(dataDir)).toBeUndefined();
  },
  240_000,
);
