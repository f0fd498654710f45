/** Like the browser's cache storage, as far as we use it: it compares only addresses. */
export function fakeCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const addressOf = (request: RequestInfo | URL) =>
    new URL(typeof request === 'object' && 'url' in request ? request.url : request, 'https://point0.example').pathname;
  const open = (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      match: async (request: RequestInfo | URL) => entries.get(addressOf(request))?.clone(),
      put: async (request: RequestInfo | URL, answer: Response) => void entries.set(addressOf(request), answer),
    };
  };
  return {
    open: async (name: string) => open(name),
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: RequestInfo | URL) => {
      for (const name of all.keys()) {
        const found = await open(name).match(request);
        if (found) return found;
      }
    },
  } as unknown as CacheStorage;
}
