import { Gauge, type Metric, Registry } from 'prom-client';
import { z } from 'zod';

/* Metrics read from the database (docs/product/operations.md#metrics), for the host and the function `metrics`. */

const counts = z.record(z.string(), z.number());
const age = z.number().nullable();

/** What the database's function `metrics` answers. */
export const databaseFigures = z.object({
  connections: z.array(z.object({ application: z.string(), state: z.string(), value: z.number() })).nullable(),
  connections_max: z.number(),
  jobs: z.array(z.object({ kind: z.string(), ready: z.number(), dead: z.number(), oldest_due_seconds: z.number() })),
  worker_last_round_age_seconds: age,
  money_discrepancies_open: z.number(),
  payment_orders_open: z.number(),
  refunds: counts,
  refund_oldest_open_seconds: z.number(),
  webhooks_unprocessed: z.number(),
  webhook_last_age_seconds: age,
  bookings: counts,
  alarms_open: counts,
  calendar_checks: counts,
  backup_last_success_timestamp_seconds: age,
  job_counters: z.array(
    z.object({
      kind: z.string(),
      outcome: z.string(),
      jobs: z.number(),
      seconds: z.number(),
      within: z.array(z.number()),
    }),
  ),
});

export type DatabaseFigures = z.output<typeof databaseFigures>;

/** Kinds of jobs with their own series, those with most jobs first; all others share `other`. */
const JOB_KINDS_SHOWN = 15;
/** `private.connection_metrics` can distinguish 28. */
const CONNECTION_SETS_SHOWN = 20;
/** Kinds of alarms, statuses of bookings, states of refunds, outcomes of checks: fixed lists of the schema. */
const KINDS_SHOWN = 12;

/** The figures that could be read. `violations` is read separately, so it may be missing alone. */
export interface KnownFigures {
  figures: DatabaseFigures | undefined;
  violations: number | undefined;
}

/** The metrics of the database. When it does not answer, there is only `point0_db_up`, which is 0. */
export function databaseMetrics({ figures, violations }: KnownFigures): Metric[] {
  const registry = new Registry();
  const registers = [registry];
  /** A gauge without a value is absent, which is not the same as 0. */
  const gauge = (name: string, help: string, value: number | null | undefined) => {
    if (value !== null && value !== undefined) new Gauge({ name: `point0_${name}`, help, registers }).set(value);
  };
  const gauges = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    values: (readonly [Record<Label, string>, number])[],
  ) => {
    const one = new Gauge({ name: `point0_${name}`, help, labelNames, registers });
    for (const [labels, value] of values) one.set(labels, value);
  };
  gauge('db_up', 'Whether the database answered the last time that it was asked: 1 or 0.', figures ? 1 : 0);
  if (figures) {
    gauges(
      'db_connections',
      'Connections of clients to the database server, by application and state.',
      ['application', 'state'],
      limit(figures.connections ?? [], CONNECTION_SETS_SHOWN, (one) => one.value).map(
        ({ application, state, value }) => [{ application, state }, value] as const,
      ),
    );
    gauge('db_connections_max', 'Connections that the database server accepts at most.', figures.connections_max);
    const jobs = jobsByKind(figures.jobs);
    const byKind = (read: (job: (typeof jobs)[number]) => number) =>
      jobs.map((job) => [{ kind: job.kind }, read(job)] as const);
    gauges(
      'jobs_ready',
      'Jobs that wait, due or not.',
      ['kind'],
      byKind((job) => job.ready),
    );
    gauges(
      'jobs_dead',
      'Jobs that were given up.',
      ['kind'],
      byKind((job) => job.dead),
    );
    gauges(
      'job_oldest_due_seconds',
      'For how long the oldest due job has waited; 0 when none is due.',
      ['kind'],
      byKind((job) => job.oldest_due_seconds),
    );
    gauge(
      'worker_last_round_age_seconds',
      'Seconds since the last round of a worker began; absent before the first.',
      figures.worker_last_round_age_seconds,
    );
    gauges('alarms_open', 'Open alarms.', ['kind'], entriesOf('kind', figures.alarms_open));
    gauge(
      'money_discrepancies_open',
      'Discrepancies that the reconciliation found and that are not resolved.',
      figures.money_discrepancies_open,
    );
    gauge('payment_orders_open', 'Orders of the last five days without a payment.', figures.payment_orders_open);
    gauges('refunds', 'Refunds by state.', ['state'], entriesOf('state', figures.refunds));
    gauge(
      'refund_oldest_open_seconds',
      'Age of the oldest refund that is queued or pending; 0 when none is.',
      figures.refund_oldest_open_seconds,
    );
    gauge('webhooks_unprocessed', 'Events of the provider that are not processed yet.', figures.webhooks_unprocessed);
    gauge(
      'webhook_last_age_seconds',
      "Seconds since the provider's last event; absent before the first.",
      figures.webhook_last_age_seconds,
    );
    gauges('bookings', 'Bookings by status.', ['status'], entriesOf('status', figures.bookings));
    gauges(
      'calendar_checks',
      "Mentors' own calendars asked before a sale in the last 24 hours, by outcome: free, busy, or why none answered.",
      ['outcome'],
      entriesOf('outcome', figures.calendar_checks),
    );
    gauge(
      'backup_last_success_timestamp_seconds',
      'When the last good backup was finished; absent before the first.',
      figures.backup_last_success_timestamp_seconds,
    );
    gauge('money_violations', 'Rows that break a promise about money: 0 is right.', violations);
  }
  return registry.getMetricsAsArray() as unknown as Metric[];
}

function entriesOf<Label extends string>(label: Label, values: Record<string, number>) {
  return limit(Object.entries(values), KINDS_SHOWN, ([, value]) => value).map(
    ([name, value]) => [{ [label]: name } as Record<Label, string>, value] as const,
  );
}

function limit<Item>(items: readonly Item[], most: number, size: (item: Item) => number): Item[] {
  return items.toSorted((a, b) => size(b) - size(a)).slice(0, most);
}

function jobsByKind(jobs: DatabaseFigures['jobs']): DatabaseFigures['jobs'] {
  const sorted = limit(jobs, jobs.length, (job) => job.ready + job.dead);
  const others = sorted.slice(JOB_KINDS_SHOWN);
  if (others.length === 0) return sorted;
  const sum = (read: (job: (typeof others)[number]) => number) => others.reduce((total, job) => total + read(job), 0);
  const other = {
    kind: 'other',
    ready: sum((job) => job.ready),
    dead: sum((job) => job.dead),
    oldest_due_seconds: Math.max(...others.map((job) => job.oldest_due_seconds)),
  };
  return [...sorted.slice(0, JOB_KINDS_SHOWN), other];
}
