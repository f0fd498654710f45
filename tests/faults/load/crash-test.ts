import { setTimeout as pause } from 'node:timers/promises';
import { noteWhetherAway } from '#host/lite/database-away.ts';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import type { Slot } from '../../kit/builders.ts';
import { drain } from './drain.ts';
import { assertReconciled } from './reconciliation-assertions.ts';
import type { Results } from './results.ts';
import { type Counters, callTolerantly, describeCounters, unexpectedErrors } from './retrying-client.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { createSlotPool } from './slot-pool.ts';
import type { Topology } from './topologies.ts';

const BUYERS = 12;
/** Enough for the longest run: a person may begin twenty orders a day. */
const FOUNDERS_A_BUYER = 24;
const TARGETS = {
  embedded: ['host', 'postgres', 'host and postgres'],
  'two-hosts': ['host', 'postgres', 'both hosts', 'host and postgres', 'everything'],
} as const;

interface Buyers {
  acknowledged: string[];
  counters: Counters;
  stop(): Promise<void>;
}

/** Buyers buy without pause while hosts and the database are killed again and again. */
export async function killUnderLoad(
  topology: Topology,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<Results> {
  const startedAt = new Date();
  const random = createSeededRandom(seed);
  const slots = await createSlotPool(topology.sql(), { mentors: 20, days: 40 });
  const failures: string[] = [];
  const killed = new Map<string, number>();
  const before = { acknowledged: 0 };
  let slowestRecovery = 0;
  const buyers = await startBuyers(topology, slots, seed);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await waitForSales(buyers, before.acknowledged + 3);
      await pause(random.below(1_500));
      const target = random.pick(TARGETS[topology.name]);
      killed.set(target, (killed.get(target) ?? 0) + 1);
      await kill(topology, target, random);
      const killedAt = performance.now();
      await pause(random.below(500));
      await topology.recover();
      const acknowledged = [...buyers.acknowledged];
      before.acknowledged = acknowledged.length;
      // The first sale after the kill ends the recovery.
      await waitForSales(buyers, acknowledged.length + 1);
      const recovery = (performance.now() - killedAt) / 1000;
      slowestRecovery = Math.max(slowestRecovery, recovery);
      const [lost, broken] = await whenItAnswers(() =>
        Promise.all([
          topology.sql()`
            select id from unnest(${acknowledged}::uuid[]) id
            where not exists (select from public.bookings b where b.id = id)`,
          topology.sql()`select rule, subject from private.invariant_violations`,
        ]),
      );
      if (lost.length > 0) failures.push(`round ${round} (${target}): ${lost.length} acknowledged bookings lost`);
      for (const { rule, subject } of broken) failures.push(`round ${round} (${target}): ${rule} ${subject}`);
      console.log(
        `  round ${round}: killed ${target}; ${acknowledged.length} acknowledged, ${lost.length} ` +
          `lost, sells again after ${recovery.toFixed(1)} s`,
      );
    }
  } catch (error) {
    for (const host of topology.hosts()) console.error(`The last output of a host:\n${host.output().slice(-3_000)}`);
    throw error;
  } finally {
    await buyers.stop();
  }
  await drain(topology);
  const reconciliation = await assertReconciled(topology, startedAt, buyers.acknowledged);
  return {
    title: `${rounds} rounds of kill -9 under load`,
    topology: topology.title,
    rows: [
      ['seed', String(seed)],
      ['killed', [...killed].map(([target, times]) => `${target}: ${times}`).join(', ')],
      ['buyers at once', String(BUYERS)],
      ['answers', describeCounters(buyers.counters)],
      ['from the kill to the next sale, at most', `${slowestRecovery.toFixed(1)} s`],
      ...reconciliation.rows,
    ],
    failures: [...failures, ...unexpectedErrors(buyers.counters), ...reconciliation.failures],
  };
}

async function kill(
  topology: Topology,
  target: (typeof TARGETS)[keyof typeof TARGETS][number],
  random: SeededRandom,
): Promise<void> {
  const hosts = topology.hosts().length;
  const one = random.below(hosts);
  if (target === 'host' || target === 'host and postgres') await topology.killHost(one);
  if (target === 'both hosts' || target === 'everything') {
    await Promise.all(Array.from({ length: hosts }, (_, index) => topology.killHost(index)));
  }
  if (target === 'postgres' || target === 'host and postgres' || target === 'everything') await topology.killPostgres();
}

/** An answer to a sale from before the kill may arrive while the database still starts. */
async function whenItAnswers<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!noteWhetherAway(error) || Date.now() > giveUpAt) throw error;
      await pause(200);
    }
  }
}

async function waitForSales(buyers: Buyers, count: number): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (buyers.acknowledged.length < count) {
    if (Date.now() > giveUpAt) throw new Error(`No sale for two minutes: ${describeCounters(buyers.counters)}`);
    await pause(50);
  }
}

async function startBuyers(topology: Topology, slots: Slot[], seed: number): Promise<Buyers> {
  const app = topology.apps()[0] as AppClient;
  const founders: Founder[] = [];
  for (let n = 0; n < BUYERS * FOUNDERS_A_BUYER; n += 1) founders.push(await app.addFounder());
  const buyers = { acknowledged: [] as string[], counters: new Map() as Counters, isOpen: true };
  const lanes = Array.from({ length: BUYERS }, (_, lane) =>
    buyRepeatedly(
      topology,
      buyers,
      slots,
      founders.slice(lane * FOUNDERS_A_BUYER, (lane + 1) * FOUNDERS_A_BUYER),
      createSeededRandom(seed + lane + 1),
    ),
  );
  return {
    acknowledged: buyers.acknowledged,
    counters: buyers.counters,
    async stop() {
      buyers.isOpen = false;
      await Promise.all(lanes);
    },
  };
}

/** One buyer after another; each buys one session and may give up at any point. */
async function buyRepeatedly(
  topology: Topology,
  buyers: { acknowledged: string[]; counters: Counters; isOpen: boolean },
  slots: Slot[],
  founders: Founder[],
  random: SeededRandom,
): Promise<void> {
  for (let turn = 0; buyers.isOpen; turn += 1) {
    const slot = slots.pop();
    const founder = founders[turn % founders.length];
    if (!slot || !founder) throw new Error('The slot pool is empty');
    const ask = (name: string, call: (app: AppClient) => ReturnType<AppClient['request']>) =>
      callTolerantly(name, buyers.counters, () => call(random.pick(topology.apps())));
    const retry = async (times: number, act: () => Promise<{ status: number; body: unknown }>) => {
      for (let time = 0; time < times && buyers.isOpen; time += 1) {
        const answer = await act();
        if (answer.status > 0 && answer.status < 500) return answer;
        await pause(100 + random.below(300));
      }
      return undefined;
    };

    const ordered = await retry(40, () =>
      ask('create-payment-order', (app) => app.call('create-payment-order', app.orderRequest(founder, slot), founder)),
    );
    if (ordered?.status !== 200) continue;
    const order = ordered.body as { id: string; booking_id: string };
    const paid = await retry(3, () => ask('pay', (app) => app.pay(order.id)));
    const proof = paid?.body as { razorpay_payment_id?: string; razorpay_signature?: string } | undefined;
    // The answer was lost, or this browser is closed: the provider's event or the reconciler has to do it.
    if (!proof?.razorpay_payment_id || random.chance(15)) continue;
    const claim = {
      payment_id: proof.razorpay_payment_id,
      order_id: order.id,
      signature: proof.razorpay_signature,
      booking_id: order.booking_id,
    };
    const verified = await retry(40, () => ask('verify-payment', (app) => app.call('verify-payment', claim, founder)));
    const answer = verified?.body as { verified?: boolean; booking_id?: string } | undefined;
    if (answer?.verified && answer.booking_id) buyers.acknowledged.push(answer.booking_id);
  }
}
