import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import { signPayment } from '#functions/_shared/money/razorpay.ts';
import { authenticationFailed } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { read } from './provider-api.ts';

const orderShape = z.object({ key_id: z.string(), order_id: z.string() });
const paymentShape = orderShape.extend({
  method: z.enum(['upi', 'card', 'netbanking']).default('upi'),
  outcome: z.enum(['captured', 'authorized', 'failed']).default('captured'),
  email: z.string().max(320).nullable().default(null),
  contact: z.string().max(40).nullable().default(null),
  description: z.string().max(2048).nullable().default(null),
});

/** What the checkout dialog calls from the browser. It knows the public key id only, and pays with a click. */
export function createCheckoutApi(parts: { ledger: Ledger; keys: { keyId: string; keySecret: string } }): Hono {
  const { ledger, keys } = parts;
  const api = new Hono();
  // As at the provider, any site's page may ask: it must know an order's id.
  api.use(cors());

  api.post('/order', async (c) => {
    const body = await read(c, orderShape);
    if (body.key_id !== keys.keyId) throw authenticationFailed();
    const { id, amount, currency, status } = await ledger.order(body.order_id);
    return c.json({ id, amount, currency, status });
  });

  api.post('/payments', async (c) => {
    const { key_id, order_id: orderId, ...attempt } = await read(c, paymentShape);
    if (key_id !== keys.keyId) throw authenticationFailed();
    const payment = await ledger.pay({ orderId, ...attempt });
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
