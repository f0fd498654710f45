import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { RazorpayFailure } from './errors.ts';
import { type Faults, faultShape } from './faults.ts';
import { read } from './provider-api.ts';
import { deliverEvents } from './webhooks.ts';

/** Levers that no real provider has: tell the stand-in to misbehave, and to send its webhook events now. */
export function createControlApi({
  sql,
  faults,
  webhook,
}: {
  sql: Sql;
  faults: Faults;
  webhook: { url: string | undefined; secret: string };
}): Hono {
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
    const deliveries = await faults.around('webhook.deliver', async () =>
      deliverEvents(sql, { url, secret }, await faults.disorder()),
    );
    return c.json(deliveries);
  });
  return api;
}
