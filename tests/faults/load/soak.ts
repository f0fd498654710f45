import { setTimeout as pause } from 'node:timers/promises';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import { drain } from './drain.ts';
import { startFaultInjector } from './fault-injector.ts';
import { assertReconciled } from './reconciliation-assertions.ts';
import type { Results } from './results.ts';
import { describeCounters, unexpectedErrors } from './retrying-client.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createSlotPool } from './slot-pool.ts';
import { runBuyer, type SoakContext } from './soak-buyer.ts';
import type { Topology } from './topologies.ts';

const LANES = 24;
const FOUNDERS_A_LANE = 6;
/** A person may begin twenty orders a day: after so many the lane goes on with other people. */
const ORDERS_A_FOUNDER = 15;

/** Buyers one after another until so many payments were captured, with random faults. */
export async function soak(
  topology: Topology,
  { payments, seed, minutes }: { payments: number; seed: number; minutes: number },
): Promise<Results> {
  const startedAt = new Date();
  const sql = topology.sql();
  const app = topology.apps()[0] as AppClient;
  const slotPool = await createSlotPool(sql, { mentors: 60, days: Math.ceil(payments / 480) + 5 });
  const injector = await startFaultInjector(topology, createSeededRandom(seed));
  const context: SoakContext = {
    topology,
    slotPool,
    wanted: [],
    administrator: injector.administrator,
    counters: new Map(),
    acknowledged: [],
  };
  const failures: string[] = [];
  const giveUpAt = Date.now() + minutes * 60_000;
  let captured = 0;
  let buyerCount = 0;
  const isOver = () => captured >= payments || Date.now() > giveUpAt;

  async function watch(): Promise<void> {
    let printed = Date.now();
    while (!isOver()) {
      const [row] = await sql`select count(*)::int as captured from sandbox.razorpay_payments where captured`;
      captured = row?.captured;
      if (Date.now() - printed > 30_000) {
        printed = Date.now();
        const broken = await sql`select rule, subject from private.invariant_violations`;
        for (const { rule, subject } of broken) failures.push(`in progress: ${rule} ${subject}`);
        console.log(
          `  ${captured} captured, ${buyerCount} buyers, ${injector.faults} faults, ${broken.length} violations`,
        );
      }
      await pause(1_000);
    }
  }

  async function lane(): Promise<void> {
    let founders: Founder[] = [];
    for (let turn = 0; !isOver(); turn += 1) {
      const buyer = buyerCount++;
      if (turn % (FOUNDERS_A_LANE * ORDERS_A_FOUNDER) === 0) {
        founders = await Promise.all(Array.from({ length: FOUNDERS_A_LANE }, () => app.addFounder()));
      }
      // A person has two holds at most, and those who leave theirs keep them: each lane goes round its own people.
      const founder = founders[turn % FOUNDERS_A_LANE] as Founder;
      await runBuyer(context, founder, createSeededRandom(seed + 7919 * (buyer + 1)));
    }
  }

  await Promise.all([watch(), ...Array.from({ length: LANES }, lane)]).finally(() => injector.stop());
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  // More than could be sent in the time: these never arrive.
  const lost = await sql`
    update sandbox.razorpay_events set delivered_at = now()
    where delivered_at is null and position < (select max(position) - 500 from sandbox.razorpay_events)`;
  const { failedRefunds } = await drain(topology);
  const reconciliation = await assertReconciled(topology, startedAt, context.acknowledged);
  const [counts] = await sql`
    select (select count(*) from sandbox.razorpay_events)::int as events,
      (select count(*) from private.webhook_events)::int as heard,
      (select count(*) from sandbox.razorpay_refunds where status = 'failed')::int as failed`;
  return {
    title: 'A soak of payments with random faults',
    topology: topology.title,
    rows: [
      ['seed', String(seed)],
      ['ended by', captured < payments ? `its time, ${minutes} minutes` : `its ${payments} payments`],
      ['buyers', `${buyerCount} in ${Math.round(seconds)} s, ${LANES} at once`],
      ['faults of the provider', String(injector.faults)],
      ['events of the provider, of which we heard', `${counts?.events}, ${counts?.heard}`],
      ['events that were never sent', String(lost.count)],
      ['refunds that the bank failed, retried at the end', `${counts?.failed}, ${failedRefunds}`],
      ['answers', describeCounters(context.counters)],
      ...reconciliation.rows,
    ],
    failures: [...failures, ...unexpectedErrors(context.counters), ...reconciliation.failures],
  };
}
