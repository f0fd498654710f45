/** Hosts behind a balancer are restarted in turn while people ask and buy (docs/operations/rolling-restart.md). */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openAppClient } from '../../kit/app-client.ts';
import { startBalancer } from '../../kit/balancer.ts';
import { createTestDatabase } from '../../kit/database.ts';
import { findFreePort, startTestHost, type TestHost } from '../../kit/host.ts';
import { until } from '../../kit/lock-barrier.ts';
import { drainJobs, verify } from '../../kit/payment-fixture.ts';

const JWT_SECRET = 'a-secret-of-these-tests-that-is-long-enough';

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).toReversed()) await one();
});

/** Two hosts on one database behind a balancer, each of which can be started again at its address. */
async function openSite({ drainSeconds, probeMs }: { drainSeconds: number; probeMs: number }) {
  const database = await createTestDatabase();
  close.push(() => database.drop());
  const hosts: TestHost[] = [];
  const ports = [await findFreePort(), await findFreePort()];
  const start = async (index: number) => {
    const env = { JWT_SECRET, PORT: String(ports[index]), DRAIN_SECONDS: String(drainSeconds) };
    hosts[index] = await startTestHost({ databaseUrl: database.url, env });
  };
  close.push(() => Promise.all(hosts.map((host) => host.kill9())));
  await start(0);
  await start(1);
  const balancer = await startBalancer(
    hosts.map(({ url }) => url),
    { probeMs },
  );
  close.push(() => balancer.close());
  const app = await openAppClient({ ...(hosts[0] as TestHost), url: balancer.url }, JWT_SECRET);
  close.push(() => app.close());
  return { app, hosts, balancer, start };
}
type Site = Awaited<ReturnType<typeof openSite>>;

/** Requests at a steady rate until `stop`; what each failed one was answered. */
function startLoad({ app }: Site, perSecond: number) {
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    // Not one of the answers that a host keeps for some seconds.
    const asked = app.rest(`categories?select=name&limit=${sent}`).then(
      ({ status, body }) => {
        if (status !== 200) failures.push(`${status} ${JSON.stringify(body)}`);
      },
      (error: unknown) => {
        failures.push(String(error));
      },
    );
    open.add(asked);
    void asked.finally(() => open.delete(asked));
  }, 1000 / perSecond);
  return {
    failures,
    sent: () => sent,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

it('a host that stops under load fails no request, and one that ends without notice does (failure mode: rolling ' +
  'restart)', { tags: ['faults'] }, async () => {
  const site = await openSite({ drainSeconds: 1, probeMs: 150 });
  const [first, second] = site.hosts as [TestHost, TestHost];
  const load = startLoad(site, 50);
  await wait(300);
  const stopped = first.stop();
  await until(async () => {
    const answer = await fetch(`${first.url}/readyz`);
    return answer.status === 503 && (await answer.text()) === '{"status":"draining"}';
  }, 'the host does not say that it drains');
  // It serves all the same.
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await stopped;
  await wait(200);
  expect([load.failures, site.balancer.isIn(first.url)]).toEqual([[], false]);
  expect(load.sent()).toBeGreaterThan(30);

  // Ended without notice (negative control): what it is asked until the balancer has noticed fails.
  await second.kill9();
  await until(async () => load.failures.length > 0, 'no request failed');
  await load.stop();
});

it('two hosts, each restarted three times in turn under 50 requests a second for a minute: no request fails, no booking ' +
  'is lost, and no job is done twice (failure mode: rolling restart)', {
  tags: ['faults'],
  timeout: 300_000,
}, async () => {
  const site = await openSite({ drainSeconds: 5, probeMs: 1_000 });
  const { app, hosts, balancer } = site;
  const load = startLoad(site, 45);
  const startedAt = Date.now();
  const founders = await Promise.all(Array.from({ length: 6 }, () => app.addFounder()));
  const sales: string[] = [];
  const refusals: string[] = [];
  let isOver = false;
  const buyers = founders.map(async (founder, day) => {
    // A person may begin twenty orders a day.
    for (let turn = 0; turn < 18 && !isOver; turn += 1) {
      const slot = await app.addSlot({ daysAhead: 3 + day });
      const order = await app.call('create-payment-order', app.orderRequest(founder, slot), founder);
      const outcome = order.status === 200 ? await verify(app, await app.paid(order.body), founder) : order;
      if (outcome.body?.verified) sales.push(outcome.body.booking_id);
      else refusals.push(`${outcome.status} ${JSON.stringify(outcome.body)}`);
      await wait(3_000);
    }
  });
  for (let round = 0; round < 3; round += 1) {
    for (const index of [0, 1]) {
      await hosts[index]?.stop();
      await site.start(index);
      await until(async () => balancer.isIn(hosts[index]?.url ?? ''), 'the balancer does not take the host again');
      await wait(1_500);
    }
  }
  await wait(Math.max(0, startedAt + 60_000 - Date.now()));
  isOver = true;
  await Promise.all(buyers);
  await load.stop();
  console.log(`${load.sent()} requests and ${sales.length} sales in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  expect(load.failures).toEqual([]);
  expect(refusals).toEqual([]);
  expect(sales.length).toBeGreaterThan(20);
  const kept = await app.sql`select id from public.bookings where id in ${app.sql(sales)}`;
  expect(kept).toHaveLength(sales.length);
  expect([...(await app.violations())]).toEqual([]);

  await drainJobs(app);
  // Each booking is announced to its founder once.
  const announced = await app.sql`
    select "to", count(*)::int as mails from sandbox.mails where subject like 'Booking received:%'
    group by "to"`;
  const bookings = await app.sql`
    select p.email as "to", count(*)::int as mails from public.bookings b join public.profiles p on p.id = b.user_id
    group by p.email`;
  const mailsOf = new Map(announced.map((row) => [row.to, row.mails]));
  expect(bookings.map((row) => [row.to, mailsOf.get(row.to)])).toEqual(bookings.map((row) => [row.to, row.mails]));
});
