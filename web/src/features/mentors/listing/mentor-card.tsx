import { Star } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { Heart } from '#features/mentors/favourites/heart.tsx';
import { cn } from '#lib/class-names.ts';
import { fitName } from '#lib/fit-name.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort } from '#rules/shell/ist.ts';
import { Picture } from '#ui/picture.tsx';
import type { ListedMentor } from './listing.data.ts';

const INTENT_MS = 150;
/** A finger that touches a card mostly means it; one that begins to scroll is withdrawn. */
const TOUCH_INTENT_MS = 50;

const { card } = mentorListing;

export const CARD_GRID = 'grid gap-4 sm:grid-cols-2 sm:gap-5 md:grid-cols-3 lg:grid-cols-4 xl:gap-6';
/** Large text stands below the photo on phones too. */
const CARD = 'flex overflow-hidden rounded-card border border-line bg-surface max-sm:flex-wrap sm:flex-col';
const PHOTO = 'w-31 shrink-0 max-[22rem]:w-24 max-sm:min-h-39 max-sm:grow';
const WORDS = '@container min-w-0 flex-[999_1_9rem] p-4 sm:flex-1';
const PHOTO_SIZES =
  '(min-width: 80rem) 282px, (min-width: 64rem) 23vw, (min-width: 48rem) 30vw, (min-width: 40rem) 47vw, 124px';

interface MentorCardProps {
  mentor: ListedMentor;
  /** For cards above the fold. */
  isEager?: boolean;
  headingLevel?: 2 | 3;
  /** Why this mentor is here. */
  note?: string | undefined;
  /** Below all else: the times that can be booked. */
  times?: ReactNode;
  /** The person points at the card, tabs to it or touches it. */
  onIntent?: ((mentorId: string) => unknown) | undefined;
}

/** One mentor. The whole card is one link, whose name is the mentor's. On phones the photo stands at the left. */
export function MentorCard({ mentor, isEager = false, headingLevel = 2, note, times, onIntent }: MentorCardProps) {
  const Heading = `h${headingLevel}` as const;
  const intent = useIntent(() => onIntent?.(mentor.id));
  return (
    <article
      {...intent}
      className={cn(
        CARD,
        'group relative transition-[border-color,box-shadow] duration-150 ease-out ' +
          'hover:border-accent-line hover:shadow-float has-[a:focus-visible]:outline-2 ' +
          'has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent-text',
      )}
    >
      <div className={`${PHOTO} relative self-stretch overflow-hidden bg-sunken sm:w-auto`}>
        <Picture
          src={mentor.image}
          alt=""
          width={640}
          height={800}
          sizes={PHOTO_SIZES}
          isEager={isEager}
          className={
            'aspect-4/5 size-full object-[50%_20%] transition-transform duration-200 ease-out group-hover:scale-[1.02] ' +
            'max-sm:absolute max-sm:inset-0 lg:aspect-5/4'
          }
        />
        <RatingBadge mentor={mentor} />
        <Heart mentor={mentor} className="absolute bottom-0 left-0 sm:bottom-auto sm:left-auto sm:right-1 sm:top-1" />
      </div>
      <div className={`${WORDS} flex flex-col`}>
        <Heading translate="no" className="fit-name leading-[1.34] [--most:1.125rem]" style={fitName(mentor.name)}>
          <Link to={mentorPath(mentor)} prefetch="intent" className="outline-none after:absolute after:inset-0">
            {mentor.name}
          </Link>
        </Heading>
        <p className="mt-0.5 text-sm text-muted sm:line-clamp-2 sm:min-h-10">{mentor.title}</p>
        <p className="mt-2 text-sm font-medium text-accent-text sm:line-clamp-2 sm:min-h-10">{mentor.expertise}</p>
        {note && (
          <p dir="auto" className="mt-1 text-sm wrap-anywhere">
            {note}
          </p>
        )}
        <p className="mt-1 flex flex-col text-sm text-muted nums">
          <span>{card.reviews(mentor.reviews.toLocaleString('en-IN'), mentor.reviews === 1)}</span>
          <span>{mentor.answersWithin && card.answers(mentor.answersWithin)}</span>
          {!mentor.nextStarts?.length && mentor.nextAvailableDate !== undefined && (
            <NextDay date={mentor.nextAvailableDate} />
          )}
        </p>
        {mentor.price > 0 && (
          <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-4">
            <p className="min-w-fit flex-1 basis-16 leading-5 nums">
              <span className="text-lg font-semibold" translate="no">
                {formatInr(mentor.price)}
              </span>
              {mentor.sessionMinutes && (
                <span className="text-sm text-muted max-sm:block">
                  <span className="max-sm:hidden"> · </span>
                  {card.length(mentor.sessionMinutes)}
                </span>
              )}
              <span className={cn('block text-xs text-muted', mentor.sessionMinutes !== null && 'max-sm:hidden')}>
                {card.perSession}
              </span>
            </p>
            <span
              className={
                'w-24 shrink-0 whitespace-nowrap rounded-control bg-accent-soft py-2 text-center text-sm font-semibold ' +
                'text-accent-text transition-colors duration-150 group-hover:bg-accent group-hover:text-on-accent'
              }
            >
              {card.bookNow}
            </span>
          </div>
        )}
      </div>
      {times}
    </article>
  );
}

/** A mentor without reviews has no rating. */
export function RatingBadge({ mentor: { rating, reviews } }: { mentor: ListedMentor }) {
  if (reviews === 0) return null;
  const text = rating.toFixed(1);
  return (
    <p
      className={
        'absolute left-2 top-2 inline-flex items-center gap-1 rounded-full bg-surface/95 px-2 py-0.5 ' +
        'text-xs font-semibold text-ink nums sm:left-3 sm:top-3'
      }
    >
      <Star className="size-3.5 fill-accent text-accent" aria-hidden="true" />
      <span className="sr-only">{card.rating(text)}</span>
      <span aria-hidden="true">{text}</span>
    </p>
  );
}

function NextDay({ date }: { date: string | null }) {
  if (!date) return <span>{card.noNext}</span>;
  return (
    // A device whose clock is in another year would add this one.
    <span suppressHydrationWarning className="inline-flex items-center gap-1.5 text-ink">
      <span className="size-1.5 rounded-full bg-accent" aria-hidden="true" />
      {card.next(formatDateShort(date))}
    </span>
  );
}

/** Tells when a person stays on an element for a moment, by pointer, focus or touch, rather than passing over it. */
function useIntent(onIntent: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => clearTimeout(timer.current);
  const arrive = (waitMs: number) => {
    leave();
    timer.current = setTimeout(onIntent, waitMs);
  };
  const point = () => arrive(INTENT_MS);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onMouseEnter: point,
    onMouseLeave: leave,
    onFocus: point,
    onBlur: leave,
    onTouchStart: () => arrive(TOUCH_INTENT_MS),
    onTouchMove: leave,
  };
}

/** A card to come, of the same shape. */
export function MentorCardSkeleton() {
  return (
    <div className={CARD} aria-hidden="true">
      <div className={`${PHOTO} skeleton rounded-none! sm:aspect-4/5 sm:w-auto lg:aspect-5/4`} />
      <div className={WORDS}>
        <div className="skeleton h-5 w-3/5" />
        <div className="skeleton mt-3 h-4 w-4/5" />
        <div className="skeleton mt-4 h-4 w-2/5" />
        <div className="skeleton mt-3 h-4 w-3/5" />
        <div className="mt-6 flex items-end justify-between">
          <div className="skeleton h-9 w-16" />
          <div className="skeleton h-9 w-20" />
        </div>
      </div>
    </div>
  );
}
