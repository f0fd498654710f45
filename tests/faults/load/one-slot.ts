import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { functionErrors } from '#copy/shell/functions.ts';
import type { AppClient, Founder } from '../../kit/app-client.ts';
import type { Results } from './results.ts';
import { percentile } from './results.ts';
import type { Topology } from './topologies.ts';

const SENTENCE = functionErrors.slotTaken;

/** All buyers press "Proceed to Payment" for one slot at the same moment: one may pay, the others get the sentence. */
export async function buyOneSlotTogether(topology: Topology, { buyers }: { buyers: number }): Promise<Results> {
  const apps = topology.apps();
  const app = apps[0] as AppClient;
  const founders: Founder[] = [];
  for (let n = 0; n < buyers; n += 1) founders.push(await app.addFounder());
  const slot = await app.addSlot({ daysAhead: 5 });
  // The functions are loaded by their first call, which is not what this measures.
  for (const one of apps) await one.order(await app.addFounder(), await app.addSlot());

  const cpuBefore = cpuSeconds(topology);
  const startedAt = performance.now();
  const answers = await Promise.all(
    founders.map(async (founder, turn) => {
      const one = apps[turn % apps.length] as AppClient;
      const sentAt = performance.now();
      const { status, body } = await one.call('create-payment-order', one.orderRequest(founder, slot), founder);
      return { founder, status, body, ms: performance.now() - sentAt };
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;

  const cpu = cpuSeconds(topology) - cpuBefore;
  const winners = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, body }) => status === 409 && body.error === SENTENCE);
  const others = answers.filter((answer) => !winners.includes(answer) && !refused.includes(answer));
  const failures = others.slice(0, 3).map(({ status, body }) => `answered ${status} ${JSON.stringify(body)}`);
  if (winners.length !== 1) failures.push(`${winners.length} winners`);
  if (refused.length !== buyers - 1) failures.push(`${refused.length} refusals with the sentence`);

  const [winner] = winners;
  if (winner) {
    const { body } = await app.call('verify-payment', await app.paid(winner.body), winner.founder);
    if (body.verified !== true) failures.push(`the winner's payment was not verified: ${JSON.stringify(body)}`);
  }
  const [sold] =
    await topology.sql()`select count(*)::int as bookings from public.bookings where mentor_id = ${slot.mentorId}`;
  if (sold?.bookings !== 1) failures.push(`${sold?.bookings} bookings of the slot`);
  for (const { rule, subject } of await app.violations()) failures.push(`${rule} ${subject}`);

  const times = answers.map(({ ms }) => ms);
  return {
    title: `${buyers} concurrent buyers, one slot`,
    topology: topology.title,
    rows: [
      ['winners (200)', String(winners.length)],
      [`refused with 409 and “${SENTENCE}”`, String(refused.length)],
      ['any other answer, 5xx included', String(others.length)],
      ['answer, p50', `${percentile(times, 50).toFixed(0)} ms`],
      ['answer, p99', `${percentile(times, 99).toFixed(0)} ms`],
      ['all answered after', `${seconds.toFixed(2)} s`],
      ['processor time of the hosts', `${cpu.toFixed(1)} s`],
      ['bookings of the slot after the winner has paid', String(sold?.bookings)],
    ],
    failures,
  };
}

/** Of all hosts so far; compares two programs on a machine that is busy with other things too. Linux alone has it. */
function cpuSeconds(topology: Topology): number {
  if (process.platform !== 'linux') return Number.NaN;
  const ticks = topology.hosts().map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
