import type { Sql, TransactionSql } from 'postgres';
import { signWebhook } from '#functions/_shared/razorpay-signature.ts';
import { makeId } from './ids.ts';

/** Events of the stand-in: written with the change that caused them, sent to the webhook when somebody says so. */

export interface Delivery {
  id: string;
  event: string;
  /** What the webhook answered; 0 when it did not. */
  status: number;
}

const DELIVERY_TIMEOUT_MS = 5000;

export async function recordEvent(
  tx: TransactionSql,
  event: string,
  entities: Record<string, object>,
): Promise<void> {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_SandboxPoint00',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: Math.floor(Date.now() / 1000),
  });
  await tx`insert into sandbox.razorpay_events (id, event, body) values (${makeId('evt')}, ${event}, ${body})`;
}

/** Sends what was not delivered yet, as the provider would: signed, at least once, and on request out of order. */
export async function deliverEvents(
  sql: Sql,
  to: { url: string; secret: string },
  disorder: { isRepeated: boolean; isReversed: boolean },
): Promise<Delivery[]> {
  const events = await sql<{ id: string; event: string; body: string }[]>`
    select id, event, body from sandbox.razorpay_events where delivered_at is null order by position`;
  const order = disorder.isReversed ? events.toReversed() : [...events];
  const deliveries: Delivery[] = [];
  for (const { id, event, body } of order) {
    for (let time = 0; time < (disorder.isRepeated ? 2 : 1); time += 1) {
      const status = await deliver(id, body, to);
      deliveries.push({ id, event, status });
      if (status >= 200 && status < 300) {
        await sql`update sandbox.razorpay_events set delivered_at = now() where id = ${id}`;
      }
    }
  }
  return deliveries;
}

async function deliver(id: string, body: string, to: { url: string; secret: string }): Promise<number> {
  try {
    const response = await fetch(to.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': await signWebhook(body, to.secret),
      },
      body,
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}
