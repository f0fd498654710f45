import { Star } from 'lucide-react';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { cn } from '#lib/class-names.ts';
import type { MentorReview } from './mentor-profile.data.ts';

const STARS = [1, 2, 3, 4, 5];

/** What founders say: stored reviews; two samples, named so, where only a count is known; or that there are none (spec section 2). */
export function Reviews({
  rating,
  count,
  reviews,
}: {
  rating: number;
  count: number;
  reviews: MentorReview[];
}) {
  if (count === 0 && reviews.length === 0) {
    return <p className="text-muted">{mentorProfile.noReviews}</p>;
  }
  return (
    <div className="max-w-prose">
      <p className="flex items-center gap-3">
        <span className="font-display text-2xl font-semibold nums" aria-hidden="true">
          {rating.toFixed(1)}
        </span>
        <Stars rating={rating} />
        <span className="text-muted nums">{mentorProfile.reviewCount(Math.max(count, reviews.length))}</span>
      </p>
      <ul className="mt-6 divide-y divide-line border-t border-line">
        {reviews.length > 0
          ? reviews.map((review) => (
              <Review
                key={review.id}
                review={review}
                note={review.isDemonstration ? mentorProfile.demonstrationReview : null}
              />
            ))
          : mentorProfile.sampleReviews.map((review) => (
              <Review key={review.author} review={review} note={mentorProfile.sampleReview} />
            ))}
      </ul>
    </div>
  );
}

function Review({
  review,
  note,
}: {
  review: { author: string; rating: number; comment: string };
  note: string | null;
}) {
  return (
    <li className="py-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{review.author}</span>
        <Stars rating={review.rating} />
        {note && <span className="text-sm text-muted">{note}</span>}
      </p>
      {review.comment && <p className="mt-2 whitespace-pre-line break-words text-muted">{review.comment}</p>}
    </li>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex gap-0.5">
      <span className="sr-only">{mentorProfile.rating(String(rating))}</span>
      {STARS.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cn(
            'size-4',
            star <= Math.round(rating) ? 'fill-accent text-accent' : 'fill-line-strong text-line-strong',
          )}
        />
      ))}
    </span>
  );
}
