import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Work that ends when it is told to. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    start: (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    },
  };
}

test('a few run at once, the others in the order in which they came, and nobody passes them', async () => {
  const limiter = createConcurrencyLimiter({ limit: 2, maxWaitMs: 60_000 });
  const work = openWork();
  const all = ['a', 'b', 'c', 'd'].map((name) => limiter.run(work.start(name)));
  expect(work.begun).toEqual(['a', 'b']);
  work.end('b');
  await all[1];
  const late = limiter.run(work.start('late'));
  await expect.poll(() => work.begun).toEqual(['a', 'b', 'c']);
  work.end('a');
  await expect.poll(() => work.begun).toEqual(['a', 'b', 'c', 'd']);
  work.end('c');
  work.end('d');
  await expect.poll(() => work.begun.at(-1)).toBe('late');
  work.end('late');
  expect(await Promise.all([...all, late])).toEqual(['a', 'b', 'c', 'd', 'late']);
});

test('a place is free again after work that failed', async () => {
  const limiter = createConcurrencyLimiter({ limit: 1, maxWaitMs: 60_000 });
  await expect(limiter.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limiter.run(async () => 'yes')).toBe('yes');
});

test('who has waited too long, or has gone, is not begun, and holds nobody up', async () => {
  const limiter = createConcurrencyLimiter({ limit: 1, maxWaitMs: 50 });
  const work = openWork();
  const first = limiter.run(work.start('first'));
  const caller = new AbortController();
  const gone = limiter.run(work.start('gone'), caller.signal);
  caller.abort();
  expect(await gone).toBeUndefined();
  expect(await limiter.run(work.start('gone before'), caller.signal)).toBeUndefined();
  expect(await limiter.run(work.start('too late'))).toBeUndefined();
  work.end('first');
  await first;
  expect(await limiter.run(async () => 'next')).toBe('next');
  expect(work.begun).toEqual(['first']);
});
