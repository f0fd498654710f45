import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, Histogram, type Registry } from 'prom-client';
import { JOB_CHANNEL, type JobRecord } from '#functions/_shared/office/job-record.ts';
import { JOB_SECONDS } from '#rules/office/metrics.ts';
import { limitLabelSets } from './label-sets.ts';

/** How many kinds of jobs get series of their own, in the order of their appearance; the others share `other`. */
const JOB_KINDS_TOLD_APART = 16;
/** Label sets of `point0_jobs_total` beside the jobs done. */
const JOB_OTHER_OUTCOMES = 10;

/**
 * Counts the jobs that this process tries. Each process counts its own, so that the sum over all of them is right.
 *
 * @returns a function that ends the counting
 */
export function addJobMetrics(registry: Registry): () => void {
  const registers = [registry];
  const total = new Counter({
    name: 'point0_jobs_total',
    help: 'Tries of jobs by kind and outcome; lost are those whose claim another worker had taken over.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'point0_job_duration_seconds',
    help: 'Time that a try of a job takes, by kind.',
    labelNames: ['kind'],
    buckets: [...JOB_SECONDS],
    registers,
  });
  const none = () => false;
  const rest = () => ({ kind: 'other' });
  const kindOf = limitLabelSets<{ kind: string }>({ expected: none, others: JOB_KINDS_TOLD_APART, rest });
  const labelsOf = limitLabelSets<{ kind: string; outcome: string }>({
    expected: ({ outcome }) => outcome === 'done',
    others: JOB_OTHER_OUTCOMES,
    rest: ({ outcome }) => ({ kind: 'other', outcome }),
  });
  const count = (message: unknown) => {
    const { kind, outcome, seconds } = message as JobRecord;
    const own = kindOf({ kind });
    total.inc(labelsOf({ ...own, outcome }));
    duration.observe(own, seconds);
  };
  subscribe(JOB_CHANNEL, count);
  return () => unsubscribe(JOB_CHANNEL, count);
}
