import { Link } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { cn } from '#lib/class-names.ts';
import { fitName } from '#lib/fit-name.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { Picture } from '#ui/picture.tsx';
import { PointMark } from '#ui/point-mark.tsx';
import { featuredMentorsQuery, type ListedMentor } from './listing.data.ts';
import { RatingBadge } from './mentor-card.tsx';

const PLACES = ['left-0 top-[9%] -rotate-6', 'left-[30.5%] top-0', 'left-[61%] top-[9%] rotate-6'] as const;

/** Three featured mentors, fanned out like a hand of cards; the motif alone where they cannot be read. */
export function MentorFan() {
  const { data } = usePageQuery(featuredMentorsQuery());
  const mentors = data?.slice(0, PLACES.length) ?? [];
  return (
    <div className="relative mx-auto aspect-[10/9] w-full max-w-152 @max-tight:hidden">
      <PointMark className="absolute left-1/2 top-[85%] w-[54%] -translate-x-1/2 -translate-y-1/2" />
      {mentors.length === PLACES.length && (
        <ul aria-label={mentorListing.featured.fan}>
          {mentors.map((mentor, index) => (
            <li
              key={mentor.id}
              className={cn(
                'absolute w-[39%] transition-transform duration-200 ease-out hover:z-10 ' +
                  'hover:-translate-y-2 focus-within:z-10 focus-within:-translate-y-2',
                PLACES[index],
              )}
            >
              <FanCard mentor={mentor} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FanCard({ mentor }: { mentor: ListedMentor }) {
  return (
    <article
      className={
        'relative overflow-hidden rounded-card border border-line bg-surface shadow-float ' +
        'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 ' +
        'has-[a:focus-visible]:outline-accent-text'
      }
    >
      <div className="relative bg-sunken">
        <Picture
          src={mentor.image}
          alt=""
          width={640}
          height={800}
          sizes="(min-width: 40rem) 236px, 37vw"
          isEager
          className="aspect-4/5 w-full"
        />
        <RatingBadge mentor={mentor} />
      </div>
      <div className="@container p-2.5 pr-8 sm:p-4 sm:pr-12">
        <p
          style={fitName(mentor.name)}
          className={
            'fit-name line-clamp-2 font-display font-semibold leading-[1.25] tracking-tight [--least:0.625rem] [--most:1rem]'
          }
        >
          <Link to={mentorPath(mentor)} prefetch="intent" className="outline-none after:absolute after:inset-0">
            {mentor.name}
          </Link>
        </p>
        {mentor.price > 0 && (
          <p className="mt-1 text-xs text-muted sm:text-sm">
            <span className="font-semibold text-ink nums">{formatInr(mentor.price)}</span>{' '}
            {mentor.sessionMinutes ? (
              <span className="nums">· {mentorListing.card.length(mentor.sessionMinutes)}</span>
            ) : (
              <span className="max-sm:hidden">{mentorListing.card.perSession}</span>
            )}
          </p>
        )}
      </div>
    </article>
  );
}
