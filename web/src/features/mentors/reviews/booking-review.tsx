import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { bookingReviews as copy } from '#copy/mentors/reviews.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { Stars } from '#ui/stars/stars.tsx';
import { bookingReviewsQuery, type ReviewedBooking, type ReviewState } from './reviews.data.ts';

const ReviewDialog = lazyPart(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog));

/** The founder's review of a completed session, or the way to one. */
export function BookingReview({ booking, userId }: { booking: ReviewedBooking; userId: string }) {
  const { data, isPending } = useQuery(bookingReviewsQuery(userId));
  // A session that has its review has no button any more: the focus then goes to the place of it.
  const { opened, open, heading: place, dialog } = useOpened<object, HTMLDivElement>();
  const review = data?.find((one) => one.bookingId === booking.id);
  if (!isPending && (!review || review.state === 'closed')) return null;
  const isText = review?.state === 'written' || review?.state === 'removed';
  return (
    <div ref={place} tabIndex={-1} className={cn('outline-none', isText && 'w-full')}>
      {isPending && <div className="skeleton h-small w-36 rounded-control" aria-hidden="true" />}
      {review?.state === 'removed' && <p className="text-sm text-muted">{copy.removed}</p>}
      {review?.state === 'written' && <WrittenReview review={review} />}
      {review?.state === 'open' && (
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          onClick={({ currentTarget: button }) => open({}, button)}
        >
          <Star className="size-4 text-accent-text" aria-hidden="true" />
          {copy.action}
          <span className="sr-only">{copy.of(booking.mentor_name)}</span>
        </Button>
      )}
      {opened && <ReviewDialog key={opened.turn} booking={booking} userId={userId} {...dialog} />}
    </div>
  );
}

function WrittenReview({ review }: { review: Extract<ReviewState, { state: 'written' }> }) {
  return (
    <div className="border-l-2 border-accent-line pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <span className="font-medium">{copy.yours}</span>
        <Stars rating={review.rating} label={copy.stars(review.rating)} />
        <span className="nums text-muted">{copy.given(formatDateShort(istToday(review.writtenAt)))}</span>
      </p>
      {review.comment && (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {review.comment}
        </p>
      )}
    </div>
  );
}
