import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { startScheduler } from './scheduler.ts';

test('rounds follow one another, a failing task holds up no other, and a wake-up call need not wait', async () => {
  const rounds: string[] = [];
  let running = 0;
  const scheduler = startScheduler({
    everyMs: 60_000,
    log: silentLog,
    tasks: {
      fails: async () => {
        rounds.push('fails');
        throw new Error('no');
      },
      works: async () => {
        running += 1;
        expect(running).toBe(1);
        await wait(30);
        running -= 1;
        rounds.push('works');
      },
    },
  });
  await expect.poll(() => rounds).toEqual(['fails', 'works']);
  for (let call = 0; call < 20; call += 1) scheduler.wake();
  await expect.poll(() => rounds).toEqual(['fails', 'works', 'fails', 'works']);
  await scheduler.stop();
  scheduler.wake();
  await wait(120);
  expect(rounds).toHaveLength(4);
});

test('a wake-up call during a round brings another round', async () => {
  let rounds = 0;
  const scheduler = startScheduler({
    everyMs: 60_000,
    log: silentLog,
    tasks: {
      work: async () => {
        rounds += 1;
        if (rounds === 1) scheduler.wake();
      },
    },
  });
  await expect.poll(() => rounds).toBe(2);
  await scheduler.stop();
});

test('stopping waits for the round that runs', async () => {
  let isDone = false;
  let hasStarted = false;
  const scheduler = startScheduler({
    everyMs: 60_000,
    log: silentLog,
    tasks: {
      slow: async () => {
        hasStarted = true;
        await wait(100);
        isDone = true;
      },
    },
  });
  await expect.poll(() => hasStarted).toBe(true);
  await scheduler.stop();
  expect(isDone).toBe(true);
});
