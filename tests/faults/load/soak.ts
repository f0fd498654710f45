import { setTimeout as pause } from 'node:timers/promises';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import { createDice } from './dice.ts';
import type { Outcome } from './figures.ts';
import { describeTally, unforeseen } from './patient-calls.ts';
import { reckon } from './reckoning.ts';
import { settleDown } from './settle-down.ts';
import { fillShelf } from './shelf.ts';
import { type Market, tellStory } from './soak-buyer.ts';
import { startWeather } from './soak-weather.ts';
import type { Way } from './ways.ts';

const LANES = 24;
const FOUNDERS_A_LANE = 6;

/** Buyers one after another until so many payments were captured, in all weathers. */
export async function soak(
  way: Way,
  { payments, seed, minutes }: { payments: number; seed: number; minutes: number },
): Promise<Outcome> {
  const startedAt = new Date();
  const sql = way.sql();
  const app = way.apps()[0] as AppClient;
  const shelf = await fillShelf(sql, { mentors: 60, days: Math.ceil(payments / 480) + 5 });
  const founders: Founder[] = [];
  for (let n = 0; n < LANES * FOUNDERS_A_LANE; n += 1) founders.push(await app.addFounder());
  const weather = await startWeather(way, createDice(seed));
  const market: Market = {
    way,
    shelf,
    wanted: [],
    administrator: weather.administrator,
    tally: new Map(),
    acknowledged: [],
  };
  const failures: string[] = [];
  const giveUpAt = Date.now() + minutes * 60_000;
  let captured = 0;
  let stories = 0;
  const isOver = () => captured >= payments || Date.now() > giveUpAt;

  async function watch(): Promise<void> {
    let printed = Date.now();
    while (!isOver()) {
      const [row] = await sql`select count(*)::int as captured from sandbox.razorpay_payments where captured`;
      captured = row?.captured;
      if (Date.now() - printed > 30_000) {
        printed = Date.now();
        const broken = await sql`select rule, subject from private.invariant_violations`;
        for (const { rule, subject } of broken) failures.push(`under way: ${rule} ${subject}`);
        console.log(
          `  ${captured} captured, ${stories} stories, ${weather.faults} faults, ${broken.length} violations`,
        );
      }
      await pause(1_000);
    }
  }

  async function lane(number: number): Promise<void> {
    while (!isOver()) {
      const story = stories++;
      // A person has two holds at most, and those who leave theirs keep them: each lane goes round its own people.
      const founder = founders[number * FOUNDERS_A_LANE + (story % FOUNDERS_A_LANE)] as Founder;
      await tellStory(market, founder, createDice(seed + 7919 * (story + 1)));
    }
  }

  await Promise.all([watch(), ...Array.from({ length: LANES }, (_, number) => lane(number))]);
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  await weather.stop();
  // More than could be sent in the time: these never arrive.
  const lost = await sql`
    update sandbox.razorpay_events set delivered_at = now()
    where delivered_at is null and position < (select max(position) - 500 from sandbox.razorpay_events)`;
  const { failedRefunds } = await settleDown(way);
  const reckoning = await reckon(way, startedAt, market.acknowledged);
  const [counts] = await sql`
    select (select count(*) from sandbox.razorpay_events)::int as events,
      (select count(*) from private.webhook_events)::int as heard,
      (select count(*) from sandbox.razorpay_refunds where status = 'failed')::int as failed`;
  return {
    title: 'A soak of payments with random faults',
    way: way.title,
    rows: [
      ['seed', String(seed)],
      ['ended by', captured < payments ? `its time, ${minutes} minutes` : `its ${payments} payments`],
      ['buyers’ stories', `${stories} in ${Math.round(seconds)} s, ${LANES} at once`],
      ['faults of the provider', String(weather.faults)],
      ['events of the provider, of which we heard', `${counts?.events}, ${counts?.heard}`],
      ['events that were never sent', String(lost.count)],
      ['refunds that the bank failed, retried at the end', `${counts?.failed}, ${failedRefunds}`],
      ['answers', describeTally(market.tally)],
      ...reckoning.rows,
    ],
    failures: [...failures, ...unforeseen(market.tally), ...reckoning.failures],
  };
}
