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

/** What landing pages load later (late-queries.tsx). */

/** Around what uses TanStack's hooks. In a browser there is one client. */
export function QueriesProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export function client() {
  return queryClient();
}

/** Gives the client what came with the page. What it has read by itself is newer and stays. */
export function takeOver({ queries }: DehydratedState): void {
  const known = client().getQueryCache();
  hydrate(client(), { queries: queries.filter(({ queryHash }) => !known.get(queryHash)) });
}

/** @param isPaged the query reads page after page */
export function observe(options: QueryObserverOptions, isPaged: boolean): QueryObserver {
  // One extends the other; their types do not.
  const Observer = isPaged ? (InfiniteQueryObserver as typeof QueryObserver) : QueryObserver;
  return new Observer(client(), options);
}

/** The options as an observer keeps them, with what the client adds. A result then shows the reading that it starts. */
export function completed(options: QueryObserverOptions) {
  return { ...client().defaultQueryOptions(options), _optimisticResults: 'optimistic' as const };
}

/** @returns ends it */
export function follow(observer: QueryObserver, onChange: () => void): () => void {
  const end = observer.subscribe(notifyManager.batchCalls(onChange));
  // It may have changed since it was drawn.
  observer.updateResult();
  return end;
}
