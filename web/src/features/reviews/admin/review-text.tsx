import { Star } from 'lucide-react';
import { reviewModeration as copy } from '#copy/money/review-moderation.ts';
import { formatDateLong } from '#rules/ist.ts';
import { Badge } from '#ui/badge.tsx';
import type { ModeratedReview } from './review-moderation.data.ts';

/** Who wrote what, and when. */
export function ReviewText({ review }: { review: ModeratedReview }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 break-words font-semibold">
          {review.author}
        </span>
        <span className="nums inline-flex items-center gap-1 text-sm">
          <Star aria-hidden="true" className="size-4 fill-accent text-accent" />
          {copy.stars(review.rating)}
        </span>
        <time dateTime={review.date} className="nums text-sm text-muted">
          {formatDateLong(review.date)}
        </time>
        {review.isDemonstration && <Badge>{copy.demonstration}</Badge>}
      </p>
      {review.comment ? (
        <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-sm">
          {review.comment}
        </p>
      ) : (
        <p className="mt-1.5 text-sm text-muted">{copy.noComment}</p>
      )}
    </>
  );
}
