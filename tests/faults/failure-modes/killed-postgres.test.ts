/**
 * kill -9 of Postgres while people buy: what was acknowledged is there afterwards, and every captured payment has
 * its outcome. With a server of its own the hosts stay up and find it again; an embedded Postgres takes its host
 * with it, which is started anew.
 */
import { readFileSync } from 'node:fs';
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

async function openKillable(): Promise<{ app: TestApp; killPostgres: () => Promise<TestApp> }> {
  const topology = topologyOfRun();
  if (topology === 'embedded') {
    const app = await openTestApp({}, { topology });
    return {
      app,
      killPostgres: async () => {
        const pidFile = path.join(findHome(app.host.dataDir).data, 'postmaster.pid');
        process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
        await until(async () => app.host.output().includes('Postgres ended unexpectedly'), 'the host went on');
        return app.reopen();
      },
    };
  }
  const server = await startRestartablePostgres();
  close.push(() => server.close());
  const app = await openTestApp({}, { topology, databaseUrl: server.url });
  return {
    app,
    killPostgres: async () => {
      await server.kill9();
      await server.startAgain();
      await eventually(async () => {
        for (const host of app.hosts) {
          const answer = await fetch(`${host.url}/readyz`).catch(() => undefined);
          expect(answer?.status, host.output().slice(-2000)).toBe(200);
        }
      }, 60_000);
      return app;
    },
  };
}

it('loses nothing that was acknowledged, and no payment, when Postgres is killed under load (failure ' +
  'mode: kill -9 of Postgres under load)', { tags: ['faults'], timeout: 240_000 }, async () => {
  const opened = await openKillable();
  let { app } = opened;
  close.push(() => app.close());
  const founders = await Promise.all(Array.from({ length: BUYERS }, () => app.addFounder()));
  const acknowledged: string[] = [];
  let isOver = false;
  const before = app;
  const buy = async (founder: Founder, day: number) => {
    while (!isOver) {
      // Whatever fails here fails because the database is gone: people see an error, and what counts is checked below.
      try {
        const slot = await before.addSlot({ daysAhead: 3 + day });
        const order = await before.order(founder, slot);
        const { body } = await verify(before, await before.paid(order), founder);
        if (body.verified) acknowledged.push(body.booking_id);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const buyers = founders.map(buy);
  try {
    await until(async () => acknowledged.length >= BUYERS, 'nobody bought anything');
    app = await opened.killPostgres();
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
