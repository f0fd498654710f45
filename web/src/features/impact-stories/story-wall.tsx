import { useEffect, useState } from 'react';
import { impactStories as copy } from '#copy/content/impact-stories.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { excerptOfStory } from '#rules/impact-story.ts';
import { formatMonthYear, istToday } from '#rules/ist.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import type { ImpactStory } from './impact-stories.data.ts';
import { StoriesSkeleton, StoryColumns } from './story-columns.tsx';
import { useMoreStories } from './use-more-stories.ts';

/** The id of a story's card, for what leads to it. */
const storyCardId = (storyId: string) => `story-${storyId}`;

/** The approved stories, newest first, a page at a time (administrator side, section 2, "Wall of Impact"). */
export function StoryWall({ onShare }: { onShare: () => void }) {
  const wall = useMoreStories();
  const [pagesAtRequest, setPagesAtRequest] = useState(0);
  const { pages } = wall;
  const isEmpty = pages.every(({ stories }) => stories.length === 0);
  const added = pages.length > 1 && pages.length === pagesAtRequest ? pages.at(-1)?.stories : undefined;
  const firstAdded = added?.[0]?.id;

  useEffect(() => {
    // The button may be gone, and whoever asked for more goes on reading there.
    if (firstAdded) document.getElementById(storyCardId(firstAdded))?.focus({ preventScroll: true });
  }, [firstAdded]);

  const showMore = async () => {
    const next = pages.length + 1;
    if (await wall.showMore()) setPagesAtRequest(next);
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

/** One story: who, when, and the text as it was typed (administrator side, sections 2 and 9). */
function StoryCard({ story: { id, name, experience, image, createdAt } }: { story: ImpactStory }) {
  const nameId = `${storyCardId(id)}-name`;
  return (
    <article
      id={storyCardId(id)}
      tabIndex={-1}
      aria-labelledby={nameId}
      className="mb-4 break-inside-avoid rounded-card border border-line bg-surface p-5 md:mb-5"
    >
      <div className="flex items-center gap-3">
        <Avatar name={name} image={image} />
        <div className="min-w-0">
          <h2 id={nameId} dir="auto" className="wrap-anywhere font-sans text-base font-semibold tracking-normal">
            {name}
          </h2>
          <time dateTime={createdAt} className="block text-sm text-muted">
            {formatMonthYear(istToday(new Date(createdAt)))}
          </time>
        </div>
      </div>
      <p dir="auto" className="wrap-anywhere mt-4 whitespace-pre-line">
        {excerptOfStory(experience)}
      </p>
    </article>
  );
}
