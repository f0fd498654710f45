import { setTimeout as pause } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { signWebhook } from '#functions/_shared/money/razorpay.ts';
import type { SandboxLog } from '../log.ts';
import type { Faults } from './faults.ts';
import { makeId } from './ids.ts';

/** Events of the stand-in: written with the change that caused them, and sent to the webhook until it takes them. */

export interface Delivery {
  id: string;
  event: string;
  /** What the webhook answered; 0 when it did not. */
  status: number;
}

export type WebhookAddress = { url: string; secret: string };

/** The provider counts an answer that takes longer as none. */
const DELIVERY_TIMEOUT_MS = 5000;
/** How long another host leaves alone what this one is sending. */
const LEASE_SECONDS = 60;
const BATCH = 50;

export async function recordEvent(tx: TransactionSql, event: string, entities: Record<string, object>): Promise<void> {
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

/**
 * Sends what the webhook has not taken yet, as the provider would: signed, at least once, again after growing pauses
 * for a day, and, when a fault says so, twice, in the wrong order, or never.
 *
 * @param options.isEverything also what waits for its next try
 */
export async function deliverEvents(
  sql: Sql,
  to: WebhookAddress,
  faults: Faults,
  options: { isEverything: boolean },
): Promise<Delivery[]> {
  const events = await sql<{ id: string; event: string; body: string; position: string }[]>`
    update sandbox.razorpay_events
    set attempts = attempts + 1, next_attempt_at = now() + ${LEASE_SECONDS} * interval '1 second'
    where id in (
      select id from sandbox.razorpay_events
      where delivered_at is null and (${options.isEverything} or next_attempt_at <= now())
        and recorded_at > now() - interval '1 day'
      order by position limit ${BATCH} for update skip locked
    )
    returning id, event, body, position`;
  if (events.length === 0) return [];
  const disorder = await faults.disorder();
  const sorted = [...events].sort((a, b) => Number(a.position) - Number(b.position));
  const deliveries: Delivery[] = [];
  for (const { id, event, body } of disorder.isReversed ? sorted.toReversed() : sorted) {
    if (disorder.isLost) {
      await sql`update sandbox.razorpay_events set delivered_at = now() where id = ${id}`;
      continue;
    }
    for (let time = 0; time < (disorder.isRepeated ? 2 : 1); time += 1) {
      const status = await deliver(id, body, to);
      deliveries.push({ id, event, status });
      await noteDelivery(sql, id, status >= 200 && status < 300);
    }
  }
  return deliveries;
}

async function noteDelivery(sql: Sql, id: string, isTaken: boolean): Promise<void> {
  if (isTaken) await sql`update sandbox.razorpay_events set delivered_at = now() where id = ${id}`;
  else {
    // 2 s, 4 s, 8 s … up to an hour.
    await sql`
      update sandbox.razorpay_events
      set next_attempt_at = now() + least(interval '1 second' * power(2, least(attempts, 12)), interval '1 hour')
      where id = ${id}`;
  }
}

async function deliver(id: string, body: string, to: WebhookAddress): Promise<number> {
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

/** Sends what is due, again and again. */
export function startSendingEvents(options: {
  sql: Sql;
  to: WebhookAddress;
  faults: Faults;
  log: SandboxLog;
  everyMs: number;
}): { stop(): Promise<void> } {
  const { sql, to, faults, log, everyMs } = options;
  const ending = new AbortController();
  const round = async () => {
    try {
      await faults.around('webhook.deliver', () => deliverEvents(sql, to, faults, { isEverything: false }));
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ err: error }, 'the payment sandbox could not send its events');
    }
  };
  const sendUntilStopped = async () => {
    for (;;) {
      await pause(everyMs, undefined, { signal: ending.signal });
      await round();
    }
  };
  const sending = sendUntilStopped().catch(() => {}); // The pause that is under way fails when sending is stopped.
  return {
    async stop() {
      ending.abort();
      await sending;
    },
  };
}
