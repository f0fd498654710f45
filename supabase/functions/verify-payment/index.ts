import { z } from 'zod';
import { functionErrors } from '#copy/shell/functions.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readBody, serviceUnavailable } from '#functions/_shared/http.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { fetchPayment, isPaymentSignature, type RazorpayPayment } from '#functions/_shared/money/razorpay.ts';
import { requireUser, requireUserAnd } from '#functions/_shared/people/auth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';

/** The request's body. */
export const verifyPaymentBody = z.object({
  payment_id: z.string().regex(/^pay_[A-Za-z0-9]{1,36}$/),
  order_id: z.string().regex(/^order_[A-Za-z0-9]{1,36}$/),
  signature: z.string().min(1).max(512),
  booking_id: z.guid().nullish(),
});
type Claim = z.output<typeof verifyPaymentBody>;

/**
 * Turns a paid order into its booking (docs/product/payments.md#settling). `verified: true`: the booking can be read;
 * `verified: false` is final; anything that may still change is a 5xx, which the browser repeats. Idempotent.
 * `refund: true`: the payment is being refunded, because the slot was no longer free.
 */
export default createHandler('verify-payment', async (request) => {
  const claim = await readBody(request, verifyPaymentBody).catch(async (error: unknown) => {
    // Who is not signed in hears that, and not what is wrong with the request.
    await requireUser(request);
    throw error;
  });
  await requireOwnOrder(request, claim);

  // The lookup was by equality, so this order id is the stored one.
  const proof = { orderId: claim.order_id, paymentId: claim.payment_id };
  if (!(await isPaymentSignature(proof, claim.signature, readEnv('RAZORPAY_KEY_SECRET')))) {
    throw refuse(400, functionErrors.signatureMismatch);
  }
  const payment = await callProvider(claim.payment_id);
  requireCaptured(payment, claim);
  return settle(payment, claim);
});

/** What the function my_order says beside the session. */
type OwnOrder = { order_is: 'unknown' | "another's" } | { order_is: 'own'; booking_id: string };

async function requireOwnOrder(request: Request, claim: Claim): Promise<void> {
  const order = await requireUserAnd<OwnOrder>(request, (client) =>
    client.rpc('my_order', { p_provider_order_id: claim.order_id }),
  );
  if (order.order_is !== 'own') {
    const isUnknown = order.order_is === 'unknown';
    throw isUnknown ? refuse(404, functionErrors.orderNotFound) : refuse(403, functionErrors.orderOfAnother);
  }
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
  const settled = await query(
    serviceClient()
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
  // It is stored: the answer came after the end of its transaction, and no booking of a payment can be deleted.
  return { verified: true, booking_id: settled.booking_id };
}

function refuse(status: number, sentence: string, fields: { refund?: true } = {}): HttpError {
  return new HttpError(status, sentence, { fields: { verified: false, ...fields } });
}
