import { useQuery } from '@tanstack/react-query';
import { type Hold, holdsQuery } from '#features/payments/holds.data.ts';
import { useReleaseHold } from '#features/payments/use-release-hold.ts';
import { useSession } from '#lib/session/session.ts';
import { type Slot, slotKey } from '#rules/slots.ts';

/** The signed-in person's holds of a mentor's slots, by slotKey, and the way to give one back. */
export function useOwnHolds(mentorId: string): {
  holds: ReadonlyMap<string, Hold>;
  isGivingBack: boolean;
  giveBack: (hold: Hold) => Promise<boolean>;
} {
  const { localUser } = useSession();
  const userId = localUser?.id ?? '';
  const { data } = useQuery({ ...holdsQuery(userId), enabled: userId !== '' });
  const { isReleasing, release } = useReleaseHold(userId);
  const own = userId ? (data ?? []).filter((hold) => hold.mentorId === mentorId) : [];
  return {
    holds: new Map(own.map((hold) => [slotKey(hold), hold])),
    isGivingBack: isReleasing,
    giveBack: ({ bookingId }) => release(bookingId),
  };
}

/** The slots with this person's own holds: they can be chosen even where the mentor no longer offers them. */
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
