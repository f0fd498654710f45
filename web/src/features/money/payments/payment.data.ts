import { callFunction, isMobile } from '#lib/functions/functions.data.ts';
import { FunctionError, withRetries } from '#lib/functions/functions.ts';
import type { LocalUser } from '#lib/session/session.ts';
import { supabase } from '#lib/supabase.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { BOOKING_LOOKUP_TIMEOUT_MS, verifyRetries } from '#rules/money/payment.ts';
import { CURRENCY } from '#rules/money/rupees.ts';
import type { PaymentProof } from '#rules/sessions/booking-query.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import { allReleased } from './holds.data.ts';

export interface PaymentOrder {
  orderId: string;
  /** Names the payment account to the provider's checkout; empty when the server names none. */
  keyId: string;
  /** Paise. */
  amount: number;
  /** The booking that the payment makes: an order of one's own that is still open keeps the id it has. */
  bookingId: string;
  /** Until when the slot is held, the server's time; null when the server does not say. */
  heldUntil: Date | null;
  /** When it was made, milliseconds since 1970: what was known of holds before says nothing of its own. */
  madeAt: number;
}

/**
 * Holds the slot and makes the order at the provider; null when the answer names no order. Throws FunctionError.
 * `amount` is the price shown, in paise: the server refuses any other than its own. `brief` null leaves what is stored.
 */
export async function createPaymentOrder(
  mentor: BookableMentor,
  slot: SlotTime,
  user: LocalUser,
  bookingId: string,
  amount: number,
  brief: Brief | null,
): Promise<PaymentOrder | null> {
  await allReleased();
  // The function checks its shape.
  const request = {
    amount,
    currency: CURRENCY,
    mentor_id: mentor.id,
    booking_id: null,
    user_id: user.id,
    notes: {
      booking_id: bookingId,
      booking_date: slot.date,
      booking_time: `${slot.startTime}-${slot.endTime}`,
      mentor_name: mentor.name,
      // Mentors' addresses are not readable by founders; the server knows them.
      mentor_email: null,
      user_email: user.email,
    },
    ...(brief && { brief }),
  };
  const answer = (await callFunction('create-payment-order', request)) as Record<string, unknown> | null;
  const orderId = answer?.order_id ?? answer?.id;
  if (typeof orderId !== 'string' || !orderId) return null;
  return {
    orderId,
    keyId: typeof answer?.key_id === 'string' ? answer.key_id : '',
    amount: typeof answer?.amount === 'number' ? answer.amount : request.amount,
    bookingId: typeof answer?.booking_id === 'string' ? answer.booking_id : bookingId,
    heldUntil: typeof answer?.expires_at === 'string' ? new Date(answer.expires_at) : null,
    madeAt: Date.now(),
  };
}

export interface Verification {
  verified: boolean;
  /** The money is on its way back. */
  isRefunded: boolean;
  /** The server's sentence when it did not verify. */
  error: string;
}

/** Asks whether a payment is real, and to make its booking. A no is final; what may still change is thrown. */
export async function verifyPayment(proof: PaymentProof, bookingId: string): Promise<Verification> {
  return toVerification(await answerOf(proof, bookingId));
}

/** verifyPayment, again after failures that may pass (docs/product/payments.md#checkout). */
export function verifyPaymentWithRetries(proof: PaymentProof, bookingId: string): Promise<Verification> {
  return withRetries(() => verifyPayment(proof, bookingId), verifyRetries(isMobile()));
}

/** Whether the booking of a payment is there, and one's own. Throws when that cannot be read within 10 s. */
export async function hasBooking(bookingId: string): Promise<boolean> {
  const { data, error } = await supabase()
    .from('bookings')
    .select('id')
    .eq('id', bookingId)
    .abortSignal(AbortSignal.timeout(BOOKING_LOOKUP_TIMEOUT_MS))
    .maybeSingle();
  if (error) throw error;
  return data !== null;
}

async function answerOf(proof: PaymentProof, bookingId: string): Promise<unknown> {
  try {
    return await callFunction('verify-payment', {
      payment_id: proof.paymentId,
      order_id: proof.orderId,
      signature: proof.signature,
      booking_id: bookingId,
    });
  } catch (error) {
    if (error instanceof FunctionError && error.body.verified === false) return error.body;
    throw error;
  }
}

function toVerification(answer: unknown): Verification {
  const { verified, refund, error } = (answer ?? {}) as Record<string, unknown>;
  return { verified: verified === true, isRefunded: refund === true, error: typeof error === 'string' ? error : '' };
}
