/** What tests/faults/load/main.ts runs. */
import { parseArgs } from 'node:util';
import { keepOutcome, type Outcome, printOutcome } from './figures.ts';
import { killUnderLoad } from './kill-rounds.ts';
import { buyOneSlotTogether } from './one-slot.ts';
import { soak } from './soak.ts';
import { openWay, WAY_NAMES, type WayName } from './ways.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'slot,kill,soak' },
    way: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    buyers: { type: 'string', default: '500' },
    payments: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    keep: { type: 'boolean', default: false },
  },
});

const PARTS: Record<string, (way: WayName) => Promise<Outcome>> = {
  soak: (name) =>
    onWay(name, (way) =>
      soak(way, {
        payments: Number(flags.payments),
        seed: Number(flags.seed),
        minutes: Number(flags.minutes),
      }),
    ),
  kill: (name) =>
    onWay(name, (way) => killUnderLoad(way, { rounds: Number(flags.rounds), seed: Number(flags.seed) })),
  slot: (name) => onWay(name, (way) => buyOneSlotTogether(way, { buyers: Number(flags.buyers) })),
};

async function onWay(name: WayName, measure: (way: Awaited<ReturnType<typeof openWay>>) => Promise<Outcome>) {
  const way = await openWay(name);
  try {
    return await measure(way);
  } finally {
    await way.close();
  }
}

let hasFailed = false;
/** The soak is for what meets at one database; the others are for both ways. */
const waysOf = (part: string): readonly string[] =>
  flags.way?.split(',') ?? (part === 'soak' ? ['two-hosts'] : WAY_NAMES);
for (const part of flags.only.split(',')) {
  const run = PARTS[part];
  if (!run) throw new Error(`No part is called ${part}: ${Object.keys(PARTS).join(', ')}`);
  for (const name of WAY_NAMES.filter((one) => waysOf(part).includes(one))) {
    const outcome = await run(name);
    printOutcome(outcome);
    if (outcome.failures.length > 0) hasFailed = true;
    else if (flags.keep)
      keepOutcome(outcome, `npm run faults:load -- --only=${part} --way=${name} --seed=${flags.seed}`);
  }
}
process.exitCode = hasFailed ? 1 : 0;
