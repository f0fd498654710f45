import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Search } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { bookingReviewsQuery } from '#features/mentors/reviews/reviews.data.ts';
import { ownReceiptsQuery } from '#features/money/receipts/own-receipts.data.ts';
import { bookingRefundsQuery } from '#features/money/refunds/refunds.data.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RECEIPTS_KEY } from './booking-receipt.data.ts';
import { bookingsQuery } from './bookings.data.ts';
import { changeRequestsQuery } from './change-requests.data.ts';

const SavedLink = lazyPart(
  () => import('#features/mentors/favourites/heart-button.tsx').then((module) => module.SavedLink),
  { isOptional: true },
);

export function QuickActions({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { queryKey } = bookingsQuery(userId);
  // Not while bookings are read again on a return to the tab.
  const [isRefreshing, setIsRefreshing] = useState(false);

  const refresh = async () => {
    setIsRefreshing(true);
    await Promise.all([
      client.refetchQueries({ queryKey }),
      client.refetchQueries({ queryKey: [RECEIPTS_KEY] }),
      client.refetchQueries({ queryKey: ownReceiptsQuery(userId).queryKey }),
      client.refetchQueries({ queryKey: bookingRefundsQuery(userId).queryKey }),
      client.refetchQueries({ queryKey: bookingReviewsQuery(userId).queryKey }),
      client.refetchQueries({ queryKey: changeRequestsQuery(userId).queryKey }),
    ]);
    setIsRefreshing(false);
    if (client.getQueryState(queryKey)?.status === 'success') toast.success(dashboard.refreshed, { id: 'refreshed' });
  };

  return (
    <Card className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{dashboard.quickActions}</h2>
      <div className="flex flex-col gap-3">
        <ButtonLink to={paths.mentors} className="long-label">
          <Search className="size-4.5" aria-hidden="true" />
          {dashboard.findMentors}
        </ButtonLink>
        <Button variant="secondary" className="long-label" isBusy={isRefreshing} onClick={() => void refresh()}>
          {!isRefreshing && <RefreshCw className="size-4.5" aria-hidden="true" />}
          {dashboard.refresh}
        </Button>
        <SavedLink className="text-center" />
      </div>
    </Card>
  );
}
