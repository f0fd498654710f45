import type { PaymentProof } from '#rules/booking-query.ts';
import { verifyRetries } from '#rules/payment.ts';
import { callFunction, isMobile } from './functions.data.ts';
import { withRetries } from './functions.ts';

export interface Verification {
  verified: boolean;
  error: string | null;
}

/** Asks the server whether a payment is real, and to make its booking. Throws FunctionError. */
export async function verifyPayment(proof: PaymentProof, bookingId: string): Promise<Verification> {
  const answer = await callFunction('verify-payment', {
    payment_id: proof.paymentId,
    order_id: proof.orderId,
    signature: proof.signature,
    booking_id: bookingId,
  });
  const { verified, error } = (answer ?? {}) as { verified?: unknown; error?: unknown };
  return { verified: verified === true, error: typeof error === 'string' ? error : null };
}

/** verifyPayment, called again after failures that may pass (spec section 9: 2 retries 2 s apart, on mobile 3 and 3 s). */
export function verifyPaymentWithRetries(proof: PaymentProof, bookingId: string): Promise<Verification> {
  return withRetries(() => verifyPayment(proof, bookingId), verifyRetries(isMobile()));
}
