import { setTimeout as wait } from 'node:timers/promises';

/** After a reading, its connection is free for at least this many times as long as the reading took. */
const REST_FACTOR = 20;
/** A reading that takes longer is given up: the next one may begin. */
const GIVE_UP_MS = 30_000;

/**
 * Reads a value that is expensive to read: at most once in `everyMs`, however often it is asked for. A caller waits at
 * most `waitMs`. A value that is older than `keepMs`, or from before a failure, is no longer given.
 */
export function createReader<Value>(options: {
  read: () => Promise<Value>;
  everyMs: number;
  waitMs: number;
  keepMs: number;
  /** In milliseconds, from any beginning. */
  now?: () => number;
}): () => Promise<Value | undefined> {
  const { read, everyMs, waitMs, keepMs, now = () => performance.now() } = options;
  let latest: { value: Value; at: number } | undefined;
  let running: Promise<void> | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    const began = now();
    nextAt = began + everyMs;
    const end = new AbortController();
    try {
      const late = wait(GIVE_UP_MS, undefined, { ref: false, signal: end.signal }).then(() => {
        throw new Error('It took too long');
      });
      latest = { value: await Promise.race([read(), late]), at: began };
    } catch {
      latest = undefined;
    } finally {
      end.abort();
      nextAt = Math.max(nextAt, now() + (now() - began) * REST_FACTOR);
      running = undefined;
    }
  }

  return async () => {
    if (!running && now() >= nextAt) running = run();
    if (running) {
      const end = new AbortController();
      const limit = wait(waitMs, undefined, { ref: false, signal: end.signal }).catch(() => {});
      await Promise.race([running, limit]);
      end.abort();
    }
    return latest !== undefined && now() - latest.at <= keepMs ? latest.value : undefined;
  };
}
