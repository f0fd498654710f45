import { FlaskConical, Star } from 'lucide-react';
import { languageNames } from '#copy/languages.ts';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { SessionPrice } from '#features/availability/session-price.tsx';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';
import { mentorUrl } from './mentor-head.ts';
import type { MentorProfile } from './mentor-profile.data.ts';
import { Share } from './share.tsx';

const BADGES_SHOWN = 6;

interface ProfileFactsProps {
  mentor: MentorProfile;
  onBook: () => void;
  /** Of the booking panel, which 'Book a Session' leads to before scripts. */
  panelId?: string;
}

/** Photo and facts at the head of a profile, and what can be done about them. */
export function ProfileFacts({ mentor, onBook, panelId }: ProfileFactsProps) {
  const { siteUrl } = usePublicEnv();
  const badges = mentor.specializations.slice(0, BADGES_SHOWN);
  return (
    <header
      className={
        'grid grid-cols-[6.5rem_1fr] gap-x-4 gap-y-5 sm:grid-cols-[10rem_1fr] sm:gap-x-6 ' +
        'lg:grid-cols-[14rem_1fr] lg:gap-x-8 @max-tight:grid-cols-1'
      }
    >
      <div className="lg:row-span-2 @max-tight:w-1/2">
        <Picture
          src={mentor.image}
          alt={mentorProfile.pictureAlt(mentor.name)}
          width={640}
          height={800}
          sizes="(min-width: 64rem) 224px, (min-width: 40rem) 160px, 104px"
          isEager
          className="aspect-4/5 w-full rounded-card"
        />
      </div>
      <div className="min-w-0 self-center lg:self-end">
        <h1 className="break-words text-2xl lg:text-3xl">{mentor.name}</h1>
        <p className="mt-1.5 wrap-anywhere text-balance text-muted lg:mt-2 lg:text-lg">{mentor.title}</p>
        <p className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm nums">
          <span className="inline-flex items-center gap-1 font-semibold">
            <Star className="size-4 fill-accent text-accent" aria-hidden="true" />
            <span className="sr-only">{mentorProfile.rating(mentor.rating.toFixed(1))}</span>
            <span aria-hidden="true">{mentor.rating.toFixed(1)}</span>
          </span>
          <span className="text-muted">
            {mentor.reviews > 0 ? mentorProfile.reviewCount(mentor.reviews) : mentorProfile.noReviewsShort}
          </span>
          {mentor.isDemonstration && (
            <span title={mentorProfile.demonstrationHint} className="@max-tight:min-w-0">
              <Badge tone="info" icon={<FlaskConical aria-hidden="true" />}>
                {mentorProfile.demonstration}
              </Badge>
            </span>
          )}
        </p>
      </div>
      <div className="col-span-2 min-w-0 @max-tight:col-span-1 lg:col-span-1 lg:col-start-2">
        <About mentor={mentor} />
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
          {mentor.hasLeft ? (
            <ButtonLink to={paths.mentors}>{mentorProfile.backToMentors}</ButtonLink>
          ) : (
            <BookButton onBook={onBook} panelId={panelId} />
          )}
          <Share profileUrl={mentorUrl(siteUrl, mentor)} title={mentorProfile.pageTitle(mentor.name, mentor.title)} />
        </div>
      </div>
    </header>
  );
}

/** Where the mentor works, for how long, in which languages, and where else one reads of them; what is known of that. */
function About({ mentor: { city, years, languages, linkedin, video } }: { mentor: MentorProfile }) {
  const names = languages.map((code) => languageNames[code as keyof typeof languageNames]);
  const facts = [
    city,
    years && mentorProfile.years(years),
    names.length > 0 && mentorProfile.speaks(names.join(', ')),
    linkedin && <External href={linkedin}>{mentorProfile.linkedin}</External>,
    video?.startsWith('https:') && <External href={video}>{mentorProfile.video}</External>,
  ].filter(Boolean);
  return facts.length > 0 ? (
    <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {facts.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one mentor do not move.
        <li key={place}>{fact}</li>
      ))}
    </ul>
  ) : null;
}

function External({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener nofollow" className="tap-line text-accent-text underline">
      {children}
    </a>
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
    <div role="status">
      <h1 className="sr-only">{mentorProfile.loading}</h1>
      <div aria-hidden="true">
        <div className="skeleton mb-4 h-5 w-28" />
        <div
          className={
            'grid grid-cols-[6.5rem_1fr] gap-x-4 gap-y-5 sm:grid-cols-[10rem_1fr] sm:gap-x-6 ' +
            'lg:grid-cols-[14rem_1fr] lg:gap-x-8'
          }
        >
          <div className="skeleton aspect-4/5 w-full rounded-card! lg:row-span-2" />
          <div className="self-center lg:self-end">
            <div className="skeleton h-9 w-4/5 lg:h-12" />
            <div className="skeleton mt-3 h-5 w-3/5" />
            <div className="skeleton mt-3 h-4 w-2/5" />
          </div>
          <div className="col-span-2 lg:col-span-1 lg:col-start-2">
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
