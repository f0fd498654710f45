/**
 * Several workers on one database: claims, reports of late workers (docs/product/operations.md#workers), and the one
 * that leads (docs/product/operations.md#leader).
 */
import type postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { eventually } from '../kit/app-client.ts';
import { provideDatabase } from '../kit/database-fixture.ts';
import type { TestHost } from '../kit/host.ts';
import { openTestApp, type TestApp } from '../kit/test-app.ts';

const db = provideDatabase();
const KINDS = ['trial'];

beforeEach(async () => {
  await db.sql`truncate private.outbox, private.leases, private.worker_rounds`;
});

interface Claim {
  id: string;
  attempt: number;
}

const addJobs = (count: number) =>
  db.sql`insert into private.outbox (kind, payload) select ${KINDS[0] ?? ''}, '{}' from generate_series(1, ${count})`;
const claim = async (limit: number, via: postgres.ISql = db.service): Promise<Claim[]> => [
  ...(await via<Claim[]>`select id, attempts as attempt from public.claim_jobs(${KINDS}, ${limit})`),
];
const complete = async ({ id, attempt }: Claim): Promise<boolean> =>
  (await db.service`select public.complete_job(${id}::uuid, ${attempt}::int) as "isOurs"`)[0]?.isOurs;
const fail = async ({ id, attempt }: Claim, isPermanent = false): Promise<boolean> =>
  (await db.service`select public.fail_job(${id}::uuid, ${attempt}::int, 'too late', ${isPermanent}) as "isOurs"`)[0]
    ?.isOurs;
/** As if two minutes had passed. */
const endClaim = ({ id }: Claim) => db.sql`update private.outbox set run_at = clock_timestamp() where id = ${id}`;
const stateOf = async ({ id }: Claim) =>
  (await db.sql`select state, attempts, last_error from private.outbox where id = ${id}`)[0];

/** Runs `check` while a function of the database lacks a part of its text. */
async function without(signature: string, part: string, check: () => Promise<void>): Promise<void> {
  const [row] = await db.sql`select pg_get_functiondef(${signature}::regprocedure) as text`;
  const definition = row?.text as string;
  expect(definition).toContain(part);
  await db.sql.unsafe(definition.replaceAll(part, ''));
  try {
    await check();
  } finally {
    await db.sql.unsafe(definition);
  }
}

/**
 * Has workers do all jobs at once. Every tenth first attempt is paused past its claim; it reports while the
 * next attempt is under way, and once more when all is done.
 *
 * @returns each attempt of a job that was begun, and those of which a report was accepted
 */
async function work(workers: number, hasPauses: boolean) {
  const begun: Claim[] = [];
  const accepted: Claim[] = [];
  const paused: Claim[] = [];
  const isDone = async () => (await db.sql`select from private.outbox where state <> 'done' limit 1`).length === 0;
  const run = async () => {
    for (;;) {
      const claims = await claim(5);
      if (claims.length === 0 && (await isDone())) return;
      for (const one of claims) {
        begun.push(one);
        if (hasPauses && one.attempt === 1 && begun.length % 10 === 0) {
          paused.push(one);
          await endClaim(one);
          continue;
        }
        for (const late of paused.filter(({ id }) => id === one.id)) if (await complete(late)) accepted.push(late);
        if (await complete(one)) accepted.push(one);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  for (const one of paused) if (await complete(one)) accepted.push(one);
  return { begun, accepted, paused };
}

const names = (claims: readonly Claim[]) => claims.map(({ id, attempt }) => `${id} ${attempt}`);

describe('claims', () => {
  test('three workers on sixty jobs do each once, none is claimed by two, and all are done', async () => {
    await addJobs(60);
    const { begun, accepted } = await work(3, false);
    expect(begun).toHaveLength(60);
    expect(new Set(names(begun)).size).toBe(60);
    expect(new Set(names(accepted))).toEqual(new Set(names(begun)));
  });

  test('workers that are paused past their claims leave each job with one accepted report', async () => {
    await addJobs(60);
    const { begun, accepted, paused } = await work(3, true);
    expect(paused.length).toBeGreaterThan(0);
    expect(new Set(names(begun)).size).toBe(60 + paused.length);
    expect(accepted).toHaveLength(60);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(60);
    expect(names(accepted).filter((name) => names(paused).includes(name))).toEqual([]);
  });

  /** Claims while another worker's claim is not yet committed. */
  async function expectOtherJobsAtOnce(): Promise<void> {
    await db.sql`truncate private.outbox`;
    await addJobs(4);
    const [first, second] = await db.sql.begin(async (transaction) => {
      const mine = await claim(2, transaction);
      const theirs = await db.sql.begin(async (other) => {
        await other`set local lock_timeout = '300ms'`;
        return claim(2, other);
      });
      return [mine, theirs];
    });
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(4);
  }

  test('a worker takes other jobs at once while the claim of another one is not committed', async () => {
    await expectOtherJobsAtOnce();
  });

  test('a claim without the skipping of locked jobs waits for another worker (negative control)', async () => {
    for (const part of [' skip locked', 'for update skip locked']) {
      await without('public.claim_jobs(text[],integer)', part, async () => {
        await expect(expectOtherJobsAtOnce()).rejects.toMatchObject({ code: '55P03' });
      });
    }
  });
});

describe('a worker that was paused past its claim', () => {
  async function expectNoLateReport(): Promise<void> {
    await db.sql`truncate private.outbox`;
    await addJobs(1);
    const [late] = (await claim(1)) as [Claim];
    await endClaim(late);
    const [next] = (await claim(1)) as [Claim];
    expect(next).toEqual({ id: late.id, attempt: 2 });
    expect([await fail(late), await fail(late, true), await complete(late)]).toEqual([false, false, false]);
    expect(await stateOf(late)).toEqual({ state: 'ready', attempts: 2, last_error: null });
    expect(await complete(next)).toBe(true);
    expect([await fail(late), await complete(late), await complete(next), await fail(next)]).not.toContain(true);
    expect((await stateOf(late))?.state).toBe('done');
  }

  test('can neither complete nor fail the job that another one has taken over', async () => {
    await expectNoLateReport();
  });

  test('could do both without the check of the attempt (negative control)', async () => {
    for (const signature of ['public.complete_job(uuid,integer)', 'public.fail_job(uuid,integer,text,boolean)']) {
      await without(signature, ' and attempts = p_attempt', async () => {
        await expect(expectNoLateReport()).rejects.toMatchObject({ name: 'AssertionError' });
      });
    }
  });

  test('cannot report on a job that an administrator has started again meanwhile', async () => {
    await addJobs(1);
    const [late] = (await claim(1)) as [Claim];
    await endClaim(late);
    const [next] = (await claim(1)) as [Claim];
    expect(await fail(next, true)).toBe(true);
    await db.as(db.admin)`select public.retry_job(${late.id})`;
    const [again] = (await claim(1)) as [Claim];
    expect(await complete(late)).toBe(false);
    // It has all its tries again, though its attempts go on being counted.
    for (let tries = 1; tries < 12; tries += 1) {
      expect(await fail({ id: late.id, attempt: again.attempt + tries - 1 })).toBe(true);
      await endClaim(late);
      await claim(1);
    }
    expect(await stateOf(late)).toMatchObject({ state: 'ready', attempts: again.attempt + 11 });
    await fail({ id: late.id, attempt: again.attempt + 11 });
    expect(await stateOf(late)).toMatchObject({ state: 'dead' });
  });
});

describe('the leader', () => {
  const begin = async (worker: string): Promise<boolean> =>
    (await db.service`select public.begin_round(${worker}, 1) as leads`)[0]?.leads;
  const renew = async (worker: string): Promise<boolean> =>
    (await db.service`select public.renew_lead(${worker}) as leads`)[0]?.leads;
  const WORKERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const leadersOf = async () => {
    const leads = await Promise.all(WORKERS.map(begin));
    return WORKERS.filter((_, at) => leads[at]);
  };
  /** As if this many seconds had passed. */
  const pass = (seconds: number) => db.sql`update private.leases set until = until - make_interval(secs => ${seconds})`;

  async function expectOneLeader(): Promise<void> {
    await db.sql`truncate private.leases`;
    const [leader, ...others] = await leadersOf();
    expect(others).toEqual([]);
    expect(await leadersOf()).toEqual([leader]);
    await pass(40);
    expect(await leadersOf()).toEqual([leader]);
    // Killed: its lease ends 45 seconds after its last round.
    await pass(46);
    const [next, ...more] = await Promise.all(
      WORKERS.filter((worker) => worker !== leader).map(async (worker) => ((await begin(worker)) ? worker : '')),
    ).then((list) => list.filter(Boolean));
    expect(next).toBeDefined();
    expect(more).toEqual([]);
    // It was only paused: it finds that it leads no more.
    expect([await renew(leader ?? ''), await begin(leader ?? '')]).toEqual([false, false]);
    expect(await renew(next ?? '')).toBe(true);
  }

  test('is one of eight workers, and another one within 60 seconds after it was killed', async () => {
    await expectOneLeader();
  });

  test('would be several without the look at the lease (negative control)', async () => {
    const [row] = await db.sql`select pg_get_functiondef('private.take_lead(text)'::regprocedure) as text`;
    const part = /\s+where l\.holder[^;]+/.exec(row?.text)?.[0] ?? 'no condition';
    await without('private.take_lead(text)', part, async () => {
      await expect(expectOneLeader()).rejects.toMatchObject({ name: 'AssertionError' });
    });
  });

  test('a long round keeps the lead by renewing it', async () => {
    expect(await begin('a')).toBe(true);
    for (let times = 0; times < 6; times += 1) {
      await pass(15);
      expect(await renew('a')).toBe(true);
    }
    expect([await begin('b'), await renew('b')]).toEqual([false, false]);
    const [lease] = await db.sql`select holder, until > now() + interval '40 seconds' as "isFresh" from private.leases`;
    expect(lease).toEqual({ holder: 'a', isFresh: true });
  });

  test('rounds are on record for seven days', async () => {
    await db.sql`
      insert into private.worker_rounds (worker, release, began_at)
      select 'old', 1, now() - make_interval(days => days) from unnest(array[6, 8]) as days`;
    await begin('a');
    await begin('b');
    await db.service`select public.end_round('a', 3, 1)`;
    const rounds = await db.sql`
      select worker, release, done, failed, ended_at is not null as "hasEnded" from private.worker_rounds order by id`;
    expect([...rounds]).toEqual([
      { worker: 'old', release: 1, done: null, failed: null, hasEnded: false },
      { worker: 'a', release: 1, done: 3, failed: 1, hasEnded: true },
      { worker: 'b', release: 1, done: null, failed: null, hasEnded: false },
    ]);
  });
});

describe('eight workers in two hosts', () => {
  const COUNT = 2000;
  let app: TestApp | undefined;
  afterEach(() => app?.close());

  /** A payment each that its order needs no more, and a job each that gives it back. */
  async function addRefunds(on: TestApp): Promise<void> {
    const founder = await on.addFounder();
    const order = await on.order(founder, await on.addSlot());
    const proof = await on.paid(order);
    await on.call('verify-payment', proof, founder);
    await on.sql.unsafe(`
      create table public.trial_effects (refund_id uuid, at timestamptz default clock_timestamp());
      create table public.trial_claims (job uuid, attempt integer, earlier_until timestamptz, at timestamptz);
      create function public.note_effect() returns trigger language plpgsql security definer as $$ begin
        insert into public.trial_effects (refund_id) values (new.id);
        return null;
      end $$;
      create trigger note_effect after update on private.refunds for each row execute function public.note_effect();
      create function public.note_claim() returns trigger language plpgsql security definer as $$ begin
        insert into public.trial_claims values (new.id, new.attempts, old.run_at, clock_timestamp());
        return null;
      end $$;
      create trigger note_claim after update of attempts on private.outbox
        for each row when (new.attempts > old.attempts and new.kind = 'refund') execute function public.note_claim();
    `);
    await on.sql`
      insert into sandbox.razorpay_payments
        (id, order_id, amount, currency, status, captured, method, email, contact, description, notes)
      select 'pay_trial' || n, p.order_id, p.amount, p.currency, p.status, p.captured, p.method, p.email, p.contact,
        p.description, p.notes
      from sandbox.razorpay_payments p, generate_series(1, ${COUNT}) n where p.id = ${proof.payment_id}`;
    await on.sql`
      select private.settle(${proof.order_id}, 'pay_trial' || n, ${order.amount}, 'INR')
      from generate_series(1, ${COUNT}) n`;
  }

  const unfinished = async (on: TestApp): Promise<number> =>
    (await on.sql`select count(*)::int as n from private.outbox where kind = 'refund' and state <> 'done'`)[0]?.n;

  async function expectEachRefundedOnce(on: TestApp): Promise<void> {
    const [made] = await on.sql`
      select count(*)::int as refunds, count(distinct payment_id)::int as payments
      from sandbox.razorpay_refunds where payment_id like 'pay_trial%'`;
    expect(made).toEqual({ refunds: COUNT, payments: COUNT });
    expect(await on.sql`select from public.trial_claims where earlier_until > at`).toHaveLength(0);
    expect([...(await on.violations())]).toEqual([]);
  }

  it('do 2,000 jobs once each', { tags: ['faults'], timeout: 900_000 }, async () => {
    app = await openTestApp({ WORKERS: '4' }, { topology: 'two hosts' });
    const on = app;
    await addRefunds(on);
    await eventually(async () => expect(await unfinished(on)).toBe(0), 800_000);
    await expectEachRefundedOnce(on);
    expect(await on.sql`select from public.trial_claims`).toHaveLength(COUNT);
    const effects = await on.sql`select refund_id from public.trial_effects group by refund_id having count(*) > 1`;
    expect(effects).toHaveLength(0);
    const workers = await on.sql`select distinct worker from private.worker_rounds where done > 0`;
    expect(workers).toHaveLength(8);
  });

  it('move no money twice while hosts are killed and claims end early', {
    tags: ['faults'],
    timeout: 900_000,
  }, async () => {
    app = await openTestApp({ WORKERS: '4' }, { topology: 'two hosts' });
    const on = app;
    const hosts: TestHost[] = [];
    while (hosts.length < 4) hosts.push(await on.addHost());
    await addRefunds(on);
    for (const [at, host] of hosts.entries()) {
      const left = COUNT - 300 - 400 * at;
      await eventually(async () => expect(await unfinished(on)).toBeLessThan(left), 400_000);
      await host.kill9();
      // The claims of the dead end, and those of the living too: their reports come late.
      await on.sql`
        update private.outbox set run_at = clock_timestamp()
        where kind = 'refund' and state = 'ready' and attempts > 0`;
    }
    await eventually(async () => {
      await on.sql`
        update private.outbox set run_at = clock_timestamp() where kind = 'refund' and state = 'ready'
          and claimed_at < clock_timestamp() - interval '20 seconds' and run_at > clock_timestamp()`;
      expect(await unfinished(on)).toBe(0);
    }, 400_000);
    await expectEachRefundedOnce(on);
  });

  it('have another leader within 60 seconds after kill -9 of its host', {
    tags: ['faults'],
    timeout: 120_000,
  }, async () => {
    app = await openTestApp({ WORKERS: '4' }, { topology: 'two hosts' });
    const on = app;
    const holder = async () =>
      (await on.sql`select holder from private.leases where name = 'leader' and until > now()`)[0]?.holder as string;
    const first = await eventually(async () => {
      expect(await holder()).toBeTruthy();
      return holder();
    });
    const host = on.hosts.find(({ pid }) => first.includes(`:${pid}:`));
    await host?.kill9();
    const killedAt = performance.now();
    await eventually(async () => expect(await holder()).toSatisfy((next) => Boolean(next) && next !== first), 60_000);
    expect(performance.now() - killedAt).toBeLessThan(60_000);
  });
});
