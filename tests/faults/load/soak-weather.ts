import { setTimeout as pause } from 'node:timers/promises';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import type { Dice } from './dice.ts';
import { endRefund, retryFailedRefunds } from './settle-down.ts';
import type { Way } from './ways.ts';

/** What the stand-in does wrong, each about as often as the others; `is_after` is the answer that is lost after the work. */
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

/** Kinds of jobs that end in e-mails and the calendar: another test's business, and most of the work. */
const POST = "kind = 'email' or (kind like 'booking\\_%' and kind <> 'booking_reminder')";

export interface Weather {
  faults: number;
  /** An administrator, as whom failed refunds are asked for again. */
  administrator: Founder;
  stop(): Promise<void>;
}

/** Everything around the buyers, all at once: faults of the provider, its events, the bank, and time that passes faster. */
export async function startWeather(way: Way, dice: Dice): Promise<Weather> {
  const sql = way.sql();
  const administrator = await (way.apps()[0] as AppClient).addAdministrator();
  const weather = { faults: 0, isOn: true };
  const again = async (everyMs: number, act: () => Promise<unknown>) => {
    while (weather.isOn) {
      await act();
      await pause(everyMs);
    }
  };
  const loops = [
    again(800, async () => {
      const { times = 1 + dice.below(3), ...fault } = { ...dice.pick(FAULTS) } as {
        times?: number;
        operation: string;
        kind: string;
      };
      await dice.pick(way.apps()).fault({ ...fault, times });
      weather.faults += times;
    }),
    ...way.apps().map((app) => again(500, () => app.deliverEvents())),
    again(1_000, () =>
      sql.unsafe(
        `update private.outbox set run_at = now() + interval '1 day' where state = 'ready' and run_at < now() + interval '1 hour' and (${POST})`,
      ),
    ),
    // Holds end after 15 minutes, and tries are repeated after growing pauses: here after seconds.
    again(3_000, async () => {
      await sql`
        update private.slot_claims set expires_at = now()
        where kind = 'hold' and released_at is null and expires_at > now() and created_at < now() - interval '60 seconds'`;
      await sql`
        update private.order_checks c set next_check_at = now()
        from private.payment_orders o
        where o.id = c.order_id and o.created_at < now() - interval '40 seconds' and c.next_check_at > now() and c.answer is null`;
      await sql`update private.outbox set run_at = now() where state = 'ready' and run_at > now() and kind in ('refund', 'webhook_event')`;
    }),
    ...way.apps().map((app) => again(1_000, () => app.runJobs())),
    again(2_000, async () => {
      const pending = await sql`select id from sandbox.razorpay_refunds where status = 'pending' order by id`;
      for (const { id } of pending)
        await endRefund(dice.pick(way.apps()), id, dice.isIn(30) ? 'failed' : 'processed');
      await retryFailedRefunds(way, administrator);
    }),
  ];
  return {
    administrator,
    get faults() {
      return weather.faults;
    },
    async stop() {
      weather.isOn = false;
      await Promise.all(loops);
    },
  };
}
