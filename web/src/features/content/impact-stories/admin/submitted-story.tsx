import { Check, Clock3, Trash2, Undo2 } from 'lucide-react';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { adminImpactStories as copy } from '#copy/content/admin-impact-stories.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { SubmittedStory } from './impact-stories.data.ts';
import type { StoryFactsData } from './story-facts.data.ts';
import { StoryFacts } from './story-facts.tsx';

/** The id of the heading above the stories. */
export const STORIES_TITLE = 'impact-stories-title';

/** One story as it was sent, and what may be done with it (docs/product/content.md#review-of-stories). */
export function SubmittedStoryCard({
  story,
  facts,
  isBusy,
  onApproved,
  onDelete,
}: {
  story: SubmittedStory;
  /** Of one about a session; undefined for others, and until they are read. */
  facts: StoryFactsData | undefined;
  isBusy: boolean;
  onApproved: (isApproved: boolean) => void;
  onDelete: () => void;
}) {
  const { name, experience, image_url, is_approved, created_at } = story;
  const card = useRef<HTMLDivElement>(null);

  useLayoutEffect(
    // A list of one status loses the story whose status changed, and every list one that is deleted; and with it the
    // focus.
    () => () => {
      if (card.current?.closest('li')?.contains(document.activeElement)) {
        document.getElementById(STORIES_TITLE)?.focus({ preventScroll: true });
      }
    },
    [],
  );

  /** The second click of a double click would undo what the first one did. */
  const once = (act: () => void) => (event: MouseEvent) => {
    if (event.detail <= 1) act();
  };

  return (
    <div ref={card} className="flex h-full min-w-0 flex-col p-5">
      <div className="flex flex-wrap items-start gap-3">
        <Avatar name={name} image={image_url} />
        <div className="min-w-0 flex-1 basis-28">
          <h3 dir="auto" className="wrap-anywhere font-sans text-base font-semibold tracking-normal">
            {name}
          </h3>
          <time dateTime={created_at} className="nums block text-sm text-muted">
            {formatDateShort(istToday(new Date(created_at)))}
          </time>
        </div>
        {is_approved ? (
          <Badge tone="success" icon={<Check aria-hidden />}>
            {copy.approved}
          </Badge>
        ) : (
          <Badge tone="accent" icon={<Clock3 aria-hidden />}>
            {copy.pending}
          </Badge>
        )}
      </div>
      <p dir="auto" className="wrap-anywhere mt-4 mb-5 whitespace-pre-line text-sm">
        {experience}
      </p>
      {facts && <StoryFacts facts={facts} />}
      <div className="mt-auto flex flex-wrap justify-between gap-2 border-t border-line pt-4">
        {/* One button for both, so that the focus stays where it is. */}
        <Button
          size="sm"
          variant={is_approved ? 'secondary' : 'primary'}
          aria-busy={isBusy || undefined}
          aria-label={is_approved ? copy.rejectOf(name) : copy.approveOf(name)}
          onClick={once(() => onApproved(!is_approved))}
        >
          {is_approved ? <Undo2 aria-hidden className="size-4" /> : <Check aria-hidden className="size-4" />}
          {is_approved ? copy.reject : copy.approve}
        </Button>
        <Button size="sm" variant="danger" aria-label={copy.deleteOf(name)} onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          {copy.delete}
        </Button>
      </div>
    </div>
  );
}
