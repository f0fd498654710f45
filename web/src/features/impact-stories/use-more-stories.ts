import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { wallQuery } from './impact-stories.data.ts';

/** The next page is read while the end of this one is still so far below the view. */
const AHEAD = '600px';

// By history entry: Back finds as many stories as were left, so that the scroll position still fits the page.
const shownByEntry = new Map<string, number>();

/** The stories in pages, of which the first is shown, and one more for each time that more are asked for. */
export function useMoreStories() {
  const { key } = useLocation();
  const list = useInfiniteQuery(wallQuery());
  const [shown, setShown] = useState(() => shownByEntry.get(key) ?? 1);
  const [isWanted, setIsWanted] = useState(false);
  const pages = list.data?.pages ?? [];
  const isAhead = pages.length > shown;
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = list;

  const show = (count: number) => {
    shownByEntry.set(key, count);
    setShown(count);
  };

  // Read before it is asked for, the next page stands there at once, and nothing moves long after the click.
  const end = useRef<HTMLDivElement>(null);
  const canReadAhead = hasNextPage && !isAhead && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!canReadAhead || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canReadAhead, fetchNextPage]);

  const showMore = async (): Promise<boolean> => {
    if (isAhead) {
      show(shown + 1);
      return true;
    }
    setIsWanted(true);
    const { isError, data } = await fetchNextPage();
    setIsWanted(false);
    if (isError || (data?.pages.length ?? 0) <= shown) return false;
    show(shown + 1);
    return true;
  };

  return {
    pages: pages.slice(0, shown),
    isPending: list.isPending,
    /** Nothing could be read at all. */
    isFailed: list.isError && !list.data,
    isRetrying: list.isFetching,
    retry: () => void list.refetch(),
    /** Where the stories that are shown end. */
    end,
    hasMore: isAhead || hasNextPage,
    isLoadingMore: isWanted,
    showMore,
  };
}
