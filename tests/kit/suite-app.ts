/** The app of a whole suite: one of its own, or one that the suites of a worker share. */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { removeHome } from '#host/postgres/home.ts';
import { eventually } from './app-client.ts';
import { openTestApp, type TestApp, topologyOfRun } from './test-app.ts';

/**
 * The app of a whole suite: opened before its first test, closed after its last. Each test must leave all invariants
 * intact. Until it is open, its properties cannot be read.
 *
 * @param env settings of the host
 */
export function provideTestApp(env: Record<string, string> = {}): TestApp {
  return bindApp(
    () => openTestApp(env),
    (app) => app.close(),
  );
}

let shared: Promise<TestApp> | undefined;

/**
 * As provideTestApp with default settings, but one app serves all such suites of a worker. For suites that make their
 * own people, mentors and slots, count no rows of others, and leave settings, limits and credentials as they are.
 */
export function provideSharedApp(): TestApp {
  // An embedded Postgres would outlive the worker.
  if (topologyOfRun() === 'embedded') return provideTestApp();
  return bindApp(
    async () => {
      shared ??= openSharedApp();
      const app = await shared;
      await finishEarlierWork(app);
      return app;
    },
    async () => {},
  );
}

function bindApp(open: () => Promise<TestApp>, close: (app: TestApp) => Promise<void>): TestApp {
  let opened: TestApp | undefined;
  const app = new Proxy({} as TestApp, {
    get(_, property) {
      if (!opened) throw new Error(`The app is open in hooks and tests only: too early for ${String(property)}.`);
      return Reflect.get(opened, property);
    },
  });
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(async () => {
    expect([...(await app.violations())]).toEqual([]);
  });
  afterAll(async () => {
    if (opened) await close(opened);
  });
  return app;
}

/** Its hosts end with the worker, its database with the Postgres of the run. */
async function openSharedApp(): Promise<TestApp> {
  const app = await openTestApp();
  const end = () => {
    for (const { pid, dataDir } of app.hosts) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
      removeHome(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    }
  };
  process.once('exit', end);
  // Vitest ends a worker with this signal, which alone would not run the handler of 'exit'.
  process.once('SIGTERM', () => process.exit());
  return app;
}

/** Waits for jobs under way and puts off those that an earlier suite has left, so that none uses up a fault. */
async function finishEarlierWork(app: TestApp): Promise<void> {
  for (const provider of ['razorpay', 'google']) await app.request(`/sandbox/${provider}/faults`, { method: 'DELETE' });
  await eventually(async () => {
    const claimed = await app.sql`
      select kind from private.outbox
      where state = 'ready' and attempts > 0 and last_error is null
        and run_at between now() and now() + interval '2 minutes'`;
    expect([...claimed]).toEqual([]);
  });
  await app.sql`
    update private.outbox set run_at = now() + interval '1 day'
    where state = 'ready' and run_at < now() + interval '1 day'`;
  await app.sql`
    update private.order_checks set next_check_at = now() + interval '1 day' where next_check_at is not null`;
}
