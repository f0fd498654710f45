import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { isStoredCodeNeeded, storedUserId } from '../session/stored-user.ts';
import { queryClient } from './query-client.ts';

/** A read that no part of the page has asked for by then is taken as any other. */
const MOST_WAIT_MS = 15_000;

/**
 * Calls `read` with the person of the stored session; not without one, while it waits for a code, nor on the server. For
 * the modules of signed-in pages: what they show first is asked for while React attaches, instead of after it.
 *
 * @param isOpened whether the address is the page's: the build may put its module into a file that other pages fetch too,
 * and an answer from before a booking would be shown after it
 */
export function forStoredPerson(isOpened: (pathname: string) => boolean, read: (userId: string) => void): void {
  if (typeof location === 'undefined' || !isOpened(location.pathname)) return;
  const userId = storedUserId();
  if (userId && !isStoredCodeNeeded()) read(userId);
}

/**
 * Starts a query before a part of the page uses it. The query counts as under way until then, so that the part shows its
 * answer and does not ask again. A failure is the part's to show.
 *
 * @param next gets the answer at once, to start what depends on it
 */
export function readEarly<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, Error, Data, Key> & { queryFn?: unknown },
  next?: (answer: Data) => void,
): void {
  const client = queryClient();
  const { queryFn } = query;
  if (typeof queryFn !== 'function') return;
  void client.prefetchQuery({
    ...query,
    queryFn: async (context) => {
      const answer: Data = await queryFn(context);
      next?.(answer);
      await whenUsed(client, query.queryKey);
      return answer;
    },
  });
}

function whenUsed(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const cache = client.getQueryCache();
  const isUsed = () => (cache.find({ queryKey })?.getObserversCount() ?? 0) > 0;
  if (isUsed()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, MOST_WAIT_MS);
    const unsubscribe = cache.subscribe(() => isUsed() && end());
  });
}
