import { Hono } from 'hono';
import { invalidRequest } from './errors.ts';
import { type Faults, faultShape } from './faults.ts';

/** Levers that no real provider has: tell the stand-in to misbehave. */
export function createControlApi(faults: Faults): Hono {
  const api = new Hono();
  api.get('/faults', async (c) => c.json(await faults.list()));
  api.post('/faults', async (c) => {
    const fault = faultShape.safeParse(await c.req.json().catch(() => undefined));
    if (!fault.success) throw invalidRequest('The fault is not one that this stand-in can have');
    await faults.add(fault.data);
    return c.json(await faults.list(), 201);
  });
  api.delete('/faults', async (c) => {
    await faults.clear();
    return c.body(null, 204);
  });
  return api;
}
