import { createServer } from 'node:net';
import { Hono } from 'hono';
import postgres from 'postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseFigures } from '#functions/_shared/office/database-metrics.ts';
import { recordJob } from '#functions/_shared/office/job-record.ts';
import { JOB_OUTCOMES } from '#rules/office/metrics.ts';
import { countSeries, type MetricFamily, readOpenMetrics, sampleValue } from '#tests/kit/open-metrics.ts';
import type { HostEnv } from '../http/host-env.ts';
import { metricsEndpoint } from './endpoint.ts';
import { createHostMetrics, type HostMetrics } from './host-metrics.ts';
import { methodsOf, ROUTES, routeOf } from './routes.ts';

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0';
const TOKEN = 'a-token-of-thirty-two-characters-or-more';
const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);

const FIGURES: DatabaseFigures = {
  connections: [{ application: 'host', state: 'active', value: 1 }],
  connections_max: 60,
  jobs: [{ kind: 'email', ready: 2, dead: 1, oldest_due_seconds: 3.5 }],
  worker_last_round_age_seconds: 4,
  money_discrepancies_open: 0,
  payment_orders_open: 1,
  refunds: { queued: 0, pending: 1, processed: 2, failed: 0 },
  refund_oldest_open_seconds: 10,
  webhooks_unprocessed: 0,
  webhook_last_age_seconds: null,
  bookings: { confirmed: 1 },
  alarms_open: {},
  calendar_checks: {},
  backup_last_success_timestamp_seconds: null,
  job_counters: [],
};

/** Answers what it is given in place of the database. */
function databaseOf(figures: unknown, violations = 0) {
  const asked = vi.fn(async (statement: TemplateStringsArray) =>
    statement.join('').includes('count_violations') ? [{ count: String(violations) }] : [{ metrics: figures }],
  );
  return Object.assign(asked as unknown as postgres.Sql, { asked });
}

function metricsOf(sql: postgres.Sql, now?: () => number): HostMetrics {
  const metrics = createHostMetrics(sql, now && { now });
  onTestFinished(() => metrics.close());
  return metrics;
}

async function scrape(metrics: HostMetrics): Promise<ReadonlyMap<string, MetricFamily>> {
  return readOpenMetrics(await (await metrics.answer(OPEN_METRICS)).text());
}

test('metrics are told in OpenMetrics where Accept asks for it, else as text, again and again', async () => {
  const metrics = metricsOf(databaseOf(FIGURES));
  metrics.countPage('hit');
  for (const _ of [1, 2]) {
    const open = await metrics.answer('application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5');
    expect(open.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(sampleValue(readOpenMetrics(await open.text()), 'point0_page_cache_requests', { result: 'hit' })).toBe(1);
    for (const accept of [undefined, '*/*', 'text/plain', 'application/openmetrics-text;version=0.0.1']) {
      const text = await metrics.answer(accept);
      expect(text.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(await text.text()).toContain('\npoint0_page_cache_requests_total{result="hit"} 1\n');
    }
  }
});

test('metrics of process and event loop are on, and release and version are told', async () => {
  const families = await scrape(metricsOf(databaseOf(FIGURES)));
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(families.get(name)?.samples, name).toHaveLength(1);
  }
  expect(sampleValue(families, 'point0_build_info', { release: '1', version: '0.1.0' })).toBe(1);
});

test('the metrics of the worst hour of a host are at most 1,000 series', async () => {
  const kinds = many(40, 'kind');
  const metrics = metricsOf(
    databaseOf({
      ...FIGURES,
      connections: many(8, 'application').flatMap((application) =>
        many(4, 'state').map((state) => ({ application, state, value: 1 })),
      ),
      jobs: kinds.map((kind) => ({ kind, ready: 1, dead: 1, oldest_due_seconds: 1 })),
      webhook_last_age_seconds: 1,
      backup_last_success_timestamp_seconds: 1,
      // The schema has nine kinds of alarms and six statuses.
      alarms_open: Object.fromEntries(many(20, 'alarm').map((kind) => [kind, 1])),
      calendar_checks: Object.fromEntries(many(20, 'outcome').map((outcome) => [outcome, 1])),
      bookings: Object.fromEntries(many(20, 'status').map((status) => [status, 1])),
    }),
  );
  const app = new Hono<HostEnv>().use(metrics.measureRequests).all('*', (context) => {
    return new Response(null, { status: Number(context.req.header('x-status')) });
  });
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'MADE-UP'];
  // In the order of someone who wants to use up the series before the site's own requests do.
  for (const status of [500, 404, 302, 200]) {
    for (const method of methods) {
      for (const route of ROUTES.filter((one) => one.startsWith('/'))) {
        const request = new Request(`http://site.test${route}/x`.replace('//x', '/'), { method });
        request.headers.set('x-status', String(status));
        await app.request(request);
        const own = new Request(`http://site.test${route}`, { method, headers: { 'x-status': String(status) } });
        await app.request(own);
      }
    }
  }
  const functions = many(40, 'function-');
  const waiting = () => new Map(functions.map((name) => [name, 1]));
  metrics.watchFunctions({
    waiting,
    observe(observer) {
      for (const status of [500, 404, 302, 200]) for (const name of functions) observer.answered(name, status, 1);
    },
  });
  for (const outcome of JOB_OUTCOMES.toReversed()) for (const kind of kinds) recordJob({ kind, outcome, seconds: 1 });
  const families = await scrape(metrics);
  expect(countSeries(families)).toBeLessThanOrEqual(1_000);
  // What is left out is counted with the rest.
  expect(
    sampleValue(families, 'point0_http_request_duration_seconds', { route: 'other', status: '4xx' }),
  ).toBeDefined();
  expect(
    sampleValue(families, 'point0_http_request_duration_seconds', { route: '/', method: 'GET', status: '2xx' }),
  ).toBeDefined();
  const jobs = families.get('point0_jobs')?.samples ?? [];
  expect(jobs.reduce((total, { value }) => total + value, 0)).toBe(kinds.length * JOB_OUTCOMES.length);
  const routes = families.get('point0_http_request_duration_seconds')?.samples.map(({ labels }) => labels.route);
  expect([...new Set(routes)].filter((route) => !ROUTES.includes(route ?? ''))).toEqual([]);
});

test('there are at most 40 routes, each known by a path, and all else is other', () => {
  expect(ROUTES.length).toBeLessThanOrEqual(40);
  expect(
    Object.fromEntries(
      [
        '/',
        '/mentors',
        '/mentors.data',
        '/_root.data',
        '/mentors/asha-rao-1a2b',
        '/mentors/asha-rao-1a2b/',
        '/booking-processing',
        '/receipts/17',
        '/terms',
        '/admin/mentors/new/edit',
        '/assets/app-1.js',
        '/rest/v1/mentors',
        '/rest/v1/rpc/search_mentors',
        '/auth/v1/token',
        '/auth/v1/admin/users',
        '/functions/v1/run-jobs',
        '/metrics',
        '/sitemap.xml',
        '/manifest.webmanifest',
        '/service-worker.js',
        '/asha@site.test',
        '/adminx',
        '/mentorsx/1',
        '/%zz',
      ].map((path) => [path, routeOf(path)]),
    ),
  ).toEqual({
    '/': '/',
    '/mentors': '/mentors',
    '/mentors.data': '/mentors',
    '/_root.data': '/',
    '/mentors/asha-rao-1a2b': '/mentors/:segment',
    '/mentors/asha-rao-1a2b/': '/mentors/:segment',
    '/booking-processing': '/booking-processing/:bookingId',
    '/receipts/17': '/receipts/:bookingId',
    '/terms': 'reading pages',
    '/admin/mentors/new/edit': '/admin/mentors/:id',
    '/assets/app-1.js': '/assets',
    '/rest/v1/mentors': '/rest/v1',
    '/rest/v1/rpc/search_mentors': '/rest/v1/rpc',
    '/auth/v1/token': '/auth/v1/token',
    '/auth/v1/admin/users': '/auth/v1',
    '/functions/v1/run-jobs': '/functions/v1',
    '/metrics': '/metrics',
    '/sitemap.xml': 'site files',
    '/manifest.webmanifest': 'site files',
    '/service-worker.js': 'site files',
    '/asha@site.test': 'other',
    '/adminx': 'other',
    '/mentorsx/1': 'other',
    '/%zz': 'other',
  });
  expect(ROUTES.filter((route) => methodsOf(route).length === 0)).toEqual(['other']);
});

test('the database is asked once in ten seconds, however many scrapes there are', async () => {
  let now = 0;
  const sql = databaseOf(FIGURES);
  const metrics = metricsOf(sql, () => now);
  await Promise.all([scrape(metrics), scrape(metrics), scrape(metrics)]);
  now = 9_999;
  await scrape(metrics);
  expect(sql.asked).toHaveBeenCalledTimes(2);
  now = 10_000;
  await scrape(metrics);
  expect(sql.asked).toHaveBeenCalledTimes(4);
});

test('without the database its metrics are absent, db_up is 0, and the answer comes within three seconds', {
  tags: ['faults'],
}, async () => {
  // It takes connections and says nothing, as a server that is frozen.
  const frozen = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => frozen.once('listening', resolve));
  const { port } = frozen.address() as { port: number };
  const refused = postgres('postgres://u:p@127.0.0.1:1/none', { max: 1 });
  const hanging = postgres(`postgres://u:p@127.0.0.1:${port}/none`, { max: 1 });
  onTestFinished(async () => {
    frozen.close();
    await Promise.all([refused, hanging].map((sql) => sql.end({ timeout: 0 }).catch(() => {})));
  });
  const start = performance.now();
  const answers = await Promise.all([refused, hanging].map((sql) => scrape(metricsOf(sql))));
  expect(performance.now() - start).toBeLessThan(3_000);
  const ofDatabase = await scrape(metricsOf(databaseOf(FIGURES)));
  for (const families of answers) {
    expect(sampleValue(families, 'point0_db_up')).toBe(0);
    for (const name of ['point0_db_connections', 'point0_jobs_ready', 'point0_bookings', 'point0_money_violations']) {
      expect(families.has(name), name).toBe(false);
      expect(ofDatabase.has(name), name).toBe(true);
    }
  }
  expect(sampleValue(ofDatabase, 'point0_db_up')).toBe(1);
});

test('what the database knew before it was lost is not told as if it were now', async () => {
  let now = 0;
  let isUp = true;
  const sql = databaseOf(FIGURES);
  const failing = ((...values: Parameters<typeof sql>) => {
    if (!isUp) throw new Error('away');
    return sql(...values);
  }) as unknown as postgres.Sql;
  const metrics = metricsOf(failing, () => now);
  expect(sampleValue(await scrape(metrics), 'point0_bookings')).toBe(1);
  isUp = false;
  now = 10_000;
  const families = await scrape(metrics);
  expect([sampleValue(families, 'point0_db_up'), families.has('point0_bookings')]).toEqual([0, false]);
  isUp = true;
  now = 20_000;
  expect(sampleValue(await scrape(metrics), 'point0_db_up')).toBe(1);
});

test('/metrics is open with the token alone, from this machine too, and closed where none is set', async () => {
  const answer = async () => new Response('metrics');
  const THIS_MACHINE = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const ask = async (token: string | undefined, authorization?: string, made = metricsEndpoint({ answer }, token)) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const app = new Hono<HostEnv>().route('/metrics', made);
    return app.request('http://localhost/metrics', { headers }, THIS_MACHINE);
  };
  expect((await ask(TOKEN, `Bearer ${TOKEN}`)).status).toBe(200);
  for (const [token, authorization] of [
    [TOKEN, undefined],
    [TOKEN, `Bearer ${TOKEN}x`],
    [TOKEN, TOKEN],
    [TOKEN, `Basic ${TOKEN}`],
    [undefined, `Bearer ${TOKEN}`],
    [undefined, 'Bearer undefined'],
    [undefined, undefined],
  ]) {
    const refused = await ask(token, authorization);
    expect(refused.status, `${token} ${authorization}`).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toEqual({ error: 'A token is needed for this.' });
  }
  // Negative control: the same address without the check of the token.
  const open = new Hono<HostEnv>().get('/', answer);
  expect((await ask(TOKEN, undefined, open)).status).toBe(200);
});
