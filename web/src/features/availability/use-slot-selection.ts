import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Hold, holdsQuery } from '#features/payments/holds.data.ts';
import type { OwnTime } from '#features/payments/own-times.data.ts';
import { useReleaseHold } from '#features/payments/use-release-hold.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useSession } from '#lib/session/session.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { type BookableMentor, isAway } from '#rules/bookable-mentor.ts';
import type { IstDate } from '#rules/ist.ts';
import { choiceQuery } from '#rules/mentor-path.ts';
import {
  datesWithSlots,
  isFree,
  nextFreeDate,
  overlaps,
  readChoice,
  type Slot,
  type SlotTime,
  slotAt,
  slotKey,
} from '#rules/slots.ts';
import { mentorSlotsKey, mentorSlotsQuery } from './mentor-slots.data.ts';

/** The dialogs that `confirm` opens. */
export const PaymentFlow = lazyPart(() =>
  import('#features/payments/payment-flow.tsx').then((module) => module.PaymentFlow),
);

/** From this width on the panel stands beside the profile; below, it is a bar that opens a sheet. */
const WIDE = '(min-width: 48rem)';

const NO_SLOTS: Slot[] = [];
const NO_TIMES: OwnTime[] = [];
/** While a payment is checked, its booking is looked for this often. */
const LOOK_AGAIN_MS = 3000;

export type SlotSelection = ReturnType<typeof useSlotSelection>;

interface UseSlotSelectionOptions {
  mentor: BookableMentor;
  today: IstDate;
  /** The slots came with a page that was rendered, and perhaps kept, for everyone. */
  isSharedPage: boolean;
}

/** The choice of a day and a slot, for panel, bar, sheet and dialogs. It starts from the address's query. */
export function useSlotSelection({ mentor, today, isSharedPage }: UseSlotSelectionOptions) {
  const [params] = useSearchParams();
  const { isAuthenticated } = useSession();
  const queryClient = useQueryClient();
  const query = useQuery(mentorSlotsQuery(mentor.id));
  const [pickedDate, setPickedDate] = useState<IstDate | null>(null);
  const [choice, setChoice] = useState<SlotTime | null>(() => readChoice(params));
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isFlowOpen, setIsFlowOpen] = useState(false);
  const [flowCount, setFlowCount] = useState(0);
  const isWide = useMediaQuery(WIDE, true);
  const panel = useRef<HTMLElement>(null);

  const own = useOwnTimes(mentor.id, query.dataUpdatedAt);
  const { holds, isGivingBack, giveBack } = useOwnHolds(mentor.id, own.isKnown);
  const slots = withOwnHolds(query.data ?? NO_SLOTS, holds);
  const dates = datesWithSlots(slots);
  const nextDate = nextFreeDate(slots);
  // A person who returns while a slot is held for them continues with that one.
  const [firstHold] = holds.values();
  const wantedTime = choice ?? (pickedDate === null ? (firstHold ?? null) : null);
  const offered = wantedTime ? slotAt(slots, wantedTime) : undefined;
  const ownTime = (wantedTime && own.times.find((time) => overlaps(time, wantedTime))) ?? null;
  const slot = offered && isFree(offered) && !ownTime ? offered : null;
  const wanted = [pickedDate, wantedTime?.date, nextDate, slots[0]?.date];
  const date = wanted.find((day) => day && dates.has(day)) ?? null;

  // The public answer may be older than this person's own last hold or booking.
  const { refetch, error } = query;
  const hasHeldSlot = slots.some((one) => one.isHeld);
  const hasAskedAsMe = useRef(false);
  useEffect(() => {
    if (!isAuthenticated || hasAskedAsMe.current || !(isSharedPage || hasHeldSlot)) return;
    hasAskedAsMe.current = true;
    void refetch();
  }, [isAuthenticated, isSharedPage, hasHeldSlot, refetch]);

  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: mentorSlotsKey(mentor.id) }),
    [queryClient, mentor.id],
  );
  useEffect(() => {
    // A page out of the back-forward cache shows what was so when it was left.
    const lookAgain = ({ persisted }: PageTransitionEvent) => persisted && refresh();
    window.addEventListener('pageshow', lookAgain);
    return () => window.removeEventListener('pageshow', lookAgain);
  }, [refresh]);

  useEffect(() => {
    if (error) console.warn('Availability could not be loaded; the profile shows none.', error);
  }, [error]);

  const hold = slot ? (holds.get(slotKey(slot)) ?? null) : null;
  const choose = (picked: SlotTime) => {
    setPickedDate(picked.date);
    setChoice(picked);
    // Its code is here before it is wanted.
    PaymentFlow.prepare();
  };

  return {
    mentor,
    today,
    isWide,
    /** 'failed' reads like no availability (spec section 8), with a way to ask again. */
    state: query.data ? ('loaded' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    slots,
    /** The first day with a slot that can be chosen. */
    nextDate,
    /** The mentor takes no bookings today, and holds nothing for this person. */
    isAway: slots.length === 0 && isAway(mentor, today),
    /** The day whose slots are shown. */
    date,
    slot,
    /** The wanted time is this person's own already: booked, or its payment is under way. */
    ownTime,
    bookings: own.booked,
    /** What a slot says that is this person's own, null for any other. */
    ownLabel: (one: SlotTime) => own.times.find((time) => overlaps(time, one))?.label ?? null,
    /** The person's own holds of this mentor's slots, by slotKey. */
    holds,
    /** The chosen slot is held for this person already. */
    hold,
    isGivingBack,
    /** Gives the chosen slot's hold back. */
    giveBack: () => {
      if (!hold) return;
      // The slot stays chosen: it is free, and may be wanted after all.
      choose(hold);
      void giveBack(hold).then(refresh);
    },
    /** The choice that came with the address, or was made a while ago, can no longer be had. */
    isChoiceLost: Boolean(choice && query.data && !slot && !ownTime && !query.isFetching && own.isUpToDate),
    panel,
    isSheetOpen,
    isFlowOpen,
    /** How often the flow was opened. */
    flowCount,
    pickDate: (day: IstDate) => {
      setPickedDate(day);
      if (choice && choice.date !== day) setChoice(null);
    },
    pickSlot: choose,
    /** Another time is wanted than the one that the dialogs are about. */
    choose: (time: SlotTime) => {
      setIsFlowOpen(false);
      choose(time);
      panel.current?.focus({ preventScroll: true });
    },
    refresh,
    /** The chosen slot is gone: the slots are read again and the choice is cleared, nothing else. */
    loseSlot: () => {
      setPickedDate(date);
      setChoice(null);
      refresh();
      // What had the focus goes with the choice.
      panel.current?.focus({ preventScroll: true });
    },
    /** Brings the panel, or on a phone its sheet, before the eyes. */
    reveal: () => {
      if (!panel.current) return setIsSheetOpen(true);
      panel.current.scrollIntoView({ block: 'start' });
      panel.current.focus({ preventScroll: true });
    },
    closeSheet: () => setIsSheetOpen(false),
    confirm: () => {
      if (!slot) return;
      rememberChoice(slot);
      setIsSheetOpen(false);
      setFlowCount((count) => count + 1);
      setIsFlowOpen(true);
    },
    closeFlow: () => setIsFlowOpen(false),
  };
}

/** After a reload while paying, or Back, the slot is still chosen. Not through the router: the page must not change. */
function rememberChoice(slot: SlotTime): void {
  const address = new URL(location.href);
  for (const [name, value] of choiceQuery(slot)) address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
}

/** The signed-in person's bookings with a mentor, and payments under way. `slotsAt`: when the slots were read. */
function useOwnTimes(mentorId: string, slotsAt: number) {
  const { localUser, isLoading } = useSession();
  const userId = localUser?.id ?? '';
  const query = useQuery({
    queryKey: [...mentorSlotsKey(mentorId), 'own', userId],
    queryFn: () => import('#features/payments/own-times.data.ts').then(({ readOwnTimes }) => readOwnTimes(mentorId)),
    enabled: userId !== '',
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => state.data?.some(({ isBooked }) => !isBooked) && LOOK_AGAIN_MS,
    meta: { silent: true },
  });
  const isVisitor = !isLoading && !userId;
  const times = (userId && query.data) || NO_TIMES;
  return {
    times,
    /** What was booked: its payment needs no finishing. */
    booked: useMemo(() => times.filter(({ isBooked }) => isBooked).map(({ bookingId: id }) => ({ id })), [times]),
    /** False while the first answer is on its way. */
    isKnown: isVisitor || !query.isPending,
    /** The answer is as new as the slots. Without one nothing is said of a slot that cannot be had. */
    isUpToDate: isVisitor || (query.isSuccess && !(query.isFetching && query.dataUpdatedAt < slotsAt)),
  };
}

/** The signed-in person's holds of a mentor's slots, by slotKey, and the way to give one back. */
function useOwnHolds(mentorId: string, isKnown: boolean) {
  const { localUser } = useSession();
  const userId = localUser?.id ?? '';
  const { data } = useQuery({ ...holdsQuery(userId), enabled: userId !== '' });
  const { isReleasing, release } = useReleaseHold(userId);
  // Until it is known whether its payment is under way, nothing invites to pay for a held slot.
  const own = userId && isKnown ? (data ?? []).filter((hold) => hold.mentorId === mentorId) : [];
  return {
    holds: new Map(own.map((hold) => [slotKey(hold), hold])),
    isGivingBack: isReleasing,
    giveBack: ({ bookingId }: Hold) => release(bookingId),
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
