import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findHome } from '#host/postgres/home.ts';
import type { TestHost } from '#tests/kit/host.ts';

/** Milliseconds of processor time, by who used them. */
export interface ProcessorTime {
  /** This process: the one that asks. */
  client: number;
  host: number;
  database: number;
}

/** Linux counts processor time in hundredths of a second, on all architectures that the host runs on. */
const MS_PER_TICK = 10;

/**
 * Counts processor time from now on, where the system tells it (Linux). Unlike requests a second it says little about what
 * else the machine does.
 *
 * @returns ends the count and answers the time used for one of `count` turns; undefined on another system
 */
export function countProcessorTime(host: TestHost): (count: number) => ProcessorTime | undefined {
  const before = readTimes(host);
  return (count) => {
    const after = readTimes(host);
    if (!before || !after) return undefined;
    const perTurn = (name: keyof ProcessorTime) => (after[name] - before[name]) / count;
    return { client: perTurn('client'), host: perTurn('host'), database: perTurn('database') };
  };
}

export function sumOf({ client, host, database }: ProcessorTime): number {
  return client + host + database;
}

function readTimes({ pid, dataDir }: TestHost): ProcessorTime | undefined {
  if (process.platform !== 'linux') return undefined;
  const { user, system } = process.cpuUsage();
  const [postmaster = ''] = readFileSync(path.join(findHome(dataDir).data, 'postmaster.pid'), 'utf8').split('\n');
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let database = 0;
  let host = 0;
  for (const one of processes) {
    const { parent, own, ofEnded } = readStat(one);
    if (one === postmaster) database += own + ofEnded;
    else if (parent === postmaster) database += own;
    // A host of several processes has them as its children.
    else if (one === String(pid) || parent === String(pid)) host += own;
  }
  return { client: (user + system) / 1000, host, database };
}

function readStat(pid: string): { parent: string; own: number; ofEnded: number } {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended in the meantime.
    return { parent: '', own: 0, ofEnded: 0 };
  }
  // The second field is a name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * MS_PER_TICK;
  return { parent: fields[1] ?? '', own: ticks(11), ofEnded: ticks(13) };
}
