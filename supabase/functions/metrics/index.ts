import { type Metric, Registry, type RegistryContentType } from 'prom-client';
import { hostErrors } from '#copy/office/host.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError } from '#functions/_shared/http.ts';
import { hasOpsToken } from '#functions/_shared/keys.ts';
import {
  type DatabaseFigures,
  databaseFigures,
  databaseMetrics,
  type KnownFigures,
} from '#functions/_shared/office/database-metrics.ts';
import { JOB_SECONDS, wantsOpenMetrics, withCanonicalBounds } from '#rules/office/metrics.ts';

const READ_EVERY_MS = 10_000;
const LIMIT_MS = 2_500;

/**
 * What monitoring reads where no host runs: the metrics of the database, and the jobs that were tried. For whom has the
 * token OPS_TOKEN. A host answers the same and more at /metrics.
 */
export default createHandler(
  'metrics',
  async (request) => {
    if (!hasOpsToken(request)) {
      throw new HttpError(401, hostErrors.tokenNeeded, { headers: { 'www-authenticate': 'Bearer' } });
    }
    const type = wantsOpenMetrics(request.headers.get('accept'))
      ? Registry.OPENMETRICS_CONTENT_TYPE
      : Registry.PROMETHEUS_CONTENT_TYPE;
    const known = await readKnown();
    const registry = new Registry<RegistryContentType>();
    registry.setContentType(type);
    for (const metric of databaseMetrics(known)) registry.registerMetric(metric);
    for (const metric of jobMetrics(known.figures?.job_counters ?? [])) registry.registerMetric(metric);
    return new Response(withCanonicalBounds(await registry.metrics()), {
      headers: { 'content-type': type, 'cache-control': 'no-store', vary: 'accept' },
    });
  },
  { method: 'GET' },
);

let latest: { known: Promise<KnownFigures>; at: number } | undefined;

/** Read at most once in ten seconds by this process, whatever the number of scrapes. */
function readKnown(): Promise<KnownFigures> {
  if (latest === undefined || performance.now() - latest.at >= READ_EVERY_MS) {
    latest = { known: ask(), at: performance.now() };
  }
  return latest.known;
}

async function ask(): Promise<KnownFigures> {
  const database = serviceClient();
  const [figures, violations] = await Promise.all([
    unlessLate(async () => databaseFigures.parse(await query(database.rpc('metrics')))),
    unlessLate(async () => Number(await query(database.rpc('count_violations')))),
  ]);
  return { figures, violations };
}

async function unlessLate<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LIMIT_MS);
  });
  try {
    // That the database is away is what the answer says.
    return await Promise.race([read().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counted in the database: the library has no way to set a counter or a histogram to what is known. */
function jobMetrics(counters: DatabaseFigures['job_counters']): Metric[] {
  const total = counters.map(({ kind, outcome, jobs }) => ({ labels: { kind, outcome }, value: jobs }));
  const kinds = Map.groupBy(counters, ({ kind }) => kind);
  const durations = [...kinds].flatMap(([kind, rows]) => {
    const name = 'point0_job_duration_seconds';
    const jobs = sum(rows.map((row) => row.jobs));
    const bounds = [...JOB_SECONDS, '+Inf'] as const;
    return [
      ...bounds.map((le, at) => ({
        metricName: `${name}_bucket`,
        labels: { le, kind },
        value: le === '+Inf' ? jobs : sum(rows.map((row) => row.within[at] ?? 0)),
      })),
      { metricName: `${name}_sum`, labels: { kind }, value: sum(rows.map((row) => row.seconds)) },
      { metricName: `${name}_count`, labels: { kind }, value: jobs },
    ];
  });
  return [
    metricOf('point0_jobs_total', 'counter', 'Tries of jobs by kind and outcome.', total),
    metricOf('point0_job_duration_seconds', 'histogram', 'Time that a try of a job takes, by kind.', durations),
  ];
}

function metricOf(name: string, type: string, help: string, values: object[]): Metric {
  const metric = {
    name,
    type,
    // The registry names a counter anew in OpenMetrics.
    get: async () => ({ name: metric.name, type, help, values }),
  };
  return metric as unknown as Metric;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
