/** The load tests; main.ts corrects the database driver before it imports this file. */
import { parseArgs } from 'node:util';
import { killUnderLoad } from './crash-test.ts';
import { buyOneSlotTogether } from './one-slot.ts';
import { printResults, type Results, storeResults } from './results.ts';
import { soak } from './soak.ts';
import { openTopology, TOPOLOGY_NAMES, type TopologyName } from './topologies.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: 'slot,kill,soak' },
    topology: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    buyers: { type: 'string', default: '500' },
    payments: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    keep: { type: 'boolean', default: false },
  },
});

const PARTS: Record<string, (topology: TopologyName) => Promise<Results>> = {
  soak: (name) =>
    onTopology(name, (topology) =>
      soak(topology, { payments: Number(flags.payments), seed: Number(flags.seed), minutes: Number(flags.minutes) }),
    ),
  kill: (name) =>
    onTopology(name, (topology) => killUnderLoad(topology, { rounds: Number(flags.rounds), seed: Number(flags.seed) })),
  slot: (name) => onTopology(name, (topology) => buyOneSlotTogether(topology, { buyers: Number(flags.buyers) })),
};

async function onTopology(
  name: TopologyName,
  measure: (topology: Awaited<ReturnType<typeof openTopology>>) => Promise<Results>,
) {
  const topology = await openTopology(name);
  try {
    return await measure(topology);
  } finally {
    await topology.close();
  }
}

let hasFailed = false;
/** The soak needs hosts that share one database; the other parts run in both topologies. */
const topologiesOf = (part: string): readonly string[] =>
  flags.topology?.split(',') ?? (part === 'soak' ? ['two-hosts'] : TOPOLOGY_NAMES);
for (const part of flags.only.split(',')) {
  const run = PARTS[part];
  if (!run) throw new Error(`No part is called ${part}: ${Object.keys(PARTS).join(', ')}`);
  for (const name of TOPOLOGY_NAMES.filter((one) => topologiesOf(part).includes(one))) {
    const results = await run(name);
    printResults(results);
    if (results.failures.length > 0) hasFailed = true;
    else if (flags.keep)
      storeResults(results, `npm run faults:load -- --only=${part} --topology=${name} --seed=${flags.seed}`);
  }
}
process.exitCode = hasFailed ? 1 : 0;
