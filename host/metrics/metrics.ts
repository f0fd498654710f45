import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
  type RegistryContentType,
} from 'prom-client';
import { statusClass, wantsOpenMetrics, withCanonicalBounds } from '#rules/office/metrics.ts';
import { RELEASE } from '#rules/office/release.ts';
import type { HostEnv } from '../http/host-env.ts';
import { projectPaths } from '../project-paths.ts';
import { limitLabelSets } from './label-sets.ts';
import { methodOf, methodsOf, routeOf } from './routes.ts';

/** How a page was served: from memory, rendered, or the last good copy because it could not be rendered. */
export type PageCacheResult = 'hit' | 'miss' | 'stale';

export interface Metrics {
  /** Where other parts of the process register their metrics. */
  registry: Registry;
  /** Measures every request; must come before all other handlers. */
  measureRequests: MiddlewareHandler<HostEnv>;
  countPage(result: PageCacheResult): void;
  /** All metrics, in the format that `accept` asks for. */
  answer(accept: string | null | undefined): Promise<Response>;
}

const HTTP_SECONDS = [0.005, 0.05, 0.25, 1, 10];
/** Label sets of the requests' histogram beside the expected ones; each status class has one more for the rest. */
const HTTP_OTHER_SETS = 8;

/**
 * Default metrics of the library that are left out: their labels are kinds of handles and parts of the heap, which
 * change with Node's version, or they are gauges named like counters.
 */
const LEFT_OUT = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
];

/**
 * The metrics that host and page server have in common (docs/product/operations.md#metrics).
 *
 * @param options.more metrics that are read at each scrape: those of the database, where there is one
 */
export function createMetrics(options: { more?: () => Promise<readonly Metric[]> } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, gcDurationBuckets: [0.01, 0.1] });
  for (const name of LEFT_OUT) registry.removeSingleMetric(name);
  new Gauge({
    name: 'point0_build_info',
    help: 'Always 1: the release and version of this process.',
    labelNames: ['release', 'version'],
    registers,
  }).set({ release: String(RELEASE), version: readVersion() }, 1);
  const inFlight = new Gauge({
    name: 'point0_http_requests_in_flight',
    help: 'Requests that wait for their answer.',
    registers,
  });
  const duration = new Histogram({
    name: 'point0_http_request_duration_seconds',
    help: 'Time until the answer begins, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: HTTP_SECONDS,
    registers,
  });
  const pages = new Counter({
    name: 'point0_page_cache_requests_total',
    help: 'Requests for pages that are kept: served from memory (hit), rendered (miss), or the last good copy (stale).',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['hit', 'miss', 'stale']) pages.inc({ result }, 0);
  const labelsOf = limitLabelSets<{ route: string; method: string; status: string }>({
    expected: ({ route, method, status }) => status === '2xx' && methodsOf(route).includes(method),
    others: HTTP_OTHER_SETS,
    rest: ({ status }) => ({ route: 'other', method: 'other', status }),
  });

  return {
    registry,
    countPage: (result) => pages.inc({ result }),
    async measureRequests(context, next) {
      const start = performance.now();
      inFlight.inc();
      try {
        await next();
      } finally {
        inFlight.dec();
        const labels = {
          route: routeOf(context.req.path),
          method: methodOf(context.req.method),
          status: statusClass(context.res.status),
        };
        duration.observe(labelsOf(labels), (performance.now() - start) / 1000);
      }
    },
    async answer(accept) {
      const more = await options.more?.();
      return exposeMetrics([...registry.getMetricsAsArray(), ...(more ?? [])] as unknown as Metric[], accept);
    },
  };
}

function readVersion(): string {
  return JSON.parse(readFileSync(path.join(projectPaths.root, 'package.json'), 'utf8')).version;
}

async function exposeMetrics(metrics: readonly Metric[], accept: string | null | undefined): Promise<Response> {
  const type = wantsOpenMetrics(accept) ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE;
  const answered = new Registry<RegistryContentType>();
  answered.setContentType(type);
  // Any of a host's processes may answer: without its name, one's counters would seem to go back to another's.
  if (cluster.worker) answered.setDefaultLabels({ process: String(cluster.worker.id) });
  // For OpenMetrics the library renames a counter permanently, so it gets an object that only this answer uses.
  for (const metric of metrics) answered.registerMetric(Object.create(metric));
  const text = await answered.metrics();
  return new Response(withCanonicalBounds(text), {
    headers: { 'content-type': type, 'cache-control': 'no-store', vary: 'accept' },
  });
}
