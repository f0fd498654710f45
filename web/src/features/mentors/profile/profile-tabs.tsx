import { Check } from 'lucide-react';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { formatDateShort, type IstDate } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Stars } from '#ui/stars/stars.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { MentorProfile, MentorReview } from './profile.data.ts';

/** The three tabs of a profile (docs/product/mentors.md#profile-page). */
export function ProfileTabs({ mentor, reviews }: { mentor: MentorProfile; reviews: MentorReview[] | undefined }) {
  const { tabs } = mentorProfile;
  return (
    <Tabs
      label={tabs.label}
      tabs={[
        { id: 'about', label: tabs.about, content: <About bio={mentor.bio} /> },
        { id: 'expertise', label: tabs.expertise, content: <Expertise mentor={mentor} /> },
        {
          id: 'reviews',
          label: tabs.reviews,
          content: <MentorReviews name={mentor.name} rating={mentor.rating} count={mentor.reviews} reviews={reviews} />,
        },
      ]}
    />
  );
}

function About({ bio }: { bio: string }) {
  const paragraphs = bio
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean);
  return (
    <div className="max-w-prose">
      {paragraphs.length > 0 ? (
        <div className="space-y-4">
          {paragraphs.map((text) => (
            <p key={text} className="whitespace-pre-line break-words">
              {text}
            </p>
          ))}
        </div>
      ) : (
        <p className="text-muted">{mentorProfile.noBio}</p>
      )}
      <h2 className="mt-8 text-xl">{mentorProfile.expectTitle}</h2>
      <ul className="mt-4 space-y-3">
        {mentorProfile.expect.map((point) => (
          <li key={point} className="flex gap-3">
            <Check className="mt-1 size-4.5 shrink-0 text-accent-text" aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Expertise({ mentor }: { mentor: MentorProfile }) {
  return (
    <div className="max-w-prose space-y-8">
      <section>
        <h2 className="text-xl">{mentorProfile.specializations}</h2>
        {mentor.specializations.length > 0 ? (
          <Chips names={mentor.specializations} />
        ) : (
          <p className="mt-3 text-muted">{mentorProfile.noSpecializations}</p>
        )}
      </section>
      {mentor.categories.length > 0 && (
        <section>
          <h2 className="text-xl">{mentorProfile.categories}</h2>
          <Chips names={mentor.categories} />
        </section>
      )}
    </div>
  );
}

function Chips({ names }: { names: string[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name} className="min-w-0">
          <Badge className="px-3! py-1! text-sm!">{name}</Badge>
        </li>
      ))}
    </ul>
  );
}

interface MentorReviewsProps {
  /** Of the mentor. */
  name: string;
  rating: number;
  count: number;
  /** Undefined until they have been read. */
  reviews: MentorReview[] | undefined;
}

/**
 * Stored reviews; two samples, named so, where only a count is known; or that there are none
 * (docs/product/mentors.md#profile-page).
 */
function MentorReviews({ name, rating, count, reviews }: MentorReviewsProps) {
  if (count === 0 && !reviews?.length) {
    return <p className="text-muted">{mentorProfile.noReviews}</p>;
  }
  return (
    <div className="max-w-prose">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-display text-2xl font-semibold nums" aria-hidden="true">
          {rating.toFixed(1)}
        </span>
        <Stars rating={rating} label={mentorProfile.rating(String(rating))} />
        <span className="text-muted nums">{mentorProfile.reviewCount(Math.max(count, reviews?.length ?? 0))}</span>
      </p>
      <ul className="mt-6 divide-y divide-line border-t border-line">
        {reviews?.map((review) => (
          <Review
            key={review.id}
            review={review}
            mentor={name}
            note={review.isDemonstration ? mentorProfile.demonstrationReview : null}
          />
        ))}
        {reviews?.length === 0 &&
          mentorProfile.sampleReviews.map((review) => (
            <Review key={review.author} review={review} mentor={name} note={mentorProfile.sampleReview} />
          ))}
      </ul>
    </div>
  );
}

interface ReviewProps {
  review: { author: string; rating: number; comment: string; date?: IstDate; reply?: { body: string } | null };
  mentor: string;
  note: string | null;
}

function Review({ review, mentor, note }: ReviewProps) {
  return (
    <li className="py-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 break-words font-semibold">
          {review.author}
        </span>
        <Stars rating={review.rating} label={mentorProfile.rating(String(review.rating))} />
        {review.date && (
          <time dateTime={review.date} suppressHydrationWarning className="text-sm text-muted nums sm:ml-auto">
            {formatDateShort(review.date)}
          </time>
        )}
      </p>
      {review.comment && (
        <p dir="auto" className="mt-2 whitespace-pre-line break-words">
          {review.comment}
        </p>
      )}
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
      {review.reply && (
        <div className="mt-3 border-l-2 border-line-strong pl-4">
          <p className="text-sm font-semibold">{mentorProfile.replyFrom(mentor)}</p>
          <p dir="auto" className="mt-1 whitespace-pre-line break-words">
            {review.reply.body}
          </p>
        </div>
      )}
    </li>
  );
}
