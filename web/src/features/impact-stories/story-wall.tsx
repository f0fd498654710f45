import { useEffect, useState } from 'react';
import { impactStories as copy } from '#copy/content/impact-stories.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { StoryCard, storyCardId } from './story-card.tsx';
import { StoriesSkeleton, StoryColumns } from './story-columns.tsx';
import { useMoreStories } from './use-more-stories.ts';

/** The approved stories, newest first, a page at a time (administrator side, section 2, "Wall of Impact"). */
export function StoryWall({ onShare }: { onShare: () => void }) {
  const wall = useMoreStories();
  const [askedAt, setAskedAt] = useState(0);
  const { pages } = wall;
  const isEmpty = pages.every(({ stories }) => stories.length === 0);
  const added = pages.length > 1 && pages.length === askedAt ? pages.at(-1)?.stories : undefined;
  const firstAdded = added?.[0]?.id;

  useEffect(() => {
    // The button may be gone, and whoever asked for more goes on reading there.
    if (firstAdded) document.getElementById(storyCardId(firstAdded))?.focus({ preventScroll: true });
  }, [firstAdded]);

  const showMore = async () => {
    const next = pages.length + 1;
    if (await wall.showMore()) setAskedAt(next);
    else toast.error(site.queryFailed, { id: 'wall-of-impact' });
  };

  return (
    <section aria-label={copy.stories} aria-busy={wall.isPending} className="page-width py-10 md:py-14">
      {wall.isPending ? (
        <StoriesSkeleton />
      ) : wall.isFailed ? (
        <StatusMessage
          title={copy.loadFailed}
          isAlert
          action={
            <Button variant="secondary" isBusy={wall.isRetrying} onClick={wall.retry}>
              {site.tryAgain}
            </Button>
          }
        >
          {site.queryFailed}
        </StatusMessage>
      ) : isEmpty ? (
        <StatusMessage title={copy.emptyTitle} action={<Button onClick={onShare}>{copy.share}</Button>}>
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
      {wall.hasMore && !isEmpty && (
        <div ref={wall.end} className="mt-6 flex justify-center">
          <Button variant="secondary" isBusy={wall.isLoadingMore} onClick={() => void showMore()}>
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
