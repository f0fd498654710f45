import { setTimeout as pause } from 'node:timers/promises';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import type { Topology } from './topologies.ts';

/** A long run leaves thousands of events, and one sender sends 20 a second. */
const SENDERS = 8;
/** So often a round may settle nothing before what is left counts as stuck. */
const MOST_IDLE_ROUNDS = 150;
const COMPARISON_ROUNDS = 150;
/** Jobs that write e-mails or calendar events are not part of the load; the other nightly jobs are not due. */
const NOT_NOW = [
  ...['email', 'booking_submitted', 'booking_confirmed', 'booking_rescheduled', 'booking_rejected'],
  ...['booking_cancelled', 'booking_completed', 'booking_reminder', 'booking_calendar_late', 'hide_guests'],
  ...['compare_money', 'sweep_files', 'check_audit_chain', 'apply_retention', 'count_figures', 'count_promise'],
];

/**
 * Ends all faults and works off what is left: pending jobs, events and refunds, retries of failed refunds, and one
 * reconciliation run.
 *
 * @returns how many refunds the bank had failed
 */
export async function drain(topology: Topology): Promise<{ failedRefunds: number }> {
  const app = topology.apps()[0] as AppClient;
  const administrator = await app.addAdministrator();
  await app.request('/sandbox/razorpay/faults', { method: 'DELETE' });
  const failedRefunds = await drainJobs(topology, administrator);
  await passAnHour(topology);
  await compare(topology);
  return { failedRefunds: failedRefunds + (await drainJobs(topology, administrator)) };
}

async function drainJobs(topology: Topology, administrator: Founder): Promise<number> {
  const sql = topology.sql();
  let failedRefunds = 0;
  let left: readonly object[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (let idle = 0; idle < MOST_IDLE_ROUNDS; idle += 1) {
    await Promise.all(topology.apps().flatMap((app) => Array.from({ length: SENDERS }, () => app.deliverEvents())));
    await sql`
      update private.outbox set run_at = now()
      where state = 'ready' and run_at > now() and not kind = any (${NOT_NOW})`;
    await sql`update private.order_checks set next_check_at = now() where next_check_at > now() and answer is null`;
    await Promise.all(topology.apps().map((app) => app.runJobs()));
    failedRefunds += await retryFailedRefunds(topology, administrator);
    const pending = await sql`select id from sandbox.razorpay_refunds where status = 'pending'`;
    for (const { id } of pending) await endRefund(topology.apps()[0] as AppClient, id);
    left = await sql`
      select 'event' as what, event as kind, null as detail from sandbox.razorpay_events where delivered_at is null
      union all
      select 'job', kind, last_error from private.outbox where state = 'ready' and not kind = any (${NOT_NOW})
      union all
      select 'order check', order_id::text, answer from private.order_checks
        where next_check_at is not null and answer is null
      union all
      select 'refund', payment_id, failure_reason from private.refunds where state in ('queued', 'failed')`;
    if (left.length === 0) return failedRefunds;
    if (left.length < fewest) idle = 0;
    fewest = Math.min(fewest, left.length);
    await pause(50);
  }
  throw new Error(`${left.length} things never settle: ${JSON.stringify(left.slice(0, 5))}`);
}

/** As an administrator does it who reads the list of failed refunds. */
export async function retryFailedRefunds(topology: Topology, administrator: Founder): Promise<number> {
  const app = topology.apps()[0] as AppClient;
  const failed = await topology.sql()`select id from private.refunds where state = 'failed'`;
  for (const { id } of failed) await app.rest('rpc/retry_refund', { by: administrator, body: { p_refund_id: id } });
  return failed.length;
}

export async function endRefund(
  app: AppClient,
  id: string,
  status: 'processed' | 'failed' = 'processed',
): Promise<void> {
  await app.request(`/sandbox/razorpay/bank/refunds/${id}`, { method: 'POST', body: JSON.stringify({ status }) });
}

/** The night's comparison leaves out what is younger than 20 minutes: it may still be in progress. */
async function passAnHour(topology: Topology): Promise<void> {
  const sql = topology.sql();
  await sql`update sandbox.razorpay_payments set created_at = created_at - interval '1 hour'`;
  await sql`update sandbox.razorpay_refunds set created_at = created_at - interval '1 hour'`;
  await sql`update private.payments set captured_at = captured_at - interval '1 hour'`;
}

async function compare(topology: Topology): Promise<void> {
  const sql = topology.sql();
  await sql`
    select private.enqueue_job('compare_money',
      jsonb_build_object('day', private.today(), 'stage', 'payments', 'skip', 0), 'compare_money:' || private.today())`;
  for (let round = 0; round < COMPARISON_ROUNDS; round += 1) {
    await sql`
      update private.outbox set run_at = now()
      where kind = 'compare_money' and state = 'ready' and payload ->> 'day' = private.today()::text`;
    await (topology.apps()[0] as AppClient).runJobs();
    const [night] = await sql`select finished_at from private.comparisons where day = private.today()`;
    if (night?.finished_at) return;
  }
  throw new Error('The comparison did not come to its end');
}
