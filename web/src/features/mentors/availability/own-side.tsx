import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { type Hold, holdsQuery } from '#features/money/payments/holds.data.ts';
import { type OwnTime, readOwnTimes } from '#features/money/payments/own-times.data.ts';
import { useReleaseHold } from '#features/money/payments/use-release-hold.ts';
import { slotKey } from '#rules/mentors/slots.ts';
import { mentorSlotsKey } from './mentor-slots.data.ts';

/** While a payment is checked, its booking is looked for this often. */
const LOOK_AGAIN_MS = 3000;
const NO_TIMES: OwnTime[] = [];

/** What a signed-in person has with a mentor: bookings, payments under way and held slots. */
export interface OwnSide {
  userId: string;
  times: OwnTime[];
  /** False while the first answer is on its way. */
  isKnown: boolean;
  /** There is an answer, when it came, and whether a newer one is on its way. */
  isSuccess: boolean;
  isFetching: boolean;
  updatedAt: number;
  /** The person's own holds of this mentor's slots, by slotKey. */
  holds: ReadonlyMap<string, Hold>;
  isGivingBack: boolean;
  giveBack: (hold: Hold) => Promise<unknown>;
}

interface OwnSideWatchProps {
  mentorId: string;
  userId: string;
  onChange: (side: OwnSide) => void;
}

/** Draws nothing: tells the page of a mentor what the signed-in person has there. A visitor never loads it. */
export function OwnSideWatch({ mentorId, userId, onChange }: OwnSideWatchProps) {
  const query = useQuery({
    queryKey: [...mentorSlotsKey(mentorId), 'own', userId],
    queryFn: () => readOwnTimes(mentorId),
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => state.data?.some(({ isBooked }) => !isBooked) && LOOK_AGAIN_MS,
    meta: { silent: true },
  });
  const { data: held } = useQuery(holdsQuery(userId));
  const { isReleasing, release } = useReleaseHold(userId);
  const latestRelease = useRef(release);
  const times = query.data ?? NO_TIMES;
  const { isPending, isSuccess, isFetching, dataUpdatedAt } = query;
  const side = useMemo<OwnSide>(
    () => ({
      userId,
      times,
      isKnown: !isPending,
      isSuccess,
      isFetching,
      updatedAt: dataUpdatedAt,
      // Until it is known whether its payment is under way, nothing invites to pay for a held slot.
      holds: new Map(
        isPending ? [] : held?.filter((hold) => hold.mentorId === mentorId).map((hold) => [slotKey(hold), hold]),
      ),
      isGivingBack: isReleasing,
      giveBack: ({ bookingId }) => latestRelease.current(bookingId),
    }),
    [userId, mentorId, times, isPending, isSuccess, isFetching, dataUpdatedAt, held, isReleasing],
  );
  // Before the next paint: slots and what is one's own of them change together.
  useLayoutEffect(() => {
    latestRelease.current = release;
    onChange(side);
  });
  return null;
}
