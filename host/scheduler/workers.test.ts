import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { silentLog } from '../log.ts';
import { startWorkers, type Workers } from './workers.ts';

const database = provideTestDatabase();
let workers: Workers | undefined;
let rounds: string[];
let mails: number;
let houses: number;
beforeEach(() => {
  rounds = [];
  mails = 0;
  houses = 0;
});
afterEach(() => workers?.stop());

function start(
  count: number,
  runJobs: (loop: string, stopping: AbortSignal) => Promise<boolean> = async () => false,
): Workers {
  workers = startWorkers({
    count,
    everyMs: 60_000,
    runJobs: async (worker, stopping) => {
      rounds.push(worker);
      return runJobs(worker.split(':').at(-1) ?? '', stopping);
    },
    deliverMail: async () => {
      mails += 1;
    },
    housekeeping: {
      'keep-house': async () => {
        houses += 1;
      },
    },
    sql: database.sql,
    log: silentLog,
  });
  return workers;
}

test('each loop of a host is a worker of its own, and the first one alone delivers e-mails and keeps house', async () => {
  start(3);
  await expect.poll(() => rounds.length).toBe(3);
  expect(new Set(rounds).size).toBe(3);
  for (const name of rounds) expect(name).toMatch(new RegExp(`^[\\w.-]+:${process.pid}:[0-9a-f]{8}:[123]$`));
  await expect.poll(() => [mails, houses]).toEqual([2, 1]);
});

test('a host without workers claims nothing, also when something changes', async () => {
  start(0).wake();
  await wait(150);
  expect([rounds.length, mails, houses]).toEqual([0, 0, 0]);
});

test('a change wakes one worker, and another one while the first is busy', async () => {
  let letGo = () => {};
  const busy = new Promise<boolean>((resolve) => {
    letGo = () => resolve(false);
  });
  let isFirstRound = true;
  const { wake } = start(2, async (loop) => {
    if (loop !== '1' || isFirstRound) return false;
    return busy;
  });
  await expect.poll(() => rounds.length).toBe(2);
  await wait(20);
  isFirstRound = false;
  rounds.length = 0;
  wake();
  wake();
  await expect.poll(() => rounds.length).toBe(1);
  expect(rounds[0]).toMatch(/:1$/);
  wake();
  await expect.poll(() => rounds.length).toBe(2);
  expect(rounds[1]).toMatch(/:2$/);
  letGo();
});

test('jobs of another loop wake the first one, for the e-mails that they wrote', async () => {
  let isDone = false;
  start(2, async (loop) => {
    if (loop !== '2' || isDone) return false;
    isDone = true;
    return true;
  });
  await expect.poll(() => mails).toBe(4);
});

test('workers that stop tell their rounds, and wait for them', async () => {
  let hasEnded = false;
  const { stop } = start(2, async (_, stopping) => {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    await wait(20);
    hasEnded = true;
    return false;
  });
  await expect.poll(() => rounds.length).toBe(2);
  await stop();
  expect(hasEnded).toBe(true);
});

test('workers that stop give the lead back, and leave that of others alone', async () => {
  const { stop } = start(1);
  await expect.poll(() => rounds.length).toBe(1);
  const lead = (holder: string) => database.sql`
    insert into private.leases (name, holder, until) values ('leader', ${holder}, now() + interval '45 seconds')
    on conflict (name) do update set holder = excluded.holder`;
  await lead('of-another-host:1:abcd:1');
  await stop();
  expect(await database.sql`select from private.leases`).toHaveLength(1);
  await lead(rounds[0] ?? '');
  await stop();
  expect(await database.sql`select from private.leases`).toHaveLength(0);
});
