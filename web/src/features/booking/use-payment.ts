import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paymentCopy } from '#copy/payment.ts';
import { FunctionError, messageOf } from '#lib/functions.ts';
import { paths } from '#lib/paths.ts';
import { clearPaymentRecords, savePaymentRecord } from '#lib/payment-record.ts';
import { usePublicEnv } from '#lib/public-env.tsx';
import type { LocalUser } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { verifyPaymentWithRetries } from '#lib/verify-payment.data.ts';
import { type PaymentProof, processingQuery } from '#rules/booking-query.ts';
import { CURRENCY } from '#rules/money.ts';
import { PAYMENT_DIALOG_CLOSE_MS } from '#rules/payment.ts';
import type { Slot } from '#rules/slots.ts';
import type { BookableMentor } from './bookable-mentor.ts';
import { loadCheckout, openCheckout } from './checkout.ts';
import { mentorSlotsKey } from './mentor-slots.data.ts';
import { createPaymentOrder, type PaymentOrder } from './payment.data.ts';

/** Confirming, making the order, order made, loading the checkout, in the checkout, verifying. */
export type PaymentPhase = 'confirm' | 'ordering' | 'ready' | 'opening' | 'checkout' | 'verifying';

/** Refusals of create-payment-order after which the slot cannot be had. */
const SLOT_LOST = new Set(['slot_taken', 'slot_in_past', 'slot_not_offered']);
/** An order this close to losing its hold is made anew before paying. */
const HOLD_MARGIN_MS = 60_000;
/** Bad news about money stays until it was read. */
const STAYS = { duration: Number.POSITIVE_INFINITY, closeButton: true };
const TOAST_ID = 'payment';

export interface Payment {
  phase: PaymentPhase;
  order: PaymentOrder | null;
  proceed: () => Promise<void>;
  pay: () => Promise<void>;
}

/** From the confirmed choice to the processing page (spec section 4, "Booking flow"). Nothing is shown as done before the server said so. */
export function usePayment({
  mentor,
  slot,
  user,
  onSlotLost,
}: {
  mentor: BookableMentor;
  slot: Slot;
  user: LocalUser;
  /** The slot cannot be had any more: leave the flow and choose again. */
  onSlotLost: () => void;
}): Payment {
  const env = usePublicEnv();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<PaymentPhase>('confirm');
  const [order, setOrder] = useState<PaymentOrder | null>(null);
  const closeCheckout = useRef<(() => void) | null>(null);
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      closeCheckout.current?.();
    };
  }, []);

  /** The order, or null after a toast said why there is none. */
  async function makeOrder(): Promise<PaymentOrder | null> {
    try {
      const made = await createPaymentOrder(mentor, slot, user, crypto.randomUUID());
      if (!made) toast.error(paymentCopy.toast.createOrderFailed);
      return made;
    } catch (error) {
      if (error instanceof FunctionError && SLOT_LOST.has(String(error.body.code))) {
        toast.error(error.message);
        onSlotLost();
      } else {
        toast.error(paymentCopy.toast.createOrderFailedBecause(messageOf(error)));
      }
      return null;
    }
  }

  async function proceed() {
    setPhase('ordering');
    const made = await makeOrder();
    if (!isHere.current) return;
    setOrder(made);
    setPhase(made ? 'ready' : 'confirm');
  }

  async function pay() {
    if (!order) return toast.error(paymentCopy.toast.orderMissing);
    if (!env.razorpayKeyId || !env.checkoutScriptUrl)
      return toast.error(paymentCopy.toast.initializationFailed);
    setPhase('opening');
    const current = isHoldEnding(order) ? await makeOrder() : order;
    if (!isHere.current) return;
    if (!current) return setPhase('ready');
    setOrder(current);
    try {
      await loadCheckout(env.checkoutScriptUrl);
    } catch (error) {
      toast.error(messageOf(error));
      return setPhase('ready');
    }
    if (!isHere.current) return;
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
            void queryClient.invalidateQueries({ queryKey: mentorSlotsKey(mentor.id) });
            void navigate(paths.mentors);
          },
        },
      );
    } catch (error) {
      toast.error(paymentCopy.toast.initializationFailedBecause(messageOf(error)));
      setPhase('ready');
    }
  }

  async function finish(current: PaymentOrder, proof: PaymentProof | null) {
    if (!proof) {
      toast.error(paymentCopy.toast.invalidResponse, STAYS);
      return setPhase('ready');
    }
    const { bookingId } = current;
    savePaymentRecord({ ...proof, bookingId, timestamp: Date.now() });
    setPhase('verifying');
    toast.loading(paymentCopy.toast.verifying, { id: TOAST_ID });
    const isVerified = await verify(proof, bookingId);
    void queryClient.invalidateQueries({ queryKey: mentorSlotsKey(mentor.id) });
    if (isVerified === null || !isHere.current) return;
    // Unverified, the processing page asks again and keeps the way to support open.
    const query = processingQuery({
      mentorName: mentor.name,
      mentorImage: mentor.image,
      date: slot.date,
      startTime: slot.startTime,
      endTime: slot.endTime,
      amount: current.amount / 100,
      requiresReview: true,
      ...proof,
      verified: isVerified,
    });
    void navigate(`${paths.bookingProcessing(bookingId)}?${query}`);
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
      toast.error(paymentCopy.toast.verificationError, { id: TOAST_ID });
    }
    return false;
  }

  return { phase, order, proceed, pay };
}

function isHoldEnding(order: PaymentOrder): boolean {
  return order.heldUntil !== null && order.heldUntil.getTime() - Date.now() < HOLD_MARGIN_MS;
}
