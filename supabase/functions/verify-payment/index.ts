import { z } from 'zod';
import { functionErrors } from '#copy/functions.ts';
import { requireUser } from '#functions/_shared/auth.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readBody, serviceUnavailable } from '#functions/_shared/http.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { fetchPayment, isPaymentSignature, type RazorpayPayment } from '#functions/_shared/razorpay.ts';

/** The request's body (spec section 7). */
export const verifyPaymentBody = z.object({
  payment_id: z.string().regex(/^pay_[A-Za-z0-9]{1,36}$/),
  order_id: z.string().regex(/^order_[A-Za-z0-9]{1,36}$/),
  signature: z.string().min(1).max(512),
  booking_id: z.guid().nullish(),
});
type Claim = z.output<typeof verifyPaymentBody>;

/**
 * Turns a paid order into its booking (spec section 7). `verified: true`: the booking can be read; `verified: false`
 * is final; anything that may still change is a 5xx, which the browser repeats. Idempotent. `refund: true`: the payment
 * is being refunded, because the slot was no longer free.
 */
export default createHandler('verify-payment', async (request) => {
  const user = await requireUser(request);
  const claim = await readBody(request, verifyPaymentBody);
  await requireOwnOrder(claim, user.id);

  // The lookup was by equality, so this order id is the stored one.
  const proof = { orderId: claim.order_id, paymentId: claim.payment_id };
  if (!(await isPaymentSignature(proof, claim.signature, readEnv('RAZORPAY_KEY_SECRET')))) {
    throw refuse(400, functionErrors.signatureMismatch);
  }
  const payment = await callProvider(claim.payment_id);
  requireCaptured(payment, claim);
  return settle(payment, claim);
});

async function requireOwnOrder(claim: Claim, userId: string): Promise<void> {
  const order = await query(
    serviceClient().rpc('find_payment_order', { p_provider_order_id: claim.order_id }).maybeSingle(),
  );
  if (!order) throw refuse(404, functionErrors.orderNotFound);
  if (order.user_id !== userId) throw refuse(403, functionErrors.orderOfAnother);
  if (claim.booking_id && claim.booking_id.toLowerCase() !== order.booking_id) {
    throw refuse(400, functionErrors.orderOfAnotherBooking);
  }
}

async function callProvider(paymentId: string): Promise<RazorpayPayment> {
  try {
    return await fetchPayment(paymentId);
  } catch (error) {
    if (error instanceof ProviderRefused) throw refuse(400, functionErrors.paymentNotFound);
    if (error instanceof ProviderUnavailable) {
      logProblem('warn', 'A payment could not be looked up', { payment: paymentId, error: error.message });
      throw serviceUnavailable(functionErrors.providerUnreachable);
    }
    throw error;
  }
}

/** A captured payment of another amount passes here: settling it refunds it. */
function requireCaptured(payment: RazorpayPayment, claim: Claim): void {
  if (payment.id !== claim.payment_id || payment.order_id !== claim.order_id) {
    throw refuse(400, functionErrors.paymentOfAnotherOrder);
  }
  switch (payment.status) {
    case 'created':
    case 'authorized':
      throw serviceUnavailable(functionErrors.paymentPending);
    case 'failed':
      throw refuse(400, functionErrors.paymentNotCompleted);
    case 'refunded':
      // Settling a refunded payment could give a session away.
      throw refuse(200, functionErrors.alreadyRefunded, { refund: true });
  }
}

async function settle(payment: RazorpayPayment, claim: Claim) {
  const database = serviceClient();
  const settled = await query(
    database
      .rpc('settle_payment', {
        p_provider_order_id: claim.order_id,
        p_payment_id: payment.id,
        p_amount_paise: payment.amount,
        p_currency: payment.currency,
        ...(payment.method && { p_method: payment.method }),
      })
      .single(),
  );
  if (settled.outcome !== 'booked') {
    throw refuse(200, functionErrors.refundReasons[settled.reason] ?? functionErrors.refunded, { refund: true });
  }
  const booking = await query(database.from('bookings').select('id').eq('id', settled.booking_id).maybeSingle());
  if (!booking) throw serviceUnavailable();
  return { verified: true, booking_id: booking.id };
}

function refuse(status: number, sentence: string, fields: { refund?: true } = {}): HttpError {
  return new HttpError(status, sentence, { fields: { verified: false, ...fields } });
}
