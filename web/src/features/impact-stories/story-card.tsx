import { excerptOfStory } from '#rules/impact-story.ts';
import { formatMonthYear, istToday } from '#rules/ist.ts';
import { Avatar } from '#ui/avatar.tsx';
import type { ImpactStory } from './wall-of-impact.data.ts';

/** The id of a story's card, for what leads to it. */
export const storyCardId = (storyId: string) => `story-${storyId}`;

/** One story: who, when, and the text as it was typed (administrator side, sections 2 and 9). */
export function StoryCard({ story: { id, name, experience, image, createdAt } }: { story: ImpactStory }) {
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
          <h2
            id={nameId}
            dir="auto"
            className="wrap-anywhere font-sans text-base font-semibold tracking-normal"
          >
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
