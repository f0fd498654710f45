import { mentorProfile } from '#copy/mentors/profile.ts';
import { paths } from '#lib/paths.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { mentorStoriesQuery } from './profile.data.ts';

const { stories: copy } = mentorProfile;

/** Up to three stories that name the mentor; nothing where there are none (docs/product/outcomes.md#the-mentors-name). */
export function MentorStories({ mentor }: { mentor: { id: string; slug: string } }) {
  const { data } = usePageQuery(mentorStoriesQuery(mentor.id));
  const [first] = data ?? [];
  if (!data || !first) return null;
  return (
    <section aria-labelledby="stories" className="mt-10 max-w-prose border-t border-line pt-8">
      <h2 id="stories" className="text-xl">
        {copy.title}
      </h2>
      <p className="mt-1 text-sm text-muted">{copy.verified}</p>
      <ul className="mt-2 divide-y divide-line">
        {data.map(({ id, name, experience }) => (
          <li key={id} className="py-5">
            <p dir="auto" className="font-semibold break-words">
              {name}
            </p>
            <p dir="auto" className="mt-2 break-words whitespace-pre-line">
              {experience}
            </p>
          </li>
        ))}
      </ul>
      <ButtonLink variant="secondary" to={`${paths.wallOfImpact}?mentor=${mentor.slug}`}>
        {copy.all(first.total_count)}
      </ButtonLink>
    </section>
  );
}
