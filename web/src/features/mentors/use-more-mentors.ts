import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { LISTING_PAGE_SIZE } from '#rules/mentor-filter.ts';

const LOAD_DELAY_MS = 200;
const SCROLL_DEBOUNCE_MS = 100;
const SCROLL_TRIGGER_PX = 500;

// By history entry: another filter starts at 8 again, Back finds as many cards as were left.
const visibleByEntry = new Map<string, number>();

interface UseMoreMentorsOptions {
  loaded: number;
  total: number;
  /** While results are being replaced, or after a failure until the person asks again. */
  isPaused: boolean;
  fetchMore: () => Promise<boolean>;
}

/**
 * How many mentors the listing shows: 8, and 8 more on `loadMore` and near the page's end (specification, section 4).
 * `fetchMore` brings the next page when needed, and tells whether it came.
 */
export function useMoreMentors({ loaded, total, isPaused, fetchMore }: UseMoreMentorsOptions) {
  const { key } = useLocation();
  const [loadingEntry, setLoadingEntry] = useState<string | null>(null);
  const visible = visibleByEntry.get(key) ?? LISTING_PAGE_SIZE;
  const isLoadingMore = loadingEntry === key;
  const hasMore = Math.min(visible, loaded) < total;

  const loadMore = useCallback(async () => {
    setLoadingEntry(key);
    const isFetchNeeded = loaded < Math.min(visible + LISTING_PAGE_SIZE, total);
    const [hasCome] = await Promise.all([
      isFetchNeeded ? fetchMore() : true,
      new Promise((resolve) => setTimeout(resolve, LOAD_DELAY_MS)),
    ]);
    if (hasCome) visibleByEntry.set(key, visible + LISTING_PAGE_SIZE);
    setLoadingEntry((entry) => (entry === key ? null : entry));
  }, [key, visible, loaded, total, fetchMore]);

  const latest = useRef({ loadMore, isIdle: false });
  useEffect(() => {
    latest.current = { loadMore, isIdle: hasMore && !isLoadingMore && !isPaused };
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const below = document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
        if (latest.current.isIdle && below <= SCROLL_TRIGGER_PX) void latest.current.loadMore();
      }, SCROLL_DEBOUNCE_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { visible, hasMore, isLoadingMore, loadMore };
}
