import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { site } from '#copy/shell/site.ts';
import { tellOfFailedCall } from '../session/failed-call.ts';
import { toast } from '../toast.ts';

const MINUTE_MS = 60_000;
const isServer = typeof document === 'undefined';

declare module '@tanstack/react-query' {
  interface Register {
    /** `silent`: the screen shows this query's failure itself, so no toast. */
    queryMeta: { silent?: boolean };
  }
}

/**
 * General queries: one retry, fresh for 10 minutes, kept for 60, no automatic refetch (docs/product/site.md#freshness).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        tellOfFailedCall(error);
        if (!query.meta?.silent) toast.error(site.queryFailed, { id: 'query-failed' });
      },
    }),
    mutationCache: new MutationCache({ onError: tellOfFailedCall }),
    defaultOptions: {
      queries: {
        // The server does not make a page wait for a second try: the browser makes that try.
        retry: isServer ? false : 1,
        staleTime: 10 * MINUTE_MS,
        // On the server a timer of an hour would keep each rendered page's data in memory that long.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 60 * MINUTE_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
      },
    },
  });
}

let browserClient: QueryClient | undefined;

/** One client in the browser; on the server each render has its own, so that no visitor sees another's data. */
export function queryClient(): QueryClient {
  if (isServer) return createQueryClient();
  if (!browserClient) {
    const client = createQueryClient();
    browserClient = client;
    // `onlineManager` assumes a network until an event says otherwise. That event may already be over.
    onlineManager.setOnline(navigator.onLine);
    onlineManager.subscribe((isOnline) => {
      if (isOnline) void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    });
    // With it, requests that wait for the network continue, also on pages without a provider.
    client.mount();
  }
  return browserClient;
}
