import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paymentCopy } from '#copy/money/payments.ts';
import { explain } from '#lib/functions/functions.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import type { LocalUser } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { PAYMENT_DIALOG_CLOSE_MS } from '#rules/money/payment.ts';
import { CURRENCY, toPaise } from '#rules/money/rupees.ts';
import {
  type BookingSummary,
  type PaymentProof,
  processingQuery,
  successQuery,
} from '#rules/sessions/booking-query.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import { loadCheckout, openCheckout } from './checkout.ts';
import type { Hold } from './holds.data.ts';
import type { OwnTimeState } from './own-time.tsx';
import { findOwnTime } from './own-times.data.ts';
import { hasBooking, type PaymentOrder, verifyPaymentWithRetries } from './payment.data.ts';
import {
  clearLeftoverPaymentData,
  lockCheckout,
  noteCheckout,
  savePaymentRecord,
  VERIFIED_STATE,
} from './payment-record.ts';
import { isPaidHere, isRefusal, type OrderRefusal, useOrder } from './use-order.ts';

/**
 * The phases of paying. Each leads only to those beside it:
 *
 * | phase | shows | leads to |
 * |---|---|---|
 * | `confirm` | the booking, its price and the brief | `ordering` when the founder goes on |
 * | `ordering` | that the order is made, which holds the slot | `ready`; `confirm` without an answer; a refusal; `own` |
 * | `ready` | the amount, and until when the slot is held | `opening` to pay; `holding` after the hold has ended |
 * | `holding` | that the slot is held again | `ready`; a refusal; `own`; the page of a booking that exists |
 * | `opening` | that the checkout is on its way | `checkout`; `ready` without its script; a refusal; `own`; a page as above |
 * | `checkout` | nothing: the provider's window is in front | `verifying` when paid; `ready` when it failed or was left; the listing when closed |
 * | `verifying` | that the payment is checked | the processing page, whatever the answer |
 * | `own` | the founder's own booking or payment of this time | none |
 * | refusals of `OrderRefusal` | the server's sentence: the slot is lost, or too many are held | none; the refusals `price` and `never` are `confirm` |
 */
export type PaymentPhase =
  | 'confirm'
  | 'ordering'
  | 'ready'
  | 'holding'
  | 'opening'
  | 'checkout'
  | 'verifying'
  | 'own'
  | Exclude<OrderRefusal['kind'], 'price' | 'never'>;

/** Bad news about money stays until it was read. */
const STAYS = { duration: Number.POSITIVE_INFINITY, closeButton: true };
const TOAST_ID = 'payment';

export type Payment = ReturnType<typeof usePayment>;

interface UsePaymentOptions {
  mentor: BookableMentor;
  slot: SlotTime;
  user: LocalUser;
  /** The slot is held already: paying for it goes on where it was left, at the price that it was held at. */
  hold: Hold | null;
  /** What is known of the mentor's slots is out of date. */
  onSlotsChanged: () => void;
  /** The shown price is out of date; resolves when the new one was asked for. */
  onPriceChanged: () => Promise<unknown>;
}

/**
 * From the confirmed choice to the processing page (docs/product/payments.md#checkout). Only the server's word counts
 * as done.
 */
export function usePayment({ mentor, slot, user, hold, onSlotsChanged, onPriceChanged }: UsePaymentOptions) {
  const env = usePublicEnv();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<PaymentPhase>(hold ? 'ordering' : 'confirm');
  /** The server's sentence about a slot that is lost, too many holds, or another price. */
  const [refusal, setRefusal] = useState('');
  /** What the person has of this time already: it is not paid for again. */
  const [ownTime, setOwnTime] = useState<OwnTimeState | null>(null);
  const orders = useOrder({ mentor, slot, user, isResting: phase === 'ready', onSlotsChanged, onPriceChanged });
  const { order } = orders;
  /** Why the last payment failed, until the next try; empty where the provider gave no reason. */
  const [failure, setFailure] = useState<string | null>(null);
  const closeCheckout = useRef<(() => void) | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    toast.prepare();
    return () => {
      isHere.current = false;
      closeCheckout.current?.();
    };
  }, []);
  const hasResumed = useRef(false);
  useEffect(() => {
    if (!hold || hasResumed.current) return;
    hasResumed.current = true;
    void proceed(hold.amountPaise);
  });

  /**
   * Makes the order; the phase becomes `ready`, `own`, the refusal, or without any of these `otherwise`. Null where there
   * is nothing to pay.
   */
  async function makeOrder(amount: number, missing: string, otherwise: PaymentPhase, brief: Brief | null = null) {
    const known = findOwnTime(mentor.id, slot);
    const made = await orders.make(amount, missing, brief);
    const isLost = isRefusal(made) && made.kind === 'lost';
    // A refusal may be about what another tab of this person did a moment ago.
    const own = isLost ? await findOwnTime(mentor.id, slot) : await known;
    if (!isHere.current) return null;
    // A payment that this browser knows of is led to its processing page.
    if (own && made && (isRefusal(made) || !isPaidHere(made))) {
      tellOwn(own);
      return null;
    }
    if (isRefusal(made)) {
      setRefusal(made.sentence);
      setPhase(made.kind === 'never' || made.kind === 'price' ? 'confirm' : made.kind);
      return null;
    }
    setPhase(made ? 'ready' : otherwise);
    return made;
  }

  function tellOwn(time: OwnTimeState) {
    setOwnTime(time);
    setPhase('own');
    onSlotsChanged();
  }

  async function proceed(amount: number, brief: Brief | null = null) {
    setPhase('ordering');
    setRefusal('');
    clearLeftoverPaymentData();
    const made = await makeOrder(amount, paymentCopy.toast.createOrderFailed, 'confirm', brief);
    if (made && isPaidHere(made)) goToProcessing(made);
  }

  /** Asks for the same slot again after its hold has ended. */
  async function holdAgain() {
    if (!order) return;
    setPhase('holding');
    if (await isBookedAlready(order)) return goToSuccess(order);
    const made = await makeOrder(order.amount, paymentCopy.toast.orderMissing, 'ready');
    if (made && isPaidHere(made)) goToProcessing(made);
  }

  async function pay() {
    if (!order) return;
    if (!order.keyId) return toast.error(paymentCopy.toast.initializationFailed);
    setFailure(null);
    setPhase('opening');
    const script = loadCheckout(env.checkoutScriptUrl);
    // Awaited below, when it is known that there is something to pay.
    script.catch(() => {});
    const [isBooked, isHeld] = await Promise.all([isBookedAlready(order), orders.isStillHeld(order)]);
    if (!isHere.current) return;
    // Another tab of the same person may have paid this order in between.
    if (isBooked) return goToSuccess(order);
    if (isPaidHere(order)) return goToProcessing(order);
    const current = isHeld ? order : await makeOrder(order.amount, paymentCopy.toast.orderMissing, 'ready');
    if (!current) return;
    setPhase('opening');
    try {
      await script;
    } catch (error) {
      toast.error(explain(error).sentence);
      return setPhase('ready');
    }
    if (!isHere.current) return;
    const unlock = await lockCheckout(current.bookingId);
    if (!unlock) return tellOwn({ bookingId: current.bookingId, isBooked: false });
    // Another tab may have ended its checkout with a payment while the lock was asked for.
    if (isPaidHere(current)) {
      unlock();
      return goToProcessing(current);
    }
    setPhase('checkout');
    noteCheckout(current.bookingId, current.heldUntil ?? serverNow());
    await new Promise((resolve) => setTimeout(resolve, PAYMENT_DIALOG_CLOSE_MS));
    if (isHere.current) open(current, unlock);
    else unlock();
  }

  function open(current: PaymentOrder, unlock: () => void) {
    try {
      const close = openCheckout(
        {
          key: current.keyId,
          amount: current.amount,
          currency: CURRENCY,
          orderId: current.orderId,
          mentorName: mentor.name,
          name: user.name,
          email: user.email,
        },
        {
          onPaid: (proof) => {
            // The record is kept before another tab may open the checkout.
            void finish(current, proof);
            unlock();
          },
          onFailed: (reason) => {
            unlock();
            toast.error(paymentCopy.toast.failed);
            setFailure(reason ?? '');
            setPhase('ready');
          },
          onDismissed: () => {
            unlock();
            onSlotsChanged();
            orders.tellStaysHeld(current);
            void navigate(paths.mentors);
          },
        },
      );
      closeCheckout.current = () => {
        close();
        unlock();
      };
    } catch (error) {
      unlock();
      const { sentence, details } = explain(error, paymentCopy.toast.windowFailed);
      toast.error(paymentCopy.toast.initializationFailedBecause(sentence), { details });
      setPhase('ready');
    }
  }

  /** Closes the checkout and comes back to the payment dialog. */
  function leaveCheckout() {
    closeCheckout.current?.();
    setPhase('ready');
  }

  async function finish(current: PaymentOrder, proof: PaymentProof | null) {
    if (!proof) {
      toast.error(paymentCopy.toast.invalidResponse, STAYS);
      return setPhase('ready');
    }
    savePaymentRecord({ ...proof, bookingId: current.bookingId, timestamp: serverNow().getTime() });
    setPhase('verifying');
    toast.loading(paymentCopy.toast.verifying, { id: TOAST_ID });
    const isVerified = await verify(proof, current.bookingId);
    onSlotsChanged();
    // Unverified, the processing page asks again, shows a refund's progress, and offers support.
    goToProcessing(current, proof, isVerified);
  }

  async function verify(proof: PaymentProof, bookingId: string): Promise<boolean> {
    try {
      const result = await verifyPaymentWithRetries(proof, bookingId);
      if (result.verified) {
        toast.success(paymentCopy.toast.verified, { id: TOAST_ID });
        return true;
      }
      if (result.isRefunded) {
        toast.dismiss(TOAST_ID);
        return false;
      }
      toast.error(paymentCopy.toast.verificationFailed(proof.paymentId), {
        id: TOAST_ID,
        description: result.error,
        ...STAYS,
      });
    } catch (error) {
      console.warn('The payment could not be verified yet', error);
      const { sentence, details } = explain(error);
      toast.error(paymentCopy.toast.verificationError, { id: TOAST_ID, description: sentence, details });
    }
    return false;
  }

  function goToSuccess(current: PaymentOrder) {
    void navigate(`${paths.bookingSuccess(current.bookingId)}?${successQuery(summaryOf(current))}`);
  }

  /** Without `proof` the processing page takes what this browser kept of the payment. */
  function goToProcessing(current: PaymentOrder, proof?: PaymentProof, isVerified = false) {
    const { paymentId, orderId, signature } = proof ?? { paymentId: '', orderId: '', signature: '' };
    const query = processingQuery({ ...summaryOf(current), paymentId, orderId, signature, verified: isVerified });
    void navigate(`${paths.bookingProcessing(current.bookingId)}?${query}`, {
      state: isVerified ? VERIFIED_STATE : null,
    });
  }

  function summaryOf(current: PaymentOrder): BookingSummary {
    return {
      mentorName: mentor.name,
      mentorImage: mentor.image,
      date: slot.date,
      startTime: slot.startTime,
      endTime: slot.endTime,
      amount: current.amount / 100,
      requiresReview: true,
    };
  }

  return {
    phase,
    order,
    refusal,
    failure,
    ownTime,
    /** `brief` null leaves what is stored with the order. */
    proceed: (brief: Brief | null) => proceed(toPaise(mentor.price), brief),
    holdAgain,
    pay,
    leaveCheckout,
    leave: orders.leave,
  };
}

/** Whether the order has its booking. Without an answer the founder may go on: the provider takes money for an order once. */
async function isBookedAlready({ bookingId }: PaymentOrder): Promise<boolean> {
  try {
    return await hasBooking(bookingId);
  } catch (error) {
    console.warn('The booking could not be looked up before paying', error);
    return false;
  }
}
