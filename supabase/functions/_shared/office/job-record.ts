import { channel } from 'node:diagnostics_channel';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { JOB_SECONDS, type JobOutcome } from '#rules/office/metrics.ts';

/** A host that runs this function in its own process listens here, and counts in its own metrics. */
export const JOB_CHANNEL = 'point-0 job';

export interface JobRecord {
  kind: string;
  outcome: JobOutcome;
  seconds: number;
}

interface JobCount {
  kind: string;
  outcome: JobOutcome;
  jobs: number;
  seconds: number;
  /** How many took at most as long as each of `JOB_SECONDS`. */
  within: number[];
}

const jobs = channel(JOB_CHANNEL);
const unheard = new Map<string, JobCount>();

/** Counts one try of a job. */
export function recordJob(record: JobRecord): void {
  if (jobs.hasSubscribers) jobs.publish(record);
  else addTo(unheard, record);
}

/** After a round: stores the counts that no host in this process has taken, for the function `metrics`. */
export async function storeJobRecords(): Promise<void> {
  if (unheard.size === 0) return;
  const counts = [...unheard.values()];
  unheard.clear();
  await query(serviceClient().rpc('count_jobs', { p_counts: counts as never }));
}

function addTo(counts: Map<string, JobCount>, { kind, outcome, seconds }: JobRecord): void {
  const key = `${kind}\n${outcome}`;
  const count = counts.get(key) ?? { kind, outcome, jobs: 0, seconds: 0, within: JOB_SECONDS.map(() => 0) };
  count.jobs += 1;
  count.seconds += seconds;
  count.within = count.within.map((before, at) => before + (seconds <= (JOB_SECONDS[at] ?? 0) ? 1 : 0));
  counts.set(key, count);
}
