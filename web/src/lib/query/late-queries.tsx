import { type ComponentType, useSyncExternalStore } from 'react';

/** What TanStack Query does here, and the browser's client. */
export type Queries = typeof import('./queries.tsx');

let queries: Queries | undefined;
const listeners = new Set<() => void>();

/**
 * TanStack Query, which is no part of a landing page's first load: what such a page shows comes with it
 * (`page-query.tsx`).
 *
 * @throws what the browser says of code that does not arrive; the next call asks again
 */
export async function lateQueries(): Promise<Queries> {
  if (!queries) {
    queries = await import('./queries.tsx');
    for (const listener of listeners) listener();
  }
  return queries;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** TanStack Query as soon as it is there. Never on the server, whose modules outlive a page. */
export function useLateQueries(): Queries | undefined {
  return useSyncExternalStore(
    subscribe,
    () => queries,
    () => undefined,
  );
}

/** The part that `load` brings, inside what TanStack's hooks need. Rejects where either of the two does not arrive. */
export async function withQueries<P extends object>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const [{ QueriesProvider }, Part] = await Promise.all([lateQueries(), load()]);
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for a part that has arrived.
  return function WithQueries(props: P) {
    return (
      <QueriesProvider>
        <Part {...props} />
      </QueriesProvider>
    );
  };
}
