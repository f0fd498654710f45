import { callFunction, isMobile } from '#lib/functions/functions.data.ts';
import { FunctionError, withRetries } from '#lib/functions/functions.ts';
import { supabase } from '#lib/supabase.ts';
import type { PaymentProof } from '#rules/booking-query.ts';
import { BOOKING_LOOKUP_TIMEOUT_MS, verifyRetries } from '#rules/payment.ts';

export interface Verification {
  verified: boolean;
  /** The money is on its way back. */
  isRefunded: boolean;
  /** The server's sentence when it did not verify. */
  error: string;
}

/**
 * Asks the server whether a payment is real, and to make its booking. The server's no is an answer and final; whatever
 * may still change is thrown as FunctionError.
 */
export async function verifyPayment(proof: PaymentProof, bookingId: string): Promise<Verification> {
  return toVerification(await answerOf(proof, bookingId));
}

/** verifyPayment, called again after failures that may pass (spec section 9: 2 retries 2 s apart, on mobile 3 and 3 s). */
export function verifyPaymentWithRetries(proof: PaymentProof, bookingId: string): Promise<Verification> {
  return withRetries(() => verifyPayment(proof, bookingId), verifyRetries(isMobile()));
}

/** Whether the booking of a payment is there, and one's own. Throws when that cannot be read within 10 s. */
export async function hasBooking(bookingId: string): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), BOOKING_LOOKUP_TIMEOUT_MS);
  try {
    const { data, error } = await supabase()
      .from('bookings')
      .select('id')
      .eq('id', bookingId)
      .abortSignal(controller.signal)
      .maybeSingle();
    if (error) throw error;
    return data !== null;
  } finally {
    clearTimeout(timer);
  }
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
  return {
    verified: verified === true,
    isRefunded: refund === true,
    error: typeof error === 'string' ? error : '',
  };
}
