import { FlaskConical, Star } from 'lucide-react';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { SessionPrice } from '#features/mentors/availability/session-price.tsx';
import { Heart } from '#features/mentors/favourites/heart.tsx';
import { fitName } from '#lib/fit-name.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';
import { mentorUrl } from './mentor-head.ts';
import { type MentorProfile, mentorRatingsQuery } from './profile.data.ts';
import { ProfileDetails } from './profile-details.tsx';
import { Share } from './share.tsx';

const BADGES_SHOWN = 6;

interface ProfileFactsProps {
  mentor: MentorProfile;
  onBook: () => void;
  /** Of the booking panel, which 'Book a Session' leads to before scripts. */
  panelId?: string;
}

/** The photo beside the name; beside both, where the column has room for that, what is below. */
const FACTS =
  'grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-5 @md:grid-cols-[10rem_minmax(0,1fr)] @md:gap-x-6 ' +
  '@2xl:grid-cols-[14rem_minmax(0,1fr)] @2xl:gap-x-8 @max-tight:grid-cols-1';
const NAME = '@container min-w-0 self-center @2xl:self-end';
const BELOW = 'col-span-2 min-w-0 @2xl:col-span-1 @2xl:col-start-2 @max-tight:col-span-1';

/** Photo and facts at the head of a profile, and what can be done about them. */
export function ProfileFacts({ mentor, onBook, panelId }: ProfileFactsProps) {
  const { siteUrl } = usePublicEnv();
  const badges = mentor.specializations.slice(0, BADGES_SHOWN);
  return (
    <header className={FACTS}>
      <div className="relative self-start @2xl:row-span-2 @max-tight:w-1/2">
        <Picture
          src={mentor.image}
          alt={mentorProfile.pictureAlt(mentor.name)}
          width={640}
          height={800}
          sizes="(min-width: 73.5rem) 224px, (min-width: 55.5rem) 160px, (min-width: 48rem) 104px, (min-width: 30.5rem) 160px, 104px"
          isEager
          className="aspect-4/5 w-full rounded-card"
        />
        <Heart mentor={mentor} className="absolute bottom-0 left-0 md:hidden!" />
      </div>
      <div className={NAME}>
        <h1
          translate="no"
          className="fit-name leading-[1.1] [--least:min(1rem,5vw)] [--most:var(--text-3xl)]"
          style={fitName(mentor.name)}
        >
          {mentor.name}
        </h1>
        <p className="mt-1.5 wrap-anywhere text-balance text-muted lg:mt-2 lg:text-lg">{mentor.title}</p>
        <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm nums">
          {mentor.reviews > 0 && (
            <span className="inline-flex items-center gap-1 font-semibold">
              <Star className="size-4 fill-accent text-accent" aria-hidden="true" />
              <span className="sr-only">{mentorProfile.rating(mentor.rating.toFixed(1))}</span>
              <span aria-hidden="true">{mentor.rating.toFixed(1)}</span>
            </span>
          )}
          <span className="text-muted">
            {mentor.reviews > 0 ? mentorProfile.reviewCount(mentor.reviews) : mentorProfile.noReviewsShort}
          </span>
          <RatingOrigin mentor={mentor} />
          {mentor.answersWithin && !mentor.hasLeft && (
            <span className="w-full text-muted">{mentorProfile.answers(mentor.answersWithin)}</span>
          )}
          {mentor.isDemonstration && (
            <span title={mentorProfile.demonstrationHint} className="min-w-0">
              <Badge tone="info" icon={<FlaskConical aria-hidden="true" />}>
                {mentorProfile.demonstration}
              </Badge>
            </span>
          )}
        </p>
      </div>
      <div className={BELOW}>
        <ProfileDetails {...mentor} />
        <ul className="flex flex-wrap gap-2" aria-label={mentorProfile.expertise}>
          {mentor.expertise && (
            <li className="min-w-0">
              <Badge tone="accent">{mentor.expertise}</Badge>
            </li>
          )}
          {badges.map((name) => (
            <li key={name} className="min-w-0">
              <Badge>{name}</Badge>
            </li>
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap items-center gap-3 max-sm:[&>:not(p)]:flex-1">
          {(mentor.hasLeft || mentor.price > 0) && (
            <p className={mentor.hasLeft ? 'w-full' : 'max-sm:w-full sm:mr-auto lg:mr-2'}>
              {mentor.hasLeft ? (
                mentorProfile.left(mentor.name)
              ) : (
                <>
                  <SessionPrice mentor={mentor} className="text-xl" />
                  {mentor.sessionMinutes && <span className="text-sm text-muted"> {mentorProfile.perSession}</span>}
                </>
              )}
            </p>
          )}
          {mentor.hasLeft ? (
            <ButtonLink to={paths.mentors}>{mentorProfile.backToMentors}</ButtonLink>
          ) : (
            mentor.price > 0 && <BookButton onBook={onBook} panelId={panelId} />
          )}
          <Share
            profileUrl={mentorUrl(siteUrl, mentor)}
            title={mentorProfile.pageTitle(mentor.name, mentor.title)}
            slug={mentor.slug}
          />
        </div>
      </div>
    </header>
  );
}

/** Before scripts: on phones it opens the panel's sheet, beside the panel it is a link to it. */
function BookButton({ onBook, panelId }: Pick<ProfileFactsProps, 'onBook' | 'panelId'>) {
  if (!panelId) return <Button onClick={onBook}>{mentorProfile.book}</Button>;
  return (
    <>
      <Button className="md:hidden" aria-haspopup="dialog" popoverTarget={panelId}>
        {mentorProfile.book}
      </Button>
      <a
        className={buttonClass('primary', 'md', 'max-md:hidden')}
        href={`#${panelId}`}
        onClick={(event) => {
          event.preventDefault();
          onBook();
        }}
      >
        {mentorProfile.book}
      </a>
    </>
  );
}

/** A profile to come, of the same shape. */
export function ProfileSkeleton() {
  return (
    <div role="status" className="@container">
      <h1 className="sr-only">{mentorProfile.loading}</h1>
      <div aria-hidden="true">
        <div className="skeleton mb-4 h-5 w-28" />
        <div className={FACTS}>
          <div className="skeleton aspect-4/5 w-full rounded-card! @2xl:row-span-2 @max-tight:w-1/2" />
          <div className={NAME}>
            <div className="skeleton h-9 w-4/5 lg:h-12" />
            <div className="skeleton mt-3 h-5 w-3/5" />
            <div className="skeleton mt-3 h-4 w-2/5" />
          </div>
          <div className={BELOW}>
            <div className="flex gap-2">
              {['w-28', 'w-20', 'w-24'].map((width) => (
                <div key={width} className={`skeleton h-6 rounded-full! ${width}`} />
              ))}
            </div>
            <div className="skeleton mt-5 h-11 w-64" />
          </div>
        </div>
        <div className="skeleton mt-10 h-px w-full" />
        {['w-full', 'w-11/12', 'w-4/5', 'w-10/12'].map((width) => (
          <div key={width} className={`skeleton mt-4 h-4 max-w-prose ${width}`} />
        ))}
      </div>
    </div>
  );
}

/** Where the figures of the badge come from, where they come from both. */
function RatingOrigin({ mentor }: { mentor: MentorProfile }) {
  const { sessions, carried } = usePageQuery(mentorRatingsQuery(mentor.id)).data ?? {};
  if (!sessions?.count || !carried?.count) return null;
  return <span className="w-full text-muted nums">{mentorProfile.ratings.both(sessions.count, carried.count)}</span>;
}
