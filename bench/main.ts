/**
 * `npm run bench`: how close the product comes to its own database. Machines differ and are noisy, so what counts is
 * each ratio, measured in one run on one machine; the absolute figures are there to see what the ratio is made of.
 *
 * It fails where a call takes over 5 ms, and over three times as long as its statement in plain SQL, and where a figure
 * misses the goal that stands beside it.
 *
 * `PROCESSES=2 npm run bench` measures a host of two processes.
 *
 * `npm run bench -- --keep` writes those that `npm run bench:scale` computes with to bench/figures.json.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { type AppClient, openAppClient } from '#tests/kit/app-client.ts';
import { startTestHost, type TestHost } from '#tests/kit/host.ts';
import { isTooSlow, openLatencies } from '#tests/kit/latencies.ts';
import { measureBookings } from './bookings.ts';
import type { Speed } from './in-parallel.ts';
import { measureLighthouse, printLighthouse } from './lighthouse.ts';
import { compareSearches, MOST_GROWTH, measureManyMentors } from './many-mentors.ts';
import { measureMentorList } from './mentor-list.ts';
import { measurePages, printPages } from './pages.ts';
import { goalOf, printTable } from './print-table.ts';
import { sumOf } from './processor-time.ts';
import type { Figures } from './scale.ts';
import { measureSessionCheck } from './session-check.ts';
import { showSignedIn } from './signed-in.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-bench-'));

async function start(): Promise<{ host: TestHost; seconds: number }> {
  const startedAt = performance.now();
  const { PROCESSES = '1' } = process.env;
  const host = await startTestHost({ dataDir, web: true, env: { LOG_LEVEL: 'warn', PROCESSES } });
  return { host, seconds: (performance.now() - startedAt) / 1000 };
}

const first = await start();
await first.host.stop();
const second = await start();
const { host } = second;

printTable(
  'Starting',
  ['', 'seconds', 'of the first'],
  [
    ['first start (database, schema, catalogue)', first.seconds.toFixed(2), '1.00'],
    ['second start', second.seconds.toFixed(2), ratio(second.seconds, first.seconds)],
  ],
);

const app = await openAppClient(host);
try {
  await showLatencies(app);
  const list = await measureMentorList(host, app);
  const perSecond = (value: number, least?: number) => [
    value.toFixed(0),
    ratio(value, list.sql.perSecond),
    least === undefined ? '' : goalOf(value / list.sql.perSecond, 'at least', least),
  ];
  printTable(
    'Mentor list, first page, requests per second',
    ['', 'per second', 'of raw SQL', 'goal'],
    [
      ['raw SQL loop (search_mentors)', ...perSecond(list.sql.perSecond)],
      ['through the host, cached', ...perSecond(list.cached)],
      ['through the host, never the same twice', ...perSecond(list.uncached.perSecond, 0.5)],
      ['the page /mentors, never the same twice', ...perSecond(list.renderedPage.perSecond, 0.15)],
      ['the page /mentors itself', ...perSecond(list.page)],
    ],
  );

  const bookings = await measureBookings(host, app);
  printTable(
    'Bookings, order to verified, per second',
    ['', 'per second', 'of raw SQL', 'goal'],
    [
      ['raw SQL loop (order, attach, settle)', bookings.sql.perSecond.toFixed(1), '1.00', ''],
      [
        'through the host (order, pay, verify)',
        bookings.http.perSecond.toFixed(1),
        ratio(bookings.http.perSecond, bookings.sql.perSecond),
        goalOf(bookings.http.perSecond / bookings.sql.perSecond, 'at least', 0.25),
      ],
    ],
  );
  printTable(
    'Processor time of one turn, milliseconds; "of raw SQL" as above, were time the only limit',
    ['', 'client', 'host', 'database', 'of raw SQL', 'goal of host', 'of database'],
    [
      costOf('listing, raw SQL loop', list.sql, list.sql),
      costOf('listing through the host, never the same twice', list.uncached, list.sql),
      costOf('booking, raw SQL loop', bookings.sql, bookings.sql),
      costOf('booking through the host, jobs included', bookings.http, bookings.sql, { host: 8, database: 7 }),
    ],
  );
  printTable(
    'What bookings leave to do',
    ['', ''],
    [
      ['jobs a second, one worker with work left', bookings.jobs.toFixed(1)],
      ['bytes of the database for a booking', bookings.bytes.toFixed(0)],
    ],
  );
  if (process.argv.includes('--keep')) {
    const figures: Figures = {
      measured: { date: new Date().toISOString().slice(0, 10), cores: availableParallelism() },
      pagesFromCache: Math.round(list.page),
      pagesRendered: Math.round(list.renderedPage.perSecond),
      reads: Math.round(list.uncached.perSecond),
      bookings: Math.round(bookings.http.perSecond),
      jobs: Math.round(bookings.jobs),
      jobsPerBooking: Number(bookings.jobsOfOne.toFixed(1)),
      bytesPerBooking: Math.round(bookings.bytes),
    };
    writeFileSync(path.join(import.meta.dirname, 'figures.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
  }
  printTable(
    'Reads by a signed-in founder through the data API, median milliseconds',
    ['', 'by the token', 'by the session', 'of the first'],
    (await measureSessionCheck(app)).map(([name, checked, unchecked]) => [
      name,
      unchecked.toFixed(2),
      checked.toFixed(2),
      ratio(checked, unchecked),
    ]),
  );
  printPages(await measurePages(host.url, 7, 4));
  printLighthouse(await measureLighthouse(host.url, 7));
  await showSignedIn(host);
  printTable(
    'Searches of visitors, median milliseconds',
    ['', '28 mentors', 'and 10,000', 'of the first', 'goal'],
    (await measureManyMentors(app)).map(([name, few, many]) => [
      name,
      few.toFixed(2),
      many.toFixed(2),
      ratio(many, few),
      goalOf(many / few, 'at most', MOST_GROWTH),
    ]),
  );
  printTable(
    'Searches among 10,000 mentors in SQL, median milliseconds of processor time',
    ['', 'by parts of texts', 'by words', 'of the first', 'goal'],
    (await compareSearches(app)).map(([name, before, now, most]) => [
      name,
      before.toFixed(2),
      now.toFixed(2),
      ratio(now, before),
      goalOf(now / before, 'at most', most),
    ]),
  );
  const violations = await app.violations();
  if (violations.length > 0) throw new Error(`The bench broke a promise: ${JSON.stringify(violations)}`);
} finally {
  await app.close();
  await host.stop();
}

async function showLatencies(client: AppClient): Promise<void> {
  const latencies = await openLatencies(client, host.databaseUrl);
  // A host that has just started compiles its code while it answers; one that people use has done so.
  const first = await latencies.measure(101);
  const measured = await latencies.measure(101);
  await latencies.close();
  printTable(
    'Calls one at a time, median milliseconds',
    ['', 'first hundred', 'through the host', 'plain SQL', 'times', ''],
    measured.map((one, at) => [
      one.name,
      first[at]?.http.toFixed(2) ?? '',
      one.http.toFixed(2),
      one.sql.toFixed(2),
      ratio(one.http, one.sql),
      isTooSlow(one) ? 'TOO SLOW' : '',
    ]),
  );
  // The run goes on, and fails.
  if (measured.some(isTooSlow)) process.exitCode = 1;
}

/** @param most milliseconds that the host and the database may take */
function costOf(
  name: string,
  { processor }: Speed,
  { processor: base }: Speed,
  most?: { host: number; database: number },
): string[] {
  if (!processor || !base) return [name, '-', '-', '-', '-'];
  const { client, host: ofHost, database } = processor;
  const goals = most && [goalOf(ofHost, 'at most', most.host), goalOf(database, 'at most', most.database)];
  const costs = [client, ofHost, database].map((ms) => ms.toFixed(2));
  return [name, ...costs, ratio(sumOf(base), sumOf(processor)), ...(goals ?? ['', ''])];
}

/** `value` as a share of `base`. */
export function ratio(value: number, base: number): string {
  return (value / base).toFixed(2);
}
