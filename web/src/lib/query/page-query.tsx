import type {
  DehydratedState,
  InfiniteData,
  InfiniteQueryObserverResult,
  QueryKey,
  QueryObserverOptions,
  QueryObserverResult,
  UseInfiniteQueryOptions,
  UseQueryOptions,
} from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { markStartFailed } from '../page/start-failed.ts';
import { whenOnline } from '../when-online.ts';
import { lateQueries, useLateQueries } from './late-queries.tsx';

const PageStateContext = createContext<DehydratedState | null>(null);

/**
 * Gives `usePageQuery` below it the data that a landing page's loader read on the server. TanStack Query is loaded
 * after hydration, and continues with that data.
 *
 * @param props.state null when the page was opened from another page
 */
export function PageQueries({ state, children }: { state: DehydratedState | null; children: ReactNode }) {
  const queries = useLateQueries();
  // During the render, before the parts below read, as in TanStack's own `HydrationBoundary`.
  useMemo(() => {
    if (state) queries?.takeOver(state);
  }, [queries, state]);
  useEffect(() => {
    whenOnline()
      .then(lateQueries)
      // The page keeps the data that it has, and its links load pages from the server (root.tsx).
      .catch((error: unknown) => {
        console.warn('The code that reads data did not arrive.', error);
        markStartFailed();
      });
  }, []);
  return <PageStateContext value={state}>{children}</PageStateContext>;
}

/** The parts of a query's result that landing pages use. */
type PageQuery<Data> = Pick<
  QueryObserverResult<Data>,
  'data' | 'dataUpdatedAt' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'
>;
export type PageInfiniteQuery<Pages> = PageQuery<Pages> &
  Pick<
    InfiniteQueryObserverResult<Pages>,
    'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isPlaceholderData'
  >;

/** `useQuery` for landing pages: the data in the page, until TanStack Query is loaded. */
export function usePageQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): PageQuery<Data> {
  const { observed, ask, inPage, failure } = useObserved<QueryObserverResult<Data>>(options);
  const refetch = useCallback<PageQuery<Data>['refetch']>((how) => ask((result) => result.refetch(how)), [ask]);
  return observed ?? { ...asResult<Data>(inPage, failure), refetch };
}

/** `useInfiniteQuery` for landing pages. */
export function usePageInfiniteQuery<Page, Key extends QueryKey, Param>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Param>,
): PageInfiniteQuery<InfiniteData<Page>> {
  type Result = InfiniteQueryObserverResult<InfiniteData<Page>>;
  const { observed, ask, inPage, failure } = useObserved<Result>(options, true);
  const refetch = useCallback<Result['refetch']>((how) => ask((result) => result.refetch(how)), [ask]);
  const fetchNextPage = useCallback<Result['fetchNextPage']>(
    (how) => ask((result) => result.fetchNextPage(how)),
    [ask],
  );
  if (observed) return observed;
  const result = asResult<InfiniteData<Page, Param>>(inPage, failure);
  const { pages = [], pageParams = [] } = result.data ?? {};
  const [last, param] = [pages.at(-1), pageParams.at(-1)];
  const next = last && options.getNextPageParam(last, pages, param as Param, pageParams);
  return {
    ...result,
    hasNextPage: next != null,
    isFetchNextPageError: failure !== null,
    isPlaceholderData: false,
    refetch,
    fetchNextPage,
  };
}

type State = { data?: unknown; dataUpdatedAt: number };

function asResult<Data>(inPage: State | undefined, failure: Error | null): Omit<PageQuery<Data>, 'refetch'> {
  const isWaiting = !inPage && !failure;
  return {
    data: inPage?.data as Data | undefined,
    dataUpdatedAt: inPage?.dataUpdatedAt ?? 0,
    error: failure,
    isError: failure !== null,
    isFetching: isWaiting,
    isPending: isWaiting,
  };
}

/**
 * `observed` is the result of TanStack's observer, as in its own hooks (`useBaseQuery`); null until the code is loaded.
 * `ask` sends a request without waiting for the next render. Code that does not arrive counts as a failed request.
 */
function useObserved<Result>(options: object, isPaged = false) {
  const state = use(PageStateContext);
  const queries = useLateQueries();
  // Until the code is loaded the query stays the same: another one has another address, whose navigation waits for the
  // code (root.tsx).
  const [first] = useState(options as QueryObserverOptions);
  const [failure, setFailure] = useState<Error | null>(null);
  const ask = useCallback(
    async <Answer,>(request: (result: Result) => Promise<Answer>): Promise<Answer> => {
      setFailure(null);
      const late = await lateQueries().catch((error: Error) => error);
      if (late instanceof Error) {
        console.warn('The code that reads data did not arrive.', late);
        setFailure(late);
        return { isError: true, error: late } as Answer;
      }
      if (state) late.takeOver(state);
      return request(late.observe(first, isPaged).getCurrentResult() as Result);
    },
    [first, isPaged, state],
  );

  const observer = useMemo(() => queries?.observe(first, isPaged), [queries, first, isPaged]);
  const subscribe = useCallback(
    (onChange: () => void) => (observer && queries ? queries.follow(observer, onChange) : () => {}),
    [observer, queries],
  );
  useSyncExternalStore(
    subscribe,
    () => observer?.getCurrentResult(),
    () => undefined,
  );
  const present = queries?.completed(options as QueryObserverOptions);
  useEffect(() => {
    if (present) observer?.setOptions(present);
  });

  const key = JSON.stringify(first.queryKey);
  const inPage = state?.queries.find(({ queryKey }) => JSON.stringify(queryKey) === key)?.state;
  const observed = observer && present ? (observer.trackResult(observer.getOptimisticResult(present)) as Result) : null;
  return { observed, ask, inPage, failure };
}
