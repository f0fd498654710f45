export interface Made<Value> {
  value: Value;
  /** Memory that the value takes. */
  bytes: number;
  /** Whether later callers may have it too; those who wait at this moment get it in any case. */
  keep: boolean;
}

export interface ExpiringCache<Value> {
  /** The kept value, or a new one: callers that ask for the same key meanwhile wait for the same making. */
  getOrMake(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  clear(): void;
}

/** A bounded cache: values expire `ttlMs` after they were made, and the least recently used leave when it is full. */
export function createExpiringCache<Value>(limits: {
  ttlMs: number;
  maxEntries: number;
  maxBytes: number;
  now?: () => number;
}): ExpiringCache<Value> {
  const { ttlMs, maxEntries, maxBytes, now = () => performance.now() } = limits;
  // A Map remembers the order of insertion: the first key is the one that was not used for longest.
  const entries = new Map<string, { value: Value; bytes: number; expiresAt: number }>();
  const making = new Map<string, Promise<Value>>();
  let bytes = 0;
  let generation = 0;

  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  const makeAndKeep = async (key: string, make: () => Promise<Made<Value>>) => {
    const startedIn = generation;
    const made = await make();
    if (made.keep && made.bytes <= maxBytes && startedIn === generation) {
      remove(key);
      entries.set(key, { value: made.value, bytes: made.bytes, expiresAt: now() + ttlMs });
      bytes += made.bytes;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break;
        remove(oldest);
      }
    }
    return made.value;
  };

  return {
    getOrMake(key, make) {
      const entry = entries.get(key);
      if (entry && entry.expiresAt > now()) {
        entries.delete(key);
        entries.set(key, entry);
        return Promise.resolve(entry.value);
      }
      if (entry) remove(key);
      const pending = making.get(key);
      if (pending) return pending;
      const promise = makeAndKeep(key, make).finally(() => {
        if (making.get(key) === promise) making.delete(key);
      });
      making.set(key, promise);
      return promise;
    },
    clear() {
      generation += 1;
      entries.clear();
      making.clear();
      bytes = 0;
    },
  };
}
