import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();

const KINDS = ['count_figures', 'count_promise'];

const jobs = (state: string) => app.sql`
  select kind, payload ->> 'day' as day, key, attempts, last_error, run_at at time zone 'Asia/Kolkata' as local
  from private.outbox where kind in ${app.sql(KINDS)} and state = ${state} order by kind`;

async function runBoth() {
  await eventually(async () => {
    await app.runJobs();
    expect((await jobs('done')).map(({ kind }) => kind)).toEqual(KINDS);
  });
}

const counted = async () => {
  const [row] = await app.sql`
    select (select counted_at > now() - interval '5 minutes' from public.public_counters) as figures,
      (select max(counted_at) > now() - interval '5 minutes' from public.promise_days) as promise,
      (select max(day) = private.today() - 1 from public.promise_days) as "isUpToYesterday"`;
  return row;
};

const nextNight = async () => {
  const [row] = await app.sql`
    select (private.today() + 1)::text as day, private.today() + 1 + time '02:30' as figures,
      private.today() + 1 + time '02:50' as promise`;
  return KINDS.map((kind) => ({
    kind,
    day: row?.day,
    key: `${kind}:${row?.day}`,
    local: kind === 'count_figures' ? row?.figures : row?.promise,
  }));
};

it('counts that a worker missed, down at 02:30 and 02:50 of two nights, run when it is back, and the next night is planned exactly once', async () => {
  await app.sql`delete from public.public_counters`;
  await app.sql`delete from public.promise_days`;
  // The nights of yesterday and today have passed without a worker.
  await app.sql`
    update private.outbox
    set payload = jsonb_build_object('day', private.today() - 1), key = kind || ':' || (private.today() - 1),
      run_at = run_at - interval '2 days', created_at = created_at - interval '3 days'
    where kind in ${app.sql(KINDS)}`;
  await runBoth();
  expect(await jobs('done')).toMatchObject(KINDS.map((kind) => ({ kind, attempts: 1, last_error: null })));
  expect(await counted()).toEqual({ figures: true, promise: true, isUpToYesterday: true });
  expect(await jobs('ready')).toEqual((await nextNight()).map((job) => expect.objectContaining(job)));
});

it('a missed count that is done twice plans the next night once', async () => {
  await app.sql`update private.outbox set state = 'ready', run_at = now(), finished_at = null where kind in ${app.sql(KINDS)} and state = 'done'`;
  await runBoth();
  expect(await jobs('done')).toMatchObject(KINDS.map((kind) => ({ kind, attempts: 2, last_error: null })));
  expect(await jobs('ready')).toEqual((await nextNight()).map((job) => expect.objectContaining(job)));
});

it('a count that fails on its first night back is planned for the next one all the same', async () => {
  await app.sql`
    update private.outbox
    set payload = jsonb_build_object('day', private.today() - 2), key = 'count_promise:' || (private.today() - 2), run_at = now()
    where kind = 'count_promise' and state = 'ready'`;
  await app.sql`alter function private.write_days(boolean) rename to write_days_gone`;
  await eventually(async () => {
    await app.runJobs();
    const [failed] =
      await app.sql`select last_error from private.outbox where kind = 'count_promise' and last_error is not null`;
    expect(failed).toBeDefined();
  });
  await app.sql`alter function private.write_days_gone(boolean) rename to write_days`;
  const nights = await app.sql`
    select count(*)::int as n from private.outbox
    where kind = 'count_promise' and state = 'ready' and key = 'count_promise:' || (private.today() + 1)`;
  expect(nights[0]?.n).toBe(1);
});
