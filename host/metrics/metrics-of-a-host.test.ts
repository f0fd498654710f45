import { expect, onTestFinished, test } from 'vitest';
import { type MetricFamily, readOpenMetrics, sampleValue } from '#tests/kit/open-metrics.ts';
import { aBooking } from '#tests/kit/payment-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';
import { createHostMetrics } from './host-metrics.ts';

const app = provideSharedApp();
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0';

async function scrape(path: string): Promise<{ families: ReadonlyMap<string, MetricFamily>; text: string }> {
  const response = await fetch(app.host.url + path, {
    headers: { authorization: `Bearer ${app.host.keys.ops}`, accept: OPEN_METRICS },
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return { families: readOpenMetrics(text), text };
}

test('money_violations is 0 after a booking was paid, and 1 within fifteen seconds of a planted violation', async () => {
  let now = 0;
  const metrics = createHostMetrics(app.sql, { now: () => now });
  onTestFinished(() => metrics.close());
  const violations = async () =>
    sampleValue(readOpenMetrics(await (await metrics.answer(OPEN_METRICS)).text()), 'point0_money_violations');
  const { order } = await aBooking(app);
  expect(await violations()).toBe(0);
  const plant = (state: string) =>
    app.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update private.payment_orders set state = ${state} where booking_id = ${order.booking_id}`;
    });
  await plant('open');
  try {
    now = 15_000;
    expect(await violations()).toBe(1);
  } finally {
    await plant('booked');
  }
  now = 30_000;
  expect(await violations()).toBe(0);
});

test('a host tells its metrics at /metrics, and those of the database in a function, without a line in the log', async () => {
  await aBooking(app);
  const before = app.host.output();
  const asked = ['/asha@site.test', '/mentors/asha-rao-of-this-test', '/rest/v1/secret-table'];
  for (const path of asked) await fetch(app.host.url + path, { method: 'PROPFIND' });
  const { families, text } = await scrape('/metrics');
  expect(sampleValue(families, 'point0_db_up')).toBe(1);
  expect(sampleValue(families, 'point0_money_violations')).toBe(0);
  expect(
    sampleValue(families, 'point0_function_duration_seconds', { function: 'verify-payment', status: '2xx' }, '_count'),
  ).toBeGreaterThan(0);
  const other = { route: 'other', method: 'other', status: '4xx' };
  expect(sampleValue(families, 'point0_http_request_duration_seconds', other, '_count')).toBeGreaterThan(0);
  expect(sampleValue(families, 'point0_db_connection_wait_seconds', {}, '_count')).toBeGreaterThan(0);
  expect(text).not.toMatch(/asha|secret-table|PROPFIND/);
  const hosted = await scrape('/functions/v1/metrics');
  expect(sampleValue(hosted.families, 'point0_bookings')).toBeGreaterThan(0);
  // The host counts its jobs itself.
  expect(hosted.families.get('point0_jobs')?.samples).toEqual([]);
  for (const authorization of ['', 'Bearer wrong', `Bearer ${app.keys.secretKey}`]) {
    for (const path of ['/metrics', '/functions/v1/metrics']) {
      const refused = await fetch(app.host.url + path, { headers: { authorization } });
      expect([refused.status, refused.headers.get('www-authenticate')], path).toEqual([401, 'Bearer']);
      expect(await refused.json()).toEqual({ error: 'A token is needed for this.' });
    }
  }
  const posted = await fetch(`${app.host.url}/functions/v1/metrics`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
  expect(await posted.json()).toEqual({ error: 'This address answers GET requests only.' });
  const lines = app.host
    .output()
    .slice(before.length)
    .split('\n')
    .filter((line) => line.includes('metrics'));
  expect(lines).toEqual([]);
});

test('a try of a job is counted with its outcome, in the database where no host listens', async () => {
  const row = (more: object) => ({ kind: 'email', outcome: 'done', jobs: 2, seconds: 3, within: [1, 2, 2], ...more });
  await app.sql`delete from private.job_counters`;
  onTestFinished(async () => {
    await app.sql`delete from private.job_counters`;
  });
  const count = (rows: object[]) => app.sql`select public.count_jobs(${app.sql.json(rows as never)})`;
  await count([row({}), row({ outcome: 'lost', jobs: 1, within: [0, 0, 1] })]);
  await count([row({ seconds: 0.5 })]);
  const [known] = await app.sql`select private.metrics() -> 'job_counters' as counters`;
  expect(known?.counters).toEqual([
    { kind: 'email', outcome: 'done', jobs: 4, seconds: 3.5, within: [2, 4, 4] },
    { kind: 'email', outcome: 'lost', jobs: 1, seconds: 3, within: [0, 0, 1] },
  ]);
});
