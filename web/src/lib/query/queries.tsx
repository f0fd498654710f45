import {
  type DehydratedState,
  hydrate,
  InfiniteQueryObserver,
  notifyManager,
  QueryClientProvider,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryClient } from './query-client.ts';

/** The module that landing pages load later (late-queries.tsx). */

/** The provider for parts that use TanStack's hooks. In a browser there is one client. */
export function QueriesProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export function client() {
  return queryClient();
}

/** Gives the client the data in the page. Data that the client has read itself is newer and stays. */
export function takeOver({ queries }: DehydratedState): void {
  const known = client().getQueryCache();
  hydrate(client(), { queries: queries.filter(({ queryHash }) => !known.get(queryHash)) });
}

/** @param isPaged the query reads page after page */
export function observe(options: QueryObserverOptions, isPaged: boolean): QueryObserver {
  // The class extends the other, but its type does not.
  const Observer = isPaged ? (InfiniteQueryObserver as typeof QueryObserver) : QueryObserver;
  return new Observer(client(), options);
}

/**
 * The options with the client's defaults, as an observer keeps them. Its result then shows the request that it starts.
 */
export function completed(options: QueryObserverOptions) {
  return { ...client().defaultQueryOptions(options), _optimisticResults: 'optimistic' as const };
}

/** @returns a function that ends it */
export function follow(observer: QueryObserver, onChange: () => void): () => void {
  const end = observer.subscribe(notifyManager.batchCalls(onChange));
  // The result may have changed since the render.
  observer.updateResult();
  return end;
}
