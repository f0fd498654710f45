import { mentorProfile } from '#copy/mentor-profile.ts';
import { formatDateLong, type IstDate } from '#rules/ist.ts';
import { Stars } from '#ui/stars/stars.tsx';
import type { MentorReview } from './mentor-profile.data.ts';

interface MentorReviewsProps {
  rating: number;
  count: number;
  /** Undefined until they have been read. */
  reviews: MentorReview[] | undefined;
}

/** Stored reviews; two samples, named so, where only a count is known; or that there are none (section 2). */
export function MentorReviews({ rating, count, reviews }: MentorReviewsProps) {
  if (count === 0 && !reviews?.length) {
    return <p className="text-muted">{mentorProfile.noReviews}</p>;
  }
  return (
    <div className="max-w-prose">
      <p className="flex items-center gap-3">
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
            note={review.isDemonstration ? mentorProfile.demonstrationReview : null}
          />
        ))}
        {reviews?.length === 0 &&
          mentorProfile.sampleReviews.map((review) => (
            <Review key={review.author} review={review} note={mentorProfile.sampleReview} />
          ))}
      </ul>
    </div>
  );
}

type ReviewProps = { review: { author: string; rating: number; comment: string; date?: IstDate }; note: string | null };

function Review({ review, note }: ReviewProps) {
  return (
    <li className="py-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 break-words font-semibold">
          {review.author}
        </span>
        <Stars rating={review.rating} label={mentorProfile.rating(String(review.rating))} />
        {review.date && (
          <time dateTime={review.date} className="text-sm text-muted nums sm:ml-auto">
            {formatDateLong(review.date)}
          </time>
        )}
      </p>
      {review.comment && (
        <p dir="auto" className="mt-2 whitespace-pre-line break-words">
          {review.comment}
        </p>
      )}
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
    </li>
  );
}
