import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ KEEP_MONEY_YEARS: '6', KEEP_CLOSED_ACCOUNTS_DAYS: '0' });

const runs = () => app.sql`select rule, rows, error, finished_at is not null as is_over from private.retention_runs`;

const jobs = () => app.sql`
  select key, state, last_error, (run_at at time zone 'Asia/Kolkata')::time::text as time
  from private.outbox where kind = 'apply_retention' order by key`;

const start = () =>
  app.sql`update private.outbox set run_at = now() where kind = 'apply_retention' and state = 'ready'`;

it('run-jobs deletes at half past three in the night what is not needed any more, and plans the next night', async () => {
  expect(await jobs()).toMatchObject([{ state: 'ready', time: '03:30:00' }]);
  await app.sql`
    insert into private.closed_accounts (user_id, sealed) values (gen_random_uuid(), 'v1.today')`;
  await app.sql`
    insert into private.outbox (kind, state, finished_at)
    select 'remove_file', 'done', '2020-01-01' from generate_series(1, 1100)`;
  await start();
  await eventually(async () => {
    await app.runJobs();
    expect((await jobs()).map(({ state }) => state)).toContain('done');
  });
  const [done, next] = await jobs();
  expect(done).toMatchObject({ state: 'done', last_error: null });
  expect(next).toMatchObject({ state: 'ready', time: '03:30:00' });
  const found = await runs();
  expect(found).toHaveLength(20);
  expect(found.every((run) => run.is_over && run.error === null)).toBe(true);
  expect(found.find((run) => run.rule === 'finished_jobs')).toMatchObject({ rows: 1100 });
  // The operator keeps none.
  expect(await app.sql`select from private.closed_accounts`).toHaveLength(0);
});

it('run-jobs applies the other rules of retention to their end where one fails, and fails the job', async () => {
  await app.sql`insert into private.closed_accounts (user_id, sealed) values (gen_random_uuid(), 'v1.today')`;
  await app.sql`
    create function private.keep_all() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`;
  await app.sql`
    create trigger keep_all before delete on private.closed_accounts for each row execute function private.keep_all()`;
  await app.sql`
    insert into private.outbox (kind, state, finished_at)
    select 'remove_file', 'done', '2020-01-01' from generate_series(1, 1100)`;
  await start();
  await eventually(async () => {
    await app.runJobs();
    expect((await jobs()).map(({ last_error }) => last_error).join()).toContain('closed_accounts: P0001 kept');
  });
  expect(await app.sql`select from private.outbox where finished_at = '2020-01-01'`).toHaveLength(0);
  await app.sql`drop function private.keep_all() cascade`;
  await start();
  await eventually(async () => {
    await app.runJobs();
    expect((await jobs()).filter(({ last_error }) => last_error !== null)).toHaveLength(0);
  });
});

it('run-jobs fails the job where the database knows another rule, and System Health says so', async () => {
  await app.sql`
    create or replace function private.retention_rule_names() returns text[]
    language sql immutable set search_path = '' as $$ select array['money', 'cookies'] $$`;
  await start();
  await eventually(async () => {
    await app.runJobs();
    expect((await jobs()).map(({ last_error }) => last_error).join()).toContain('rule_unknown');
  });
  const [health] = await app.sql`select private.retention_health() as health`;
  expect(health?.health.error).toContain('rule_unknown');
});
