import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paymentCopy } from '#copy/payment.ts';
import { forgetSession } from '#lib/functions/functions.data.ts';
import { FunctionError, messageOf } from '#lib/functions/functions.ts';
import {
  clearLeftoverPaymentData,
  clearPaymentRecords,
  findPaymentRecord,
  savePaymentRecord,
  VERIFIED_STATE,
} from '#lib/functions/payment-record.ts';
import { hasBooking, verifyPaymentWithRetries } from '#lib/functions/verify-payment.data.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import type { LocalUser } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import type { BookableMentor } from '#rules/bookable-mentor.ts';
import {
  type BookingSummary,
  type PaymentProof,
  processingQuery,
  successQuery,
} from '#rules/booking-query.ts';
import { CURRENCY } from '#rules/money.ts';
import { holdState, needsLogin, PAYMENT_DIALOG_CLOSE_MS } from '#rules/payment.ts';
import type { Slot } from '#rules/slots.ts';
import { loadCheckout, openCheckout } from './checkout.ts';
import { createPaymentOrder, type PaymentOrder } from './payment.data.ts';

/** Confirming, making the order, order made, loading the checkout, in the checkout, verifying. */
export type PaymentPhase = 'confirm' | 'ordering' | 'ready' | 'opening' | 'checkout' | 'verifying';

/** Refusals of create-payment-order after which the slot cannot be had. */
const SLOT_LOST = new Set(['slot_taken', 'slot_in_past', 'slot_not_offered']);
/** Bad news about money stays until it was read. */
const STAYS = { duration: Number.POSITIVE_INFINITY, closeButton: true };
const TOAST_ID = 'payment';

export interface Payment {
  phase: PaymentPhase;
  order: PaymentOrder | null;
  proceed: () => Promise<void>;
  pay: () => Promise<void>;
  /** Closes the checkout and comes back to the payment dialog. */
  leaveCheckout: () => void;
}

/** From the confirmed choice to the processing page (spec section 4, "Booking flow"). Nothing is shown as done before the server said so. */
export function usePayment({
  mentor,
  slot,
  user,
  onSlotLost,
  onSlotsChanged,
}: {
  mentor: BookableMentor;
  slot: Slot;
  user: LocalUser;
  /** The slot cannot be had any more: leave the flow and choose again. */
  onSlotLost: () => void;
  /** What is known of the mentor's slots is out of date. */
  onSlotsChanged: () => void;
}): Payment {
  const env = usePublicEnv();
  const navigate = useNavigate();
  const [phase, setPhase] = useState<PaymentPhase>('confirm');
  const [order, setOrder] = useState<PaymentOrder | null>(null);
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

  /** The order, or null after a toast said why there is none; `missing` where the answer names none. */
  async function makeOrder(missing: string): Promise<PaymentOrder | null> {
    try {
      const made = await createPaymentOrder(mentor, slot, user, crypto.randomUUID());
      if (!made) toast.error(missing);
      return made;
    } catch (error) {
      const isCall = error instanceof FunctionError;
      if (isCall && SLOT_LOST.has(String(error.body.code))) {
        toast.error(error.message);
        onSlotLost();
        return null;
      }
      toast.error(paymentCopy.toast.createOrderFailedBecause(messageOf(error)));
      // Without a session the flow asks to log in, and comes back to this slot.
      if (isCall && needsLogin(error.failure)) await forgetSession();
      return null;
    }
  }

  async function proceed() {
    setPhase('ordering');
    clearLeftoverPaymentData();
    const made = await makeOrder(paymentCopy.toast.createOrderFailed);
    if (!isHere.current) return;
    if (made && isPaidHere(made)) return goToProcessing(made);
    setOrder(made);
    setPhase(made ? 'ready' : 'confirm');
  }

  async function pay() {
    if (!env.razorpayKeyId || !env.checkoutScriptUrl)
      return toast.error(paymentCopy.toast.initializationFailed);
    setPhase('opening');
    const current = isUsable(order) ? order : await makeOrder(paymentCopy.toast.orderMissing);
    if (!isHere.current) return;
    if (!current) return setPhase('ready');
    setOrder(current);
    let isBooked: boolean;
    try {
      [isBooked] = await Promise.all([isBookedAlready(current), loadCheckout(env.checkoutScriptUrl)]);
    } catch (error) {
      toast.error(messageOf(error));
      return setPhase('ready');
    }
    if (!isHere.current) return;
    // Another tab of the same person may have paid this order meanwhile.
    if (isBooked)
      return void navigate(`${paths.bookingSuccess(current.bookingId)}?${successQuery(summaryOf(current))}`);
    if (isPaidHere(current)) return goToProcessing(current);
    setPhase('checkout');
    await new Promise((resolve) => setTimeout(resolve, PAYMENT_DIALOG_CLOSE_MS));
    if (isHere.current) open(current);
  }

  function open(current: PaymentOrder) {
    try {
      closeCheckout.current = openCheckout(
        {
          key: env.razorpayKeyId,
          amount: current.amount,
          currency: CURRENCY,
          orderId: current.orderId,
          mentorName: mentor.name,
          name: user.name,
          email: user.email,
        },
        {
          onPaid: (proof) => void finish(current, proof),
          onFailed: () => {
            toast.error(paymentCopy.toast.failed);
            setPhase('ready');
          },
          onDismissed: () => {
            onSlotsChanged();
            void navigate(paths.mentors);
          },
        },
      );
    } catch (error) {
      toast.error(paymentCopy.toast.initializationFailedBecause(messageOf(error)));
      setPhase('ready');
    }
  }

  function leaveCheckout() {
    closeCheckout.current?.();
    setPhase('ready');
  }

  async function finish(current: PaymentOrder, proof: PaymentProof | null) {
    if (!proof) {
      toast.error(paymentCopy.toast.invalidResponse, STAYS);
      return setPhase('ready');
    }
    savePaymentRecord({ ...proof, bookingId: current.bookingId, timestamp: Date.now() });
    setPhase('verifying');
    toast.loading(paymentCopy.toast.verifying, { id: TOAST_ID });
    const isVerified = await verify(proof, current.bookingId);
    onSlotsChanged();
    // Unverified, the processing page asks again and keeps the way to support open.
    if (isVerified !== null) goToProcessing(current, proof, isVerified);
  }

  /** Whether the server verified the payment; null when the money goes back and the choice starts anew. */
  async function verify(proof: PaymentProof, bookingId: string): Promise<boolean | null> {
    try {
      const result = await verifyPaymentWithRetries(proof, bookingId);
      if (result.verified) {
        toast.success(paymentCopy.toast.verified, { id: TOAST_ID });
        return true;
      }
      if (result.isRefunded) {
        toast.error(result.error, { id: TOAST_ID, ...STAYS });
        clearPaymentRecords(bookingId);
        onSlotLost();
        return null;
      }
      toast.error(paymentCopy.toast.verificationFailed(proof.paymentId), {
        id: TOAST_ID,
        description: result.error,
        ...STAYS,
      });
    } catch (error) {
      console.warn('The payment could not be verified yet', error);
      toast.error(paymentCopy.toast.verificationError, { id: TOAST_ID, description: messageOf(error) });
    }
    return false;
  }

  /** Without `proof` the processing page takes what this browser kept of the payment. */
  function goToProcessing(current: PaymentOrder, proof?: PaymentProof, isVerified = false) {
    const { paymentId, orderId, signature } = proof ?? { paymentId: '', orderId: '', signature: '' };
    const query = processingQuery({
      ...summaryOf(current),
      paymentId,
      orderId,
      signature,
      verified: isVerified,
    });
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

  return { phase, order, proceed, pay, leaveCheckout };
}

function isUsable(order: PaymentOrder | null): order is PaymentOrder {
  return order !== null && (order.heldUntil === null || holdState(order.heldUntil, new Date()) === 'held');
}

/** This browser was told of a payment of the order, and its booking was not seen yet: paying again would be twice. */
function isPaidHere({ bookingId }: PaymentOrder): boolean {
  return findPaymentRecord(bookingId) !== null;
}

/** Whether the order has its booking. Not knowing stops nobody: the provider takes money for an order once. */
async function isBookedAlready({ bookingId }: PaymentOrder): Promise<boolean> {
  try {
    return await hasBooking(bookingId);
  } catch (error) {
    console.warn('The booking could not be looked up before paying', error);
    return false;
  }
}
