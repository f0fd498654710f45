import { LRUCache } from 'lru-cache';

export interface Made<Value> {
  value: Value;
  /** Memory that the value takes; a value larger than the whole cache is not kept. */
  bytes: number;
  /** Whether later callers may get it too; callers that wait at this moment get it in any case. */
  keep: boolean;
}

export interface Cache<Value> {
  /** The kept value, or a new one. Callers that ask for the same key while it is being made wait for it. */
  getOrMake(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  /** Makes the value anew while the kept one still answers. If that fails, the kept one stays until it expires. */
  renew(key: string, make: () => Promise<Made<Value>>): Promise<unknown>;
  clear(): void;
}

/** A bounded cache: values expire `ttlMs` after they were made, and the least recently used leave when it is full. */
export function createCache<Value extends NonNullable<unknown>>(limits: {
  ttlMs: number;
  maxEntries: number;
  maxBytes: number;
  now?: () => number;
}): Cache<Value> {
  const { ttlMs, maxEntries, maxBytes, now = () => performance.now() } = limits;
  const kept = new LRUCache<string, Value>({
    max: maxEntries,
    maxSize: maxBytes,
    // The library still returns a value that is exactly as old as the limit.
    ttl: ttlMs - 1,
    ttlResolution: 0,
    // The library treats the time 0 as no time.
    perf: { now: () => now() + 1 },
  });
  // The library's own `fetch` gives up a value in the making when its entry is evicted, and keeps every value.
  const making = new Map<string, Promise<Value>>();
  const renew = (key: string, make: () => Promise<Made<Value>>): Promise<Value> => {
    const pending = making.get(key);
    if (pending) return pending;
    const isCurrent = () => making.get(key) === promise;
    const promise: Promise<Value> = make()
      .then((made) => {
        if (made.keep && isCurrent()) kept.set(key, made.value, { size: made.bytes });
        return made.value;
      })
      .finally(() => {
        if (isCurrent()) making.delete(key);
      });
    making.set(key, promise);
    return promise;
  };
  return {
    getOrMake(key, make) {
      const value = kept.get(key);
      return value === undefined ? renew(key, make) : Promise.resolve(value);
    },
    renew,
    clear() {
      kept.clear();
      making.clear();
    },
  };
}
