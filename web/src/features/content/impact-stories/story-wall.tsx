import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { impactStories as copy } from '#copy/content/impact-stories.ts';
import { site } from '#copy/shell/site.ts';
import { paths } from '#lib/paths.ts';
import { usePageInfiniteQuery } from '#lib/query/page-query.tsx';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { NeedsScripts } from '#ui/messages/needs-scripts.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { wallQuery } from './impact-stories.data.ts';
import { ShareStoryLink } from './share-story-link.tsx';
import { StoryCard, storyCardId } from './story-card.tsx';

/**
 * The approved stories, newest first, a page at a time (docs/product/content.md#wall-of-impact); with `mentor`, a slug,
 * those that name this mentor.
 */
export function StoryWall({ mentor, onShare }: { mentor: string | null; onShare: () => void }) {
  const { list, pages, end, hasMore, isLoadingMore, showMore: showNext } = useMoreStories(mentor);
  const [pagesAtRequest, setPagesAtRequest] = useState(0);
  const isEmpty = pages.every(({ stories }) => stories.length === 0);
  const added = pages.length > 1 && pages.length === pagesAtRequest ? pages.at(-1)?.stories : undefined;
  const firstAdded = added?.[0]?.id;

  useEffect(() => {
    // The button may be gone, and the person continues to read there.
    if (firstAdded) document.getElementById(storyCardId(firstAdded))?.focus({ preventScroll: true });
  }, [firstAdded]);

  const showMore = async () => {
    const next = pages.length + 1;
    if (await showNext()) setPagesAtRequest(next);
    else toast.error(site.queryFailed, { id: 'wall-of-impact' });
  };

  return (
    <section aria-label={copy.stories} aria-busy={list.isPending} className="page-width py-10 md:py-14">
      {mentor !== null && !isEmpty && <OfMentor name={pages[0]?.stories[0]?.mentor?.name} />}
      {list.isPending ? (
        <StoriesSkeleton />
      ) : list.isError && !list.data ? (
        <StatusMessage
          title={copy.loadFailed}
          isAlert
          action={
            <Button variant="secondary" onClick={() => void list.refetch()}>
              {site.tryAgain}
            </Button>
          }
        >
          {site.queryFailed}
        </StatusMessage>
      ) : isEmpty && mentor !== null ? (
        <StatusMessage
          title={copy.emptyTitle}
          action={
            <ButtonLink variant="secondary" to={paths.wallOfImpact}>
              {copy.all}
            </ButtonLink>
          }
        >
          {copy.noneOfMentor}
        </StatusMessage>
      ) : isEmpty ? (
        <StatusMessage title={copy.emptyTitle} action={<ShareStoryLink onOpen={onShare} />}>
          {copy.empty}
        </StatusMessage>
      ) : (
        pages.map(({ stories }) => (
          <StoryColumns key={stories[0]?.id}>
            {stories.map((story) => (
              <StoryCard key={story.id} story={story} />
            ))}
          </StoryColumns>
        ))
      )}
      {hasMore && !isEmpty && (
        <div ref={end} className="mt-6 flex justify-center">
          <NeedsScripts />
          <Button
            className="noscript:hidden"
            variant="secondary"
            isBusy={isLoadingMore}
            onClick={() => void showMore()}
          >
            {copy.more}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {added && copy.moreShown(added.length)}
      </p>
    </section>
  );
}

/** What the wall is narrowed to, and the way back to all of it. */
function OfMentor({ name = '' }: { name: string | undefined }) {
  return (
    <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <h2 className="text-xl break-words md:text-2xl">{copy.ofMentor(name)}</h2>
      <ButtonLink variant="quiet" size="sm" className="-mx-3" to={paths.wallOfImpact}>
        {copy.all}
      </ButtonLink>
    </div>
  );
}

/**
 * Cards of any height in one to four CSS columns, filled one after the other: what is next on the screen is next in the
 * document, for screen readers and Tab, and nothing is measured. Columns are balanced, so one card more may move all of
 * them: each page of stories is a block of its own.
 */
function StoryColumns({ children }: { children: ReactNode }) {
  return <div className="gap-x-4 sm:columns-2 md:gap-x-5 lg:columns-3 xl:columns-4">{children}</div>;
}

/** Lines of text in the cards that stand in for stories. */
const LINES = [6, 9, 4, 7, 5, 10, 3, 8];

/** What the wall shows while the stories are on their way. */
function StoriesSkeleton() {
  return (
    <StoryColumns>
      {LINES.map((lines) => (
        <div key={lines} className="mb-4 break-inside-avoid rounded-card border border-line bg-surface p-5 md:mb-5">
          <div className="flex items-center gap-3">
            <span className="skeleton size-11 rounded-full!" />
            <div className="flex-1">
              <span className="skeleton block h-4 w-2/3" />
              <span className="skeleton mt-2 block h-3 w-1/3" />
            </div>
          </div>
          <div className="mt-5 grid gap-2.5">
            {Array.from({ length: lines }, (_, line) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
                key={line}
                className="skeleton h-4"
                style={{ width: line === lines - 1 ? '55%' : '100%' }}
              />
            ))}
          </div>
        </div>
      ))}
    </StoryColumns>
  );
}

/** The next page is read while the end of this one is still so far below the view. */
const AHEAD = '600px';

// By history entry: Back finds as many stories as were left, so that the scroll position still fits the page.
const shownByEntry = new Map<string, number>();

/** The stories in pages, of which the first is shown, and one more for each time that more are asked for. */
function useMoreStories(mentor: string | null) {
  const { key } = useLocation();
  const list = usePageInfiniteQuery(wallQuery(mentor));
  const [shown, setShown] = useState(() => shownByEntry.get(key) ?? 1);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
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
    setIsLoadingMore(true);
    const { isError, data } = await fetchNextPage();
    setIsLoadingMore(false);
    if (isError || (data?.pages.length ?? 0) <= shown) return false;
    show(shown + 1);
    return true;
  };

  return { list, pages: pages.slice(0, shown), end, hasMore: isAhead || hasNextPage, isLoadingMore, showMore };
}
