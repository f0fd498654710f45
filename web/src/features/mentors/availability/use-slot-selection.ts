import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Hold } from '#features/money/payments/holds.data.ts';
import type { OwnTime } from '#features/money/payments/own-times.data.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { useSession } from '#lib/session/session.ts';
import { useIsHydrated } from '#lib/use-is-hydrated.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { useReturn } from '#lib/use-return.ts';
import { type BookableMentor, isAway } from '#rules/mentors/bookable-mentor.ts';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import {
  datesWithSlots,
  isConfirming,
  isFree,
  nextFreeDate,
  overlaps,
  readWanted,
  type Slot,
  type SlotTime,
  slotAt,
  slotKey,
  timeValue,
} from '#rules/mentors/slots.ts';
import type { IstDate } from '#rules/shell/ist.ts';
import { mentorSlotsKey, mentorSlotsQuery } from './mentor-slots.data.ts';
import type { OwnSide } from './own-side.tsx';

/** The dialogs that `confirm` opens. */
export const PaymentFlow = lazyPart(() =>
  import('#features/money/payments/payment-flow.tsx').then((module) => module.PaymentFlow),
);

/** From this width on the panel stands beside the profile; below, it is a sheet that the bar opens. */
const WIDE = '(min-width: 48rem)';

/** The panel's own, and its form's: buttons name them before scripts. */
export const PANEL_ID = 'booking';
export const FORM_ID = 'booking-form';

const NO_SLOTS: Slot[] = [];
const NO_TIMES: OwnTime[] = [];
const NO_HOLDS: ReadonlyMap<string, Hold> = new Map();

/**
 * What is known of the wanted time: none is wanted, it can be booked, it is the person's own already, it can no longer be
 * had, or the answers are still on their way.
 */
export type ChoiceState = 'none' | 'free' | 'own' | 'gone' | 'reading';

export type SlotSelection = ReturnType<typeof useSlotSelection>;

interface UseSlotSelectionOptions {
  mentor: BookableMentor;
  today: IstDate;
  /** The slots came with a page that was rendered, and perhaps kept, for everyone. */
  isSharedPage: boolean;
}

/** The choice of a day and a slot, for panel, bar and dialogs. It starts from the address's query. */
export function useSlotSelection({ mentor, today, isSharedPage }: UseSlotSelectionOptions) {
  const [params] = useSearchParams();
  const { isAuthenticated, isLoading, localUser } = useSession();
  const query = usePageQuery(mentorSlotsQuery(mentor.id));
  const [wanted] = useState(() => readWanted(params));
  const [isConfirmWanted, setIsConfirmWanted] = useState(() => isConfirming(params));
  const [pickedDate, setPickedDate] = useState<IstDate | null>(wanted.time ? null : wanted.date);
  const [choice, setChoice] = useState<SlotTime | null>(wanted.time);
  const [isFlowOpen, setIsFlowOpen] = useState(false);
  const [flowCount, setFlowCount] = useState(0);
  const isWide = useMediaQuery(WIDE, true);
  const isLive = useIsHydrated();
  const panel = useRef<HTMLElement>(null);

  const userId = localUser?.id ?? '';
  const [ownSide, setOwnSide] = useState<OwnSide | null>(null);
  const own = userId && ownSide?.userId === userId ? ownSide : null;
  const isVisitor = !isLoading && !userId;
  const ownTimes = own?.times ?? NO_TIMES;
  const bookings = useMemo(
    () => ownTimes.filter(({ isBooked }) => isBooked).map(({ bookingId: id }) => ({ id })),
    [ownTimes],
  );
  const holds = own?.holds ?? NO_HOLDS;
  // The answer is as new as the slots. Without one nothing is said of a slot that cannot be had.
  const isOwnUpToDate =
    isVisitor || Boolean(own?.isSuccess && !(own.isFetching && own.updatedAt < query.dataUpdatedAt));

  const slots = withOwnHolds(query.data ?? NO_SLOTS, holds);
  const dates = datesWithSlots(slots);
  const nextDate = nextFreeDate(slots);
  // A person who returns while a slot is held for them continues with that one.
  const [firstHold] = holds.values();
  const wantedTime = choice ?? (pickedDate === null ? (firstHold ?? null) : null);
  const offered = wantedTime ? slotAt(slots, wantedTime) : undefined;
  const ownTime = (wantedTime && ownTimes.find((time) => overlaps(time, wantedTime))) ?? null;
  const slot = offered && isFree(offered) && !ownTime ? offered : null;
  const date = [pickedDate, wantedTime?.date, nextDate, slots[0]?.date].find((day) => day && dates.has(day)) ?? null;
  // Of days alone: whether a slot can be had depends on who asks.
  const isDayClosed = Boolean(wanted.date && !wanted.time && query.data && !dates.has(wanted.date));
  const problem = wanted.isSenseless ? ('senseless' as const) : isDayClosed ? ('closed-day' as const) : null;
  /** On phones such an address opens the sheet, also before scripts. */
  const [isOpenByAddress, setIsOpenByAddress] = useState(
    isSharedPage && !wanted.time && (wanted.isSenseless || wanted.date !== null),
  );

  // The public answer may be older than this person's own last hold or booking.
  const { refetch, error } = query;
  const hasHeldSlot = slots.some((one) => one.isHeld);
  const hasAskedAsMe = useRef(false);
  useEffect(() => {
    if (!isAuthenticated || hasAskedAsMe.current || !(isSharedPage || hasHeldSlot)) return;
    hasAskedAsMe.current = true;
    void refetch();
  }, [isAuthenticated, isSharedPage, hasHeldSlot, refetch]);

  /** Reads the slots again, and this person's own times. */
  const refresh = useCallback(
    () =>
      lateQueries().then(
        (late) => late.client().invalidateQueries({ queryKey: mentorSlotsKey(mentor.id) }),
        // `refetch` makes a failed request of code that does not arrive (page-query.tsx).
        () => refetch(),
      ),
    [mentor.id, refetch],
  );
  useReturn(() => void refresh());

  useEffect(() => {
    if (error) console.warn('Availability could not be loaded; the profile shows none.', error);
  }, [error]);

  const hold = slot ? (holds.get(slotKey(slot)) ?? null) : null;
  const pickSlot = (picked: SlotTime) => {
    setPickedDate(picked.date);
    setChoice(picked);
    // Its code is here before it is wanted.
    PaymentFlow.prepare();
  };
  const closeSheet = () => {
    setIsOpenByAddress(false);
    hidePanel(panel.current);
  };
  const confirm = () => {
    if (!slot) return;
    rememberChoice(slot);
    closeSheet();
    setFlowCount((count) => count + 1);
    setIsFlowOpen(true);
  };

  const areAnswersNew = query.data && !query.isFetching && isOwnUpToDate;
  const choiceState: ChoiceState = ownTime
    ? 'own'
    : slot
      ? 'free'
      : !wantedTime
        ? 'none'
        : choice && areAnswersNew
          ? 'gone'
          : 'reading';
  const isDecided =
    !isLoading &&
    (choiceState === 'free' ? isVisitor || own?.isKnown : choiceState === 'own' || choiceState === 'gone');

  // What was done before scripts counts: a time that was picked, a sheet that the address opened.
  const takeOver = () => {
    if (isOpenByAddress) {
      if (!matchMedia(WIDE).matches) showPanel(panel.current);
      setIsOpenByAddress(false);
    }
    const picked = panel.current?.querySelector<HTMLInputElement>('input[name=slot]:checked')?.value;
    const early = slots.find((one) => one.date === date && timeValue(one) === picked);
    if (early && !slot) pickSlot(early);
  };
  const latest = useRef({ takeOver, confirm });
  useEffect(() => {
    latest.current = { takeOver, confirm };
  });
  useEffect(() => latest.current.takeOver(), []);
  useEffect(() => {
    if (!isConfirmWanted || !isDecided) return;
    setIsConfirmWanted(false);
    latest.current.confirm();
  }, [isConfirmWanted, isDecided]);
  useEffect(() => {
    // Beside the profile the panel is no sheet.
    if (isWide && matchMedia(WIDE).matches) hidePanel(panel.current);
  }, [isWide]);

  return {
    mentor,
    today,
    isWide,
    /** Scripts run. */
    isLive,
    /** Whose bookings and holds are to be looked for; empty for a visitor. */
    userId,
    onOwnSide: setOwnSide,
    /** 'failed' reads like no availability, with a way to ask again. */
    state: query.data ? ('loaded' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    slots,
    /** The first day with a slot that can be chosen. */
    nextDate,
    /** The mentor takes no bookings today, and holds nothing for this person. */
    isAway: slots.length === 0 && isAway(mentor, today),
    /** The day whose slots are shown. */
    date,
    slot,
    /** The address asked for what there is not. */
    problem,
    /** The address asks for a slot that everyone sees is gone; whose it is, is not known. */
    isWantedGone: Boolean(wanted.time && query.data && !slot),
    isOpenByAddress,
    /** The wanted time is this person's own already: booked, or its payment is under way. */
    ownTime,
    bookings,
    /** What a slot says that is this person's own, null for any other. */
    ownLabel: (one: SlotTime) => ownTimes.find((time) => overlaps(time, one))?.label ?? null,
    /** The person's own holds of this mentor's slots, by slotKey. */
    holds,
    /** The chosen slot is held for this person already. */
    hold,
    isGivingBack: own?.isGivingBack ?? false,
    /** Gives the chosen slot's hold back. */
    giveBack: () => {
      if (!hold) return;
      // The slot stays chosen: it is free, and may be wanted after all.
      pickSlot(hold);
      void own?.giveBack(hold).then(() => {
        refresh();
        // The button is gone with the hold, and the focus with it.
        const chosen = panel.current?.querySelector<HTMLElement>('input[name=slot]:checked');
        if (document.activeElement === document.body) chosen?.focus({ preventScroll: true });
      });
    },
    choiceState,
    panel,
    isFlowOpen,
    /** How often the flow was opened. */
    flowCount,
    pickDate: (day: IstDate) => {
      setPickedDate(day);
      if (choice && choice.date !== day) setChoice(null);
    },
    pickSlot,
    /** Another time is wanted than the one that the dialogs are about. */
    pickInstead: (time: SlotTime) => {
      setIsFlowOpen(false);
      pickSlot(time);
    },
    refresh,
    /** The chosen slot is gone: the slots are read again and the choice is cleared, nothing else. */
    loseSlot: () => {
      setPickedDate(date);
      setChoice(null);
      refresh();
    },
    /** Brings the panel before the eyes; on phones its sheet opens. */
    reveal: () => {
      if (!isWide) return showPanel(panel.current);
      panel.current?.scrollIntoView({ block: 'start' });
      panel.current?.focus({ preventScroll: true });
    },
    closeSheet,
    confirm,
    closeFlow: () => setIsFlowOpen(false),
    /** Where the focus goes when a dialog closes whose opener is gone: the panel's heading, on phones the bar's button. */
    returnFocus: () => document.querySelector<HTMLElement>(isWide ? '#booking-title' : 'main [data-bottom-bar]'),
  };
}

function showPanel(panel: HTMLElement | null): void {
  if (!panel?.matches(':popover-open')) panel?.showPopover();
}

function hidePanel(panel: HTMLElement | null): void {
  if (panel?.matches(':popover-open')) panel.hidePopover();
}

/** After a reload while paying, or Back, the slot is still chosen. Not through the router: the page must not change. */
function rememberChoice(slot: SlotTime): void {
  const address = new URL(location.href);
  address.searchParams.delete('step');
  for (const [name, value] of choiceQuery(slot)) address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
}

/** The slots with this person's own holds: they can be chosen even where the mentor no longer offers them. */
export function withOwnHolds(slots: Slot[], holds: ReadonlyMap<string, Hold>): Slot[] {
  if (holds.size === 0) return slots;
  const known = new Set(slots.map(slotKey));
  const gone = [...holds.values()].filter((hold) => !known.has(slotKey(hold)));
  return [
    ...slots.map((slot) => (holds.has(slotKey(slot)) ? { ...slot, isHeld: false } : slot)),
    ...gone.map(({ date, startTime, endTime }) => ({ date, startTime, endTime, isBooked: false, isHeld: false })),
  ].sort((a, b) => `${a.date}${a.startTime}`.localeCompare(`${b.date}${b.startTime}`));
}
