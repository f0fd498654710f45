/**
 * kill -9 of Postgres while people buy: what was acknowledged is there afterwards, every captured payment has its
 * outcome, and the first sale comes within 5 seconds. The hosts stay up and find the server again; an embedded one is
 * started again by its host.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findHome } from '#host/postgres/home.ts';
import { eventually, type Founder } from '../../kit/app-client.ts';
import { until } from '../../kit/lock-barrier.ts';
import { verify } from '../../kit/payment-fixture.ts';
import { startRestartablePostgres } from '../../kit/restartable-postgres.ts';
import { openTestApp, type TestApp, topologyOfRun } from '../../kit/test-app.ts';

const BUYERS = 4;

const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).toReversed()) await one();
});

/** The kill returns when there is a server again, which may not take connections yet. */
async function openKillable(): Promise<{ app: TestApp; killPostgres: () => Promise<void> }> {
  const topology = topologyOfRun();
  if (topology === 'embedded') {
    const app = await openTestApp({}, { topology });
    return {
      app,
      async killPostgres() {
        const pidFile = path.join(findHome(app.host.dataDir).data, 'postmaster.pid');
        const readPid = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[0] : undefined);
        const killed = readPid();
        process.kill(Number(killed), 'SIGKILL');
        await until(async () => (readPid() ?? killed) !== killed, 'the host did not start Postgres again');
      },
    };
  }
  const server = await startRestartablePostgres();
  close.push(() => server.close());
  const app = await openTestApp({}, { topology, databaseUrl: server.url });
  return {
    app,
    async killPostgres() {
      await server.kill9();
      await server.startAgain();
    },
  };
}

it('loses nothing that was acknowledged, and no payment, when Postgres is killed under load (failure ' +
  'mode: kill -9 of Postgres under load)', { tags: ['faults'], timeout: 240_000 }, async () => {
  const { app, killPostgres } = await openKillable();
  close.push(() => app.close());
  const founders = await Promise.all(Array.from({ length: BUYERS }, () => app.addFounder()));
  const acknowledged: string[] = [];
  let isOver = false;
  const buy = async (founder: Founder, day: number) => {
    while (!isOver) {
      // Whatever fails here fails because the database is gone: people see an error, and what counts is checked below.
      try {
        const slot = await app.addSlot({ daysAhead: 3 + day });
        const order = await app.order(founder, slot);
        const { body } = await verify(app, await app.paid(order), founder);
        if (body.verified) acknowledged.push(body.booking_id);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const buyers = founders.map(buy);
  try {
    await until(async () => acknowledged.length >= BUYERS, 'nobody bought anything');
    const killedAt = performance.now();
    await killPostgres();
    const sold = acknowledged.length;
    await Promise.all(
      app.hosts.map(async (host) => {
        const one = await app.at(host);
        const ask = () => one.rest('profiles?select=id', { by: founders[0] as Founder });
        await until(async () => (await ask()).status === 200, 'the host does not find the database again');
      }),
    );
    const seconds = (performance.now() - killedAt) / 1000;
    await until(async () => acknowledged.length > sold, 'nothing is sold any more');
    const untilSold = (performance.now() - killedAt) / 1000;
    console.log(
      `kill -9 of Postgres (${app.topology}): answers after ${seconds.toFixed(1)} s, sells after ${untilSold.toFixed(1)} s`,
    );
    expect(seconds).toBeLessThan(5);
  } finally {
    isOver = true;
    await Promise.all(buyers);
  }

  const kept = await app.sql`select id from public.bookings where id in ${app.sql(acknowledged)}`;
  expect(kept).toHaveLength(acknowledged.length);
  expect([...(await app.violations())]).toEqual([]);
  // What was captured while nobody could hear of it is asked of the provider.
  await eventually(async () => {
    await app.sql`
      update private.order_checks set next_check_at = now()
      where order_id in (select id from private.payment_orders where state = 'open' and provider_order_id is not null)`;
    await app.runJobs();
    const unsettled = await app.sql`
      select p.id from sandbox.razorpay_payments p
      where p.status = 'captured' and not exists (select from private.payments x where x.id = p.id)`;
    expect([...unsettled]).toEqual([]);
  }, 60_000);
  expect([...(await app.violations())]).toEqual([]);
});
