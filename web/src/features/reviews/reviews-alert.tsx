import { useQuery } from '@tanstack/react-query';
import { bookingReviews as copy } from '#copy/money/booking-reviews.ts';
import { site } from '#copy/site.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { bookingReviewsQuery } from './reviews.data.ts';

/** Says once, above all sessions, that the founder’s reviews could not be read. */
export function ReviewsAlert({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(bookingReviewsQuery(userId));
  if (!isError || data) return null;
  return (
    <div className="mb-5">
      <LoadFailure
        look="banner"
        title={copy.loadFailed}
        retryLabel={site.tryAgain}
        isRetrying={isFetching}
        onRetry={refetch}
      >
        {copy.loadFailedHint}
      </LoadFailure>
    </div>
  );
}
