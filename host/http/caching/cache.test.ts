import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

function countingCache(limits: { maxEntries?: number; maxBytes?: number } = {}) {
  let now = 0;
  const made: string[] = [];
  const cache = createCache<string>({
    ttlMs: 1000,
    maxEntries: limits.maxEntries ?? 10,
    maxBytes: limits.maxBytes ?? 1000,
    now: () => now,
  });
  const ask = (key: string, options: { bytes?: number; keep?: boolean } = {}) =>
    cache.getOrMake(key, async () => {
      made.push(key);
      return { value: `${key}${made.length}`, bytes: options.bytes ?? 1, keep: options.keep ?? true };
    });
  return {
    cache,
    ask,
    made,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('a value is kept for its time and no longer', async () => {
  const { ask, advance } = countingCache();
  expect(await ask('a')).toBe('a1');
  advance(999);
  expect(await ask('a')).toBe('a1');
  advance(1);
  expect(await ask('a')).toBe('a2');
});

test('what was not used for longest leaves first', async () => {
  const { ask, made } = countingCache({ maxEntries: 2 });
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  await ask('a');
  await ask('b');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('the bytes of all values stay within the limit', async () => {
  const { ask, made } = countingCache({ maxBytes: 10 });
  await ask('a', { bytes: 6 });
  await ask('b', { bytes: 6 });
  await ask('a', { bytes: 6 });
  expect(made).toEqual(['a', 'b', 'a']);
  await ask('huge', { bytes: 11 });
  await ask('a');
  await ask('huge', { bytes: 11 });
  expect(made.slice(3)).toEqual(['huge', 'huge']);
});

test('what must not be kept still serves those who wait for it', async () => {
  const { ask, made } = countingCache();
  expect(await Promise.all([ask('a', { keep: false }), ask('a')])).toEqual(['a1', 'a1']);
  await ask('a');
  expect(made).toEqual(['a', 'a']);
});

test('a failure reaches everyone who waits, and is forgotten', async () => {
  const { cache, ask } = countingCache();
  const fail = () => cache.getOrMake('a', () => Promise.reject(new Error('no')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe('a1');
});

test('a kept value answers while it is made anew, once, and stays where that fails', async () => {
  const { cache, ask, advance } = countingCache();
  await ask('a');
  advance(900);
  let finish = (_: string) => {};
  const make = () =>
    new Promise<string>((resolve) => {
      finish = resolve;
    }).then((value) => ({ value, bytes: 1, keep: true }));
  const renewals = [cache.renew('a', make), cache.renew('a', () => Promise.reject(new Error('a second one')))];
  expect(await ask('a')).toBe('a1');
  finish('new');
  await Promise.all(renewals);
  expect(await ask('a')).toBe('new');
  advance(900);
  await expect(cache.renew('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ask('a')).toBe('new');
  advance(100);
  expect(await ask('a')).toBe('a2');
});

test('what was being made when the cache was cleared is not kept', async () => {
  const { cache, ask } = countingCache();
  const pending = ask('a');
  cache.clear();
  expect(await pending).toBe('a1');
  expect(await ask('a')).toBe('a2');
});
