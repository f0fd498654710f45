import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { showPayment, showRefund } from './entities.ts';
import { RazorpayFailure } from './errors.ts';
import { type Faults, faultShape } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { read } from './provider-api.ts';
import { deliverEvents } from './webhooks.ts';

const paymentStepShape = z.object({ status: z.enum(['authorized', 'refunded']) });
const refundStepShape = z.object({ status: z.enum(['processed', 'failed']) });

/**
 * Controls that no real provider has: tell the stand-in to misbehave, be the bank, and have the webhook events sent
 * now.
 */
export function createControlApi(parts: {
  sql: Sql;
  ledger: Ledger;
  faults: Faults;
  webhook: { url: string | undefined; secret: string };
}): Hono {
  const { sql, ledger, faults, webhook } = parts;
  const api = new Hono();
  api.get('/faults', async (c) => c.json(await faults.list()));
  api.post('/faults', async (c) => {
    await faults.add(await read(c, faultShape));
    return c.json(await faults.list(), 201);
  });
  api.delete('/faults', async (c) => {
    await faults.clear();
    return c.body(null, 204);
  });
  api.post('/webhooks/deliver', async (c) => {
    if (!webhook.url) throw new RazorpayFailure(409, { description: 'No webhook address is configured' });
    const { url, secret } = webhook;
    const deliveries = await faults.around('webhook.deliver', () =>
      deliverEvents(sql, { url, secret }, faults, { isEverything: true }),
    );
    return c.json(deliveries);
  });
  api.post('/bank/payments/:id', async (c) => {
    const { status } = await read(c, paymentStepShape);
    const id = c.req.param('id');
    return c.json(showPayment(status === 'authorized' ? await ledger.authorizeLate(id) : await ledger.lapse(id)));
  });
  api.post('/bank/refunds/:id', async (c) => {
    const { status } = await read(c, refundStepShape);
    return c.json(showRefund(await ledger.endRefund(c.req.param('id'), status)));
  });
  return api;
}
