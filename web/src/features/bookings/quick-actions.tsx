import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Search } from 'lucide-react';
import { useState } from 'react';
import { dashboard } from '#copy/dashboard.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RECEIPTS_KEY } from './booking-receipt.data.ts';
import { bookingsQuery } from './bookings.data.ts';

/** @param alsoRefreshed what other features show of the bookings */
export function QuickActions({
  userId,
  alsoRefreshed,
}: {
  userId: string;
  alsoRefreshed: readonly QueryKey[];
}) {
  const client = useQueryClient();
  const { queryKey } = bookingsQuery(userId);
  // Not while bookings are read anew on coming back to the tab: that is quiet.
  const [isRefreshing, setIsRefreshing] = useState(false);

  const refresh = async () => {
    setIsRefreshing(true);
    await Promise.all([
      client.refetchQueries({ queryKey }),
      ...[[RECEIPTS_KEY], ...alsoRefreshed].map((key) => client.refetchQueries({ queryKey: key })),
    ]);
    setIsRefreshing(false);
    if (client.getQueryState(queryKey)?.status === 'success')
      toast.success(dashboard.refreshed, { id: 'refreshed' });
  };

  return (
    <Card className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{dashboard.quickActions}</h2>
      <div className="flex flex-col gap-3">
        <ButtonLink to={paths.mentors}>
          <Search className="size-4.5" aria-hidden="true" />
          {dashboard.findMentors}
        </ButtonLink>
        <Button variant="secondary" isBusy={isRefreshing} onClick={() => void refresh()}>
          {!isRefreshing && <RefreshCw className="size-4.5" aria-hidden="true" />}
          {dashboard.refresh}
        </Button>
      </div>
    </Card>
  );
}
