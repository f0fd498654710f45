import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { holds as copy } from '#copy/money/holds.ts';
import { paymentCopy } from '#copy/money/payments.ts';
import { forgetSession } from '#lib/functions/functions.data.ts';
import { explain, FunctionError } from '#lib/functions/functions.ts';
import { serverNow } from '#lib/server-time.ts';
import type { LocalUser } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { holdState, isPayable, needsLogin } from '#rules/money/payment.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import { formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { type Hold, holdsQuery, releaseHold, releaseOnLeaving } from './holds.data.ts';
import { createPaymentOrder, type PaymentOrder } from './payment.data.ts';
import { findPaymentRecord, wasCheckoutOpened } from './payment-record.ts';

/**
 * Why there is no order, where a message is not enough: the slot is taken, two others are held, the price is another one, or
 * it may not be.
 */
export type OrderRefusal = { kind: 'lost' | 'too-many' | 'price' | 'never'; sentence: string };

/** Refusals of create-payment-order by what they ask of the person. */
const REFUSALS: Readonly<Record<string, OrderRefusal['kind']>> = {
  slot_taken: 'lost',
  slot_in_past: 'lost',
  slot_not_offered: 'lost',
  slot_too_soon: 'lost',
  mentor_paused: 'lost',
  slot_busy: 'lost',
  slot_buffered: 'lost',
  mentor_day_full: 'lost',
  mentor_week_full: 'lost',
  too_many_holds: 'too-many',
  price_changed: 'price',
  own_session: 'never',
};

interface UseOrderOptions {
  mentor: BookableMentor;
  slot: SlotTime;
  user: LocalUser;
  isResting: boolean;
  onSlotsChanged: () => void;
  /** The shown price is out of date; resolves when the new one was asked for. */
  onPriceChanged: () => Promise<unknown>;
}

/** The order of one flow and the slot that is held with it. `isResting` while nothing of the order is under way. */
export function useOrder({ mentor, slot, user, isResting, onSlotsChanged, onPriceChanged }: UseOrderOptions) {
  const queryClient = useQueryClient();
  const [order, setOrder] = useState<PaymentOrder | null>(null);
  const hasLeft = useRef(false);

  const canRelease = () =>
    order !== null && isResting && !hasLeft.current && !isPaidHere(order) && !wasCheckoutOpened(order.bookingId);
  const forget = ({ bookingId }: PaymentOrder) =>
    queryClient.setQueryData<Hold[]>(holdsQuery(user.id).queryKey, (known) =>
      known?.filter((hold) => hold.bookingId !== bookingId),
    );
  const giveBack = async (given: PaymentOrder) => {
    const isReleased = await releaseHold(given.bookingId);
    forget(given);
    // An answer that is on its way may be from before it was given back.
    void queryClient.invalidateQueries({ queryKey: holdsQuery(user.id).queryKey });
    onSlotsChanged();
    return isReleased;
  };
  const giveBackQuietly = (given: PaymentOrder) => {
    // The page behind the dialog offers at once what will be so in a moment.
    forget(given);
    // The hold ends by itself within minutes: that it failed changes nothing for the person.
    giveBack(given).catch((error: unknown) => console.warn('A held slot could not be given back', error));
  };

  const latest = useRef({ order, canRelease, giveBackQuietly });
  useEffect(() => {
    latest.current = { order, canRelease, giveBackQuietly };
  });
  useEffect(() => {
    const leavePage = () => {
      const { order: open, canRelease: may } = latest.current;
      if (open && may()) releaseOnLeaving(open.bookingId);
    };
    window.addEventListener('pagehide', leavePage);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      const { order: open, canRelease: may, giveBackQuietly: give } = latest.current;
      if (open && may()) give(open);
    };
  }, []);

  /** The order, a refusal, or null after a toast said why there is none. */
  async function make(
    amount: number,
    missing: string,
    brief: Brief | null,
  ): Promise<PaymentOrder | OrderRefusal | null> {
    try {
      const made = await createPaymentOrder(mentor, slot, user, crypto.randomUUID(), amount, brief);
      if (!made) {
        toast.error(missing);
        return null;
      }
      await readHolds(queryClient, user.id);
      setOrder(made);
      hasLeft.current = false;
      return made;
    } catch (error) {
      const isCall = error instanceof FunctionError;
      const { sentence, details } = explain(error);
      const kind = isCall ? REFUSALS[String(error.body.code)] : undefined;
      if (kind) {
        onSlotsChanged();
        if (kind === 'price') {
          // An order of the former price, whose hold has ended, is not asked for again.
          setOrder(null);
          await onPriceChanged();
        }
        return { kind, sentence };
      }
      toast.error(paymentCopy.toast.createOrderFailedBecause(sentence), { details });
      // Without a session the flow asks to log in, and comes back to this slot.
      if (isCall && needsLogin(error.failure)) await forgetSession();
      return null;
    }
  }

  /** Whether the slot is held long enough to pay, by the server's word, else by the order's. */
  async function isStillHeld({ bookingId, heldUntil }: PaymentOrder): Promise<boolean> {
    const known = await readHolds(queryClient, user.id);
    const endsAt = known ? known.find((hold) => hold.bookingId === bookingId)?.endsAt : heldUntil;
    if (!endsAt) return known === null;
    return isPayable(holdState(endsAt, serverNow()));
  }

  /** Says that the slot stays held, with the way to give it back. */
  function tellStaysHeld(held: PaymentOrder): void {
    const known = queryClient.getQueryData<Hold[]>(holdsQuery(user.id).queryKey);
    const isHeld = known?.some(({ bookingId, endsAt }) => bookingId === held.bookingId && endsAt > serverNow());
    if (!held.heldUntil || isHeld === false) return;
    const onClick = () =>
      void giveBack(held).then(
        (isReleased) => isReleased && toast.success(copy.givenBackAfterCheckout),
        (error: unknown) => {
          console.warn('A held slot could not be given back', error);
          toast.error(copy.giveBackFailed);
        },
      );
    toast.info(copy.staysHeld(formatTime(istTimeOfDay(held.heldUntil))), {
      id: 'stays-held',
      duration: 10_000,
      action: { label: copy.giveBack, onClick },
    });
  }

  /** The person closes the dialog: the slot is given back, unless a payment may be on its way. */
  function leave(): void {
    if (!order || !isResting || hasLeft.current || isPaidHere(order)) return;
    if (canRelease()) giveBackQuietly(order);
    else tellStaysHeld(order);
    hasLeft.current = true;
  }

  return { order, make, isStillHeld, leave, tellStaysHeld };
}

export function isRefusal(made: PaymentOrder | OrderRefusal | null): made is OrderRefusal {
  return made !== null && 'kind' in made;
}

/** This browser was told of a payment of the order, and its booking was not seen yet: paying again would be twice. */
export function isPaidHere({ bookingId }: PaymentOrder): boolean {
  return findPaymentRecord(bookingId) !== null;
}

/** The holds as they are from now on, null where they cannot be read: then the order's own time has to do. */
async function readHolds(queryClient: QueryClient, userId: string): Promise<Hold[] | null> {
  const query = holdsQuery(userId);
  // An answer that is on its way may be from before the order.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  try {
    return await queryClient.fetchQuery(query);
  } catch (error) {
    console.warn('What is held could not be read', error);
    return null;
  }
}
