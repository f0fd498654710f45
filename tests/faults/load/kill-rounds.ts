import { setTimeout as pause } from 'node:timers/promises';
import type { AppClient, Founder, Slot } from '../../kit/app-client.ts';
import { createDice, type Dice } from './dice.ts';
import type { Outcome } from './figures.ts';
import { describeTally, patiently, type Tally, unforeseen } from './patient-calls.ts';
import { reckon } from './reckoning.ts';
import { settleDown } from './settle-down.ts';
import { fillShelf } from './shelf.ts';
import type { Way } from './ways.ts';

const BUYERS = 12;
const VICTIMS = {
  embedded: ['host', 'postgres', 'host and postgres'],
  'two-hosts': ['host', 'postgres', 'both hosts', 'host and postgres', 'everything'],
} as const;

interface Crowd {
  acknowledged: string[];
  tally: Tally;
  stop(): Promise<void>;
}

/** Buyers who never stop buying, while hosts and the database are killed under them, again and again. */
export async function killUnderLoad(
  way: Way,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<Outcome> {
  const startedAt = new Date();
  const dice = createDice(seed);
  const slots = await fillShelf(way.sql(), { mentors: 20, days: 40 });
  const failures: string[] = [];
  const killed = new Map<string, number>();
  const before = { acknowledged: 0 };
  let slowestRecovery = 0;
  const crowd = await openCrowd(way, slots, seed);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await waitForSales(crowd, before.acknowledged + 3);
      await pause(dice.below(1_500));
      const victim = dice.pick(VICTIMS[way.name]);
      killed.set(victim, (killed.get(victim) ?? 0) + 1);
      await kill(way, victim, dice);
      const killedAt = performance.now();
      await pause(dice.below(500));
      await way.recover();
      const acknowledged = [...crowd.acknowledged];
      before.acknowledged = acknowledged.length;
      // The first sale after it is what a buyer would call "it works again".
      await waitForSales(crowd, acknowledged.length + 1);
      const recovery = (performance.now() - killedAt) / 1000;
      slowestRecovery = Math.max(slowestRecovery, recovery);
      const lost = await way.sql()`
        select id from unnest(${acknowledged}::uuid[]) id
        where not exists (select from public.bookings b where b.id = id)`;
      const broken = await way.sql()`select rule, subject from private.invariant_violations`;
      if (lost.length > 0)
        failures.push(`round ${round} (${victim}): ${lost.length} acknowledged bookings lost`);
      for (const { rule, subject } of broken) failures.push(`round ${round} (${victim}): ${rule} ${subject}`);
      console.log(
        `  round ${round}: killed ${victim}; ${acknowledged.length} acknowledged, ${lost.length} lost, sells again after ${recovery.toFixed(1)} s`,
      );
    }
  } catch (error) {
    for (const host of way.hosts())
      console.error(`The last words of a host:\n${host.output().slice(-3_000)}`);
    throw error;
  } finally {
    await crowd.stop();
  }
  await settleDown(way);
  const reckoning = await reckon(way, startedAt, crowd.acknowledged);
  return {
    title: `${rounds} rounds of kill -9 under load`,
    way: way.title,
    rows: [
      ['seed', String(seed)],
      ['killed', [...killed].map(([victim, times]) => `${victim}: ${times}`).join(', ')],
      ['buyers at once', String(BUYERS)],
      ['answers', describeTally(crowd.tally)],
      ['from the kill to the next sale, at most', `${slowestRecovery.toFixed(1)} s`],
      ...reckoning.rows,
    ],
    failures: [...failures, ...unforeseen(crowd.tally), ...reckoning.failures],
  };
}

async function kill(
  way: Way,
  victim: (typeof VICTIMS)[keyof typeof VICTIMS][number],
  dice: Dice,
): Promise<void> {
  const hosts = way.hosts().length;
  const one = dice.below(hosts);
  if (victim === 'host' || victim === 'host and postgres') await way.killHost(one);
  if (victim === 'both hosts' || victim === 'everything') {
    await Promise.all(Array.from({ length: hosts }, (_, index) => way.killHost(index)));
  }
  if (victim === 'postgres' || victim === 'host and postgres' || victim === 'everything')
    await way.killPostgres();
}

async function waitForSales(crowd: Crowd, count: number): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (crowd.acknowledged.length < count) {
    if (Date.now() > giveUpAt) throw new Error(`No sale for two minutes: ${describeTally(crowd.tally)}`);
    await pause(50);
  }
}

async function openCrowd(way: Way, slots: Slot[], seed: number): Promise<Crowd> {
  const app = way.apps()[0] as AppClient;
  const founders: Founder[] = [];
  for (let n = 0; n < BUYERS * 6; n += 1) founders.push(await app.addFounder());
  const crowd = { acknowledged: [] as string[], tally: new Map() as Tally, isOpen: true };
  const lanes = Array.from({ length: BUYERS }, (_, lane) =>
    buyOnAndOn(way, crowd, slots, founders.slice(lane * 6, lane * 6 + 6), createDice(seed + lane + 1)),
  );
  return {
    acknowledged: crowd.acknowledged,
    tally: crowd.tally,
    async stop() {
      crowd.isOpen = false;
      await Promise.all(lanes);
    },
  };
}

/** One buyer after another, each of whom buys one session and may lose patience at any point. */
async function buyOnAndOn(
  way: Way,
  crowd: { acknowledged: string[]; tally: Tally; isOpen: boolean },
  slots: Slot[],
  founders: Founder[],
  dice: Dice,
): Promise<void> {
  for (let turn = 0; crowd.isOpen; turn += 1) {
    const slot = slots.pop();
    const founder = founders[turn % founders.length];
    if (!slot || !founder) throw new Error('The shelf is empty');
    const ask = (name: string, call: (app: AppClient) => ReturnType<AppClient['request']>) =>
      patiently(name, crowd.tally, () => call(dice.pick(way.apps())));
    const insist = async (times: number, act: () => Promise<{ status: number; body: unknown }>) => {
      for (let time = 0; time < times && crowd.isOpen; time += 1) {
        const answer = await act();
        if (answer.status > 0 && answer.status < 500) return answer;
        await pause(100 + dice.below(300));
      }
      return undefined;
    };

    const ordered = await insist(40, () =>
      ask('create-payment-order', (app) =>
        app.call('create-payment-order', app.wish(founder, slot), founder),
      ),
    );
    if (ordered?.status !== 200) continue;
    const order = ordered.body as { id: string; booking_id: string };
    const paid = await insist(3, () => ask('pay', (app) => app.pay(order.id)));
    const proof = paid?.body as { razorpay_payment_id?: string; razorpay_signature?: string } | undefined;
    // The answer was lost, or this browser is closed: the provider's event or the reconciler has to do it.
    if (!proof?.razorpay_payment_id || dice.isIn(15)) continue;
    const claim = {
      payment_id: proof.razorpay_payment_id,
      order_id: order.id,
      signature: proof.razorpay_signature,
      booking_id: order.booking_id,
    };
    const verified = await insist(40, () =>
      ask('verify-payment', (app) => app.call('verify-payment', claim, founder)),
    );
    const answer = verified?.body as { verified?: boolean; booking_id?: string } | undefined;
    if (answer?.verified && answer.booking_id) crowd.acknowledged.push(answer.booking_id);
  }
}
