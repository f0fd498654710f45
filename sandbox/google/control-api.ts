import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Accounts } from './accounts.ts';
import { invalidRequest } from './errors.ts';
import { type Faults, faultShape } from './faults.ts';
import type { Grants } from './grants.ts';

const whoseShape = z.object({ email: z.email().optional() });

/**
 * Controls that no real provider has: tell the stand-in to misbehave, take every permission back as a person does in
 * their account's settings (`tokens/revoke`), and let access tokens expire before their time (`tokens/expire`).
 */
export function createControlApi(parts: { faults: Faults; grants: Grants; accounts: Accounts }): Hono {
  const { faults, grants, accounts } = parts;
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

  /** Those of all accounts, where the request names no `email`. */
  async function endTokens(c: Context, kinds: ('access' | 'refresh')[]) {
    const text = await c.req.text();
    const whose = whoseShape.safeParse(text === '' ? {} : parseJson(text));
    if (!whose.success) throw invalidRequest('The body may name an email, and nothing else');
    const { email } = whose.data;
    const account = email === undefined ? undefined : await accounts.findByEmail(email);
    if (email !== undefined && !account) throw invalidRequest('Nobody has this email here');
    await grants.end(kinds, account?.sub ?? null);
    return c.body(null, 204);
  }

  api.post('/tokens/revoke', (c) => endTokens(c, ['access', 'refresh']));
  api.post('/tokens/expire', (c) => endTokens(c, ['access']));
  return api;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
