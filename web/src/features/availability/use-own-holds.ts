import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { holds as copy } from '#copy/money/holds.ts';
import { type Hold, holdsQuery, releaseHold } from '#features/payments/holds.data.ts';
import { wasCheckoutOpened } from '#features/payments/opened-checkouts.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { type Slot, slotKey } from '#rules/slots.ts';

/** The signed-in person's holds of a mentor's slots, by slotKey, and the way to give one back. */
export function useOwnHolds(mentorId: string): {
  holds: ReadonlyMap<string, Hold>;
  isGivingBack: boolean;
  giveBack: (hold: Hold) => Promise<void>;
} {
  const { localUser } = useSession();
  const userId = localUser?.id ?? '';
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...holdsQuery(userId), enabled: userId !== '' });
  const [isGivingBack, setIsGivingBack] = useState(false);
  const own = userId ? (data ?? []).filter((hold) => hold.mentorId === mentorId) : [];

  async function giveBack({ bookingId }: Hold): Promise<void> {
    setIsGivingBack(true);
    try {
      await releaseHold(bookingId);
      toast.success(wasCheckoutOpened(bookingId) ? copy.givenBackAfterCheckout : copy.givenBack);
      await queryClient.invalidateQueries({ queryKey: holdsQuery(userId).queryKey });
    } catch (error) {
      console.warn('A held slot could not be given back', error);
      toast.error(copy.giveBackFailed);
    }
    setIsGivingBack(false);
  }

  return { holds: new Map(own.map((hold) => [slotKey(hold), hold])), isGivingBack, giveBack };
}

/** The slots with this person's own holds among them: those can be chosen, also where the mentor no longer offers them. */
export function withOwnHolds(slots: Slot[], holds: ReadonlyMap<string, Hold>): Slot[] {
  if (holds.size === 0) return slots;
  const known = new Set(slots.map(slotKey));
  const gone = [...holds.values()].filter((hold) => !known.has(slotKey(hold)));
  return [
    ...slots.map((slot) => (holds.has(slotKey(slot)) ? { ...slot, isHeld: false } : slot)),
    ...gone.map(({ bookingId, date, startTime, endTime }) => ({
      id: bookingId,
      date,
      startTime,
      endTime,
      isBooked: false,
      isHeld: false,
    })),
  ].sort((a, b) => `${a.date}${a.startTime}`.localeCompare(`${b.date}${b.startTime}`));
}
