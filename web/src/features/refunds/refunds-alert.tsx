import { useQuery } from '@tanstack/react-query';
import { bookingRefunds as copy } from '#copy/money/booking-refunds.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { bookingRefundsQuery } from './refunds.data.ts';

/** Says once, above all sessions, that their refunds could not be read. */
export function RefundsAlert({ userId }: { userId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(bookingRefundsQuery(userId));
  if (!isError || data) return null;
  return (
    <div className="mb-5">
      <Alert tone="danger" title={copy.loadFailed}>
        <p>{copy.loadFailedHint}</p>
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          isBusy={isFetching}
          onClick={() => void refetch()}
        >
          {site.tryAgain}
        </Button>
      </Alert>
    </div>
  );
}
