import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type HoldState, holdState } from '#rules/payment.ts';
import { useSeconds } from './hold-clock.tsx';
import { holdsQuery } from './holds.data.ts';

/** What an order says of its hold. */
interface HeldOrder {
  bookingId: string;
  /** The server's time; null when it did not say. */
  heldUntil: Date | null;
  /** Milliseconds since 1970. */
  madeAt: number;
}

export interface HeldTime {
  state: HoldState;
  /** The server's time of the end. */
  until: Date;
  /** The same on this browser's clock. */
  endsAt: Date;
}

/** How long an order's slot is held, by the server's count; null where unknown. Asks again when the page wakes. */
export function useHeldTime(order: HeldOrder | null, userId: string): HeldTime | null {
  const now = useSeconds();
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...holdsQuery(userId), enabled: order !== null });

  useEffect(() => {
    // A page out of the back-forward cache gave its hold back when it went there.
    const lookAgain = (event: PageTransitionEvent) => {
      if (event.persisted) void queryClient.invalidateQueries({ queryKey: holdsQuery(userId).queryKey });
    };
    window.addEventListener('pageshow', lookAgain);
    return () => window.removeEventListener('pageshow', lookAgain);
  }, [queryClient, userId]);

  if (!order?.heldUntil) return null;
  const isKnown = data !== undefined && dataUpdatedAt >= order.madeAt;
  const hold = isKnown ? data.find(({ bookingId }) => bookingId === order.bookingId) : undefined;
  const until = hold?.until ?? order.heldUntil;
  // Where the count of seconds did not get through, the time that the order named has to do.
  const endsAt = hold?.endsAt ?? order.heldUntil;
  const state = isKnown && !hold ? 'over' : holdState(endsAt, now);
  return { state, until, endsAt };
}
