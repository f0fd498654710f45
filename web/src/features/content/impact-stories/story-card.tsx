import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import { impactStories as copy } from '#copy/content/impact-stories.ts';
import { fitName } from '#lib/fit-name.ts';
import { excerptOfStory } from '#rules/content/impact-story.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatMonthYear, istToday } from '#rules/shell/ist.ts';
import { Avatar } from '#ui/avatar.tsx';
import type { ImpactStory } from './impact-stories.data.ts';

/** The id of a story's card, for what leads to it. */
export const storyCardId = (storyId: string) => `story-${storyId}`;

/** One story: who, when, the text as it was typed, and, about a verified session, its mark and mentor. */
export function StoryCard({
  story: { id, name, experience, image, createdAt, isVerified, mentor },
}: {
  story: ImpactStory;
}) {
  const nameId = `${storyCardId(id)}-name`;
  return (
    <article
      id={storyCardId(id)}
      tabIndex={-1}
      aria-labelledby={nameId}
      className="mb-4 break-inside-avoid rounded-card border border-line bg-surface p-5 md:mb-5"
    >
      {/* Where large text leaves a name too little room beside the photo, it stands below. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar name={name} image={image} />
        <div className="@container min-w-[min(6.5rem,100%)] flex-1">
          <h2
            id={nameId}
            style={fitName(name)}
            className="fit-name font-sans font-semibold tracking-normal [--most:1rem]"
          >
            <bdi>{name}</bdi>
          </h2>
          <time dateTime={createdAt} className="block text-sm text-muted">
            {formatMonthYear(istToday(new Date(createdAt)))}
          </time>
        </div>
      </div>
      <p dir="auto" className="wrap-anywhere mt-4 whitespace-pre-line">
        {excerptOfStory(experience)}
      </p>
      {isVerified && (
        <div className="mt-4 border-t border-line pt-3 text-sm">
          <VerifiedMark />
          {mentor && (
            <Link
              to={mentorPath(mentor)}
              className="tap-line mt-1 block break-words underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              {copy.after(mentor.name)}
            </Link>
          )}
        </div>
      )}
    </article>
  );
}

/** Says what it means on a press, also before scripts run. It opens upwards, so that no card moves. */
function VerifiedMark() {
  return (
    <details className="relative">
      <summary className="tap-line inline-flex cursor-pointer list-none items-center gap-1.5 rounded-control font-medium text-success [&::-webkit-details-marker]:hidden">
        <BadgeCheck className="size-4.5 shrink-0" aria-hidden="true" />
        <span className="underline decoration-dotted decoration-success/60 underline-offset-4">{copy.verified}</span>
      </summary>
      <p className="absolute inset-x-0 bottom-full z-10 mb-2 break-inside-avoid rounded-control border border-line-strong bg-surface p-3 shadow-float">
        {copy.verifiedHint}
      </p>
    </details>
  );
}
