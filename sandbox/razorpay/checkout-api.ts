import { Hono } from 'hono';
import { z } from 'zod';
import { signPayment } from '#functions/_shared/razorpay.ts';
import { authenticationFailed } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { read } from './provider-api.ts';

const orderShape = z.object({ key_id: z.string(), order_id: z.string() });
const paymentShape = orderShape.extend({
  method: z.enum(['upi', 'card', 'netbanking']).default('upi'),
  outcome: z.enum(['captured', 'authorized', 'failed']).default('captured'),
  email: z.string().max(320).nullish(),
  contact: z.string().max(40).nullish(),
  description: z.string().max(2048).nullish(),
});

/** What the checkout dialog calls from the browser. It knows the public key id only, and pays with a click. */
export function createCheckoutApi({
  ledger,
  keys,
}: {
  ledger: Ledger;
  keys: { keyId: string; keySecret: string };
}): Hono {
  const api = new Hono();

  api.post('/order', async (c) => {
    const body = await read(c, orderShape);
    if (body.key_id !== keys.keyId) throw authenticationFailed();
    const { id, amount, currency, status } = await ledger.order(body.order_id);
    return c.json({ id, amount, currency, status });
  });

  api.post('/payments', async (c) => {
    const body = await read(c, paymentShape);
    if (body.key_id !== keys.keyId) throw authenticationFailed();
    const payment = await ledger.pay({
      orderId: body.order_id,
      method: body.method,
      outcome: body.outcome,
      email: body.email ?? null,
      contact: body.contact ?? null,
      description: body.description ?? null,
    });
    if (payment.error) return c.json({ error: payment.error }, 400);
    const proof = { orderId: payment.order_id, paymentId: payment.id };
    return c.json({
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: await signPayment(proof, keys.keySecret),
    });
  });
  return api;
}
