import { setTimeout as pause } from 'node:timers/promises';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import { endRefund, retryFailedRefunds } from './drain.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Topology } from './topologies.ts';

/** Faults of the stand-in, each equally likely; `is_after` loses the answer after the work is done. */
const FAULTS = [
  { operation: 'order.create', kind: 'fail', status: 500 },
  { operation: 'order.create', kind: 'fail', status: 502, is_after: true },
  { operation: 'order.create', kind: 'delay', delay_ms: 700 },
  { operation: 'payment.fetch', kind: 'fail', status: 503 },
  { operation: 'payment.fetch', kind: 'fail', status: 429 },
  { operation: 'payment.fetch', kind: 'delay', delay_ms: 900 },
  // Longer than we wait for the provider.
  { operation: 'payment.fetch', kind: 'delay', delay_ms: 6_500 },
  { operation: 'order.payments', kind: 'fail', status: 500 },
  { operation: 'refund.create', kind: 'fail', status: 500 },
  { operation: 'refund.create', kind: 'fail', status: 500, is_after: true },
  { operation: 'refund.create', kind: 'fail', status: 409 },
  { operation: 'refund.create', kind: 'fail', status: 400 },
  { operation: 'refund.create', kind: 'pend', times: 4 },
  { operation: 'payment.refunds', kind: 'fail', status: 500 },
  { operation: 'webhook.deliver', kind: 'fail', status: 500 },
  { operation: 'webhook.deliver', kind: 'fail', status: 500, is_after: true },
  { operation: 'webhook.deliver', kind: 'delay', delay_ms: 1_500 },
  { operation: 'webhook.deliver', kind: 'repeat', times: 2 },
  { operation: 'webhook.deliver', kind: 'reorder', times: 2 },
  { operation: 'webhook.deliver', kind: 'lose', times: 2 },
] as const;

/** Jobs that write e-mails or calendar events: most of the work, and not part of this test. */
const MAIL_AND_CALENDAR_JOBS = "kind = 'email' or (kind like 'booking\\_%' and kind <> 'booking_reminder')";

export interface FaultInjector {
  faults: number;
  /** An administrator, as whom failed refunds are asked for again. */
  administrator: Founder;
  stop(): Promise<void>;
}

/** Injects faults of the provider and the bank at random, delivers its events, and shortens waits, while buyers buy. */
export async function startFaultInjector(topology: Topology, random: SeededRandom): Promise<FaultInjector> {
  const sql = topology.sql();
  const administrator = await (topology.apps()[0] as AppClient).addAdministrator();
  const injector = { faults: 0, isOn: true };
  const again = async (everyMs: number, act: () => Promise<unknown>) => {
    while (injector.isOn) {
      await act();
      await pause(everyMs);
    }
  };
  const loops = [
    again(800, async () => {
      const { times = 1 + random.below(3), ...fault } = { ...random.pick(FAULTS) } as {
        times?: number;
        operation: string;
        kind: string;
      };
      await random.pick(topology.apps()).fault({ ...fault, times });
      injector.faults += times;
    }),
    ...topology.apps().map((app) => again(500, () => app.deliverEvents())),
    again(1_000, () =>
      sql.unsafe(
        `update private.outbox set run_at = now() + interval '1 day' where state = 'ready' and ` +
          `run_at < now() + interval '1 hour' and (${MAIL_AND_CALENDAR_JOBS})`,
      ),
    ),
    // Holds end after 15 minutes, and tries are repeated after growing pauses: here after seconds.
    again(3_000, async () => {
      await sql`
        update private.slot_claims set expires_at = now()
        where kind = 'hold' and released_at is null and expires_at > now()
          and created_at < now() - interval '60 seconds'`;
      await sql`
        update private.order_checks c set next_check_at = now()
        from private.payment_orders o
        where o.id = c.order_id and o.created_at < now() - interval '40 seconds' and c.next_check_at > now()
          and c.answer is null`;
      await sql`
        update private.outbox set run_at = now()
        where state = 'ready' and run_at > now() and kind in ('refund', 'webhook_event')`;
    }),
    ...topology.apps().map((app) => again(1_000, () => app.runJobs())),
    again(2_000, async () => {
      const pending = await sql`select id from sandbox.razorpay_refunds where status = 'pending' order by id`;
      for (const { id } of pending)
        await endRefund(random.pick(topology.apps()), id, random.chance(30) ? 'failed' : 'processed');
      await retryFailedRefunds(topology, administrator);
    }),
  ];
  return {
    administrator,
    get faults() {
      return injector.faults;
    },
    async stop() {
      injector.isOn = false;
      await Promise.all(loops);
    },
  };
}
