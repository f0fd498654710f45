import { impactStories as copy } from '#copy/content/impact-stories.ts';
import { paths } from '#lib/paths.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { mentorStoriesQuery } from './impact-stories.data.ts';
import { StoryCard } from './story-card.tsx';

/** On a profile: up to three stories that name the mentor; nothing where there are none. */
export function MentorStories({ mentor }: { mentor: { id: string; slug: string } }) {
  const { data } = usePageQuery(mentorStoriesQuery(mentor.id));
  if (!data?.stories.length) return null;
  return (
    <section aria-labelledby="stories" className="mt-10 border-t border-line pt-8">
      <h2 id="stories" className="text-xl">
        {copy.onProfile}
      </h2>
      <div className="mt-5 gap-x-5 @2xl:columns-2">
        {data.stories.map((story) => (
          <StoryCard key={story.id} story={story} heading="h3" isAtMentor />
        ))}
      </div>
      <ButtonLink variant="secondary" to={paths.storiesOf(mentor.slug)}>
        {copy.allOfMentor(data.total ?? data.stories.length)}
      </ButtonLink>
    </section>
  );
}
