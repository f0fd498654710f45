import { useQuery } from '@tanstack/react-query';
import { bookingRefunds as copy } from '#copy/money/booking-refunds.ts';
import { site } from '#copy/site.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { bookingRefundsQuery } from './refunds.data.ts';

/** Says once, above all sessions, that their refunds could not be read. */
export function RefundsAlert({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(bookingRefundsQuery(userId));
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
