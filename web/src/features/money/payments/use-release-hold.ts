import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { holds as copy } from '#copy/money/holds.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { toast } from '#lib/toast.ts';
import { type Hold, holdsQuery, releaseHold } from './holds.data.ts';
import { wasCheckoutOpened } from './payment-record.ts';

/** Gives a held slot back because the person asks for it, and says what came of it; whether it worked. */
export function useReleaseHold(userId: string) {
  const queryClient = useQueryClient();
  const [isReleasing, setIsReleasing] = useState(false);
  const release = async (bookingId: string) => {
    setIsReleasing(true);
    try {
      await releaseHold(bookingId);
      toast.success(wasCheckoutOpened(bookingId) ? copy.givenBackAfterCheckout : copy.givenBack);
      const { queryKey } = holdsQuery(userId);
      // At once, also where it cannot be read again.
      queryClient.setQueryData<Hold[]>(queryKey, (known) => known?.filter((hold) => hold.bookingId !== bookingId));
      await queryClient.invalidateQueries({ queryKey });
      return true;
    } catch (error) {
      console.warn('A held slot could not be given back', error);
      const isRefused = Object(error).message === 'too_many_orders';
      toast.error(isRefused ? functionErrors.tooManyOrders : copy.giveBackFailed);
      return false;
    } finally {
      setIsReleasing(false);
    }
  };
  return { isReleasing, release };
}
