import { type ComponentType, useSyncExternalStore } from 'react';

/** The module with TanStack Query and the browser's query client. */
export type Queries = typeof import('./queries.tsx');

let queries: Queries | undefined;
const listeners = new Set<() => void>();

/**
 * Loads TanStack Query. It is no part of a landing page's first load, because such a page contains its data
 * (`page-query.tsx`).
 *
 * @throws the browser's error when the code does not arrive; the next call tries again
 */
export async function lateQueries(): Promise<Queries> {
  if (!queries) bringQueries(await import('./queries.tsx'));
  return queries as Queries;
}

/** For pages that bring it with their own files: nothing further is asked for. What is here already stays. */
export function bringQueries(module: Queries): void {
  if (queries) return;
  queries = module;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** TanStack Query once it is loaded. Never on the server, where all pages share its modules. */
export function useLateQueries(): Queries | undefined {
  return useSyncExternalStore(
    subscribe,
    () => queries,
    () => undefined,
  );
}

/** The component from `load`, inside the provider for TanStack's hooks. Rejects when either does not arrive. */
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
