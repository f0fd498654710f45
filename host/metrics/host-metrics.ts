import type postgres from 'postgres';
import { Histogram } from 'prom-client';
import { databaseFigures, databaseMetrics } from '#functions/_shared/office/database-metrics.ts';
import type { ServerFunctions } from '../functions.ts';
import { addFunctionMetrics } from './function-metrics.ts';
import { addJobMetrics } from './job-metrics.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createReader } from './reader.ts';

const READ_EVERY_MS = 10_000;
/** A scrape is answered within three seconds, whatever the database does. */
const READ_WAIT_MS = 2_500;
/** The count of violations reads every booking. When it takes 30 s, the next count begins ten minutes later. */
const VIOLATIONS_KEPT_MS = 15 * 60_000;

const WAIT_SECONDS = [0.005, 0.05, 0.5, 2];

export interface HostMetrics extends Metrics {
  watchFunctions(functions: Pick<ServerFunctions, 'waiting' | 'observe'>): void;
  /** A request of the API got a pooled connection, or gave up waiting for one. */
  waitedForConnection(seconds: number): void;
  close(): void;
}

/**
 * The metrics of a host: those of its requests, functions, jobs and database.
 *
 * @param options.now in milliseconds, from any beginning
 */
export function createHostMetrics(sql: postgres.Sql, { now }: { now?: () => number } = {}): HostMetrics {
  const clock = now && { now };
  const readFigures = createReader({
    read: async () => {
      const [row] = await sql<{ metrics: unknown }[]>`select private.metrics() as metrics`;
      return databaseFigures.parse(row?.metrics);
    },
    everyMs: READ_EVERY_MS,
    waitMs: READ_WAIT_MS,
    keepMs: READ_EVERY_MS + READ_WAIT_MS,
    ...clock,
  });
  const readViolations = createReader({
    read: async () => {
      const [row] = await sql<{ count: string }[]>`select private.count_violations() as count`;
      return Number(row?.count);
    },
    everyMs: READ_EVERY_MS,
    waitMs: READ_WAIT_MS,
    keepMs: VIOLATIONS_KEPT_MS,
    ...clock,
  });
  const metrics = createMetrics({
    more: async () => {
      const [figures, violations] = await Promise.all([readFigures(), readViolations()]);
      return databaseMetrics({ figures, violations });
    },
  });
  const connectionWait = new Histogram({
    name: 'point0_db_connection_wait_seconds',
    help: 'Time that a request of the API waits for one of the pooled connections.',
    buckets: WAIT_SECONDS,
    registers: [metrics.registry],
  });
  return {
    ...metrics,
    watchFunctions: (functions) => functions.observe(addFunctionMetrics(metrics.registry, () => functions.waiting())),
    waitedForConnection: (seconds) => connectionWait.observe(seconds),
    close: addJobMetrics(metrics.registry),
  };
}
