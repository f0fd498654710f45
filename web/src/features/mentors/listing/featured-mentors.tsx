import { ArrowRight } from 'lucide-react';
import { mentorListing } from '#copy/mentors/listing.ts';
import { paths } from '#lib/paths.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { featuredMentorsQuery } from './listing.data.ts';
import { MentorCard, MentorCardSkeleton } from './mentor-card.tsx';

const { featured } = mentorListing;
const GRID = 'grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-4 xl:gap-6';

/**
 * The mentors of the home page. Where they cannot be read, the section shows nothing
 * (docs/product/mentors.md#home-page).
 */
export function FeaturedMentors() {
  const query = usePageQuery(featuredMentorsQuery());
  if (query.isError || query.data?.length === 0) return null;
  return (
    <section aria-labelledby="featured-mentors" className="page-width py-16 md:py-24">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 md:mb-10">
        <div>
          <h2 id="featured-mentors" className="text-2xl">
            {featured.title}
          </h2>
          <p className="mt-2 text-muted">{featured.intro}</p>
        </div>
        <ButtonLink to={paths.mentors} variant="secondary">
          {featured.viewAll}
          <ArrowRight className="size-4" aria-hidden="true" />
        </ButtonLink>
      </div>
      <ul className={GRID}>
        {query.data
          ? query.data.map((mentor) => (
              <li key={mentor.id} className="grid min-w-0">
                <MentorCard mentor={mentor} headingLevel={3} />
              </li>
            ))
          : ['a', 'b', 'c', 'd'].map((key) => (
              <li key={key} className="grid">
                <MentorCardSkeleton />
              </li>
            ))}
      </ul>
    </section>
  );
}
