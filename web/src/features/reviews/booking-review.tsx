import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useRef, useState } from 'react';
import { bookingReviews as copy } from '#copy/money/booking-reviews.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateLong, istToday } from '#rules/ist.ts';
import { Button } from '#ui/button.tsx';
import { Stars } from '#ui/stars/stars.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { bookingReviewsQuery, type ReviewedBooking, type ReviewState } from './reviews.data.ts';

/** The founder's review of a completed session, or the way to one. */
export function BookingReview({ booking, userId }: { booking: ReviewedBooking; userId: string }) {
  const { data, isPending } = useQuery(bookingReviewsQuery(userId));
  const [dialog, setDialog] = useState<{ isOpen: boolean; count: number; button: HTMLElement | null }>({
    isOpen: false,
    count: 0,
    button: null,
  });
  const place = useRef<HTMLDivElement>(null);
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
          onClick={({ currentTarget: button }) =>
            setDialog(({ count }) => ({ isOpen: true, count: count + 1, button }))
          }
        >
          <Star className="size-4 text-accent-text" aria-hidden="true" />
          {copy.action}
          <span className="sr-only">{copy.of(booking.mentor_name)}</span>
        </Button>
      )}
      {dialog.count > 0 && (
        <ReviewDialog
          key={dialog.count}
          booking={booking}
          userId={userId}
          isOpen={dialog.isOpen}
          onClose={() => setDialog((before) => ({ ...before, isOpen: false }))}
          // A session that has its review has no button any more.
          returnFocus={() => (dialog.button?.isConnected ? dialog.button : place.current)}
        />
      )}
    </div>
  );
}

function WrittenReview({ review }: { review: Extract<ReviewState, { state: 'written' }> }) {
  return (
    <div className="border-l-2 border-accent-line pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <span className="font-medium">{copy.yours}</span>
        <Stars rating={review.rating} label={copy.stars(review.rating)} />
        <span className="nums text-muted">{copy.given(formatDateLong(istToday(review.writtenAt)))}</span>
      </p>
      {review.comment && (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {review.comment}
        </p>
      )}
    </div>
  );
}
