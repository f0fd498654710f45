/**
 * The schedule of hosted Supabase, on a Postgres with stand-ins of its extensions (docs/product/operations.md#workers).
 */
import { renameSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '#host/migrate.ts';
import { projectPaths } from '#host/project-paths.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { type HostedPostgres, prepareHostedDatabase, startHostedPostgres } from '#tests/kit/hosted-postgres.ts';

const EXTENSIONS = ['pg_cron', 'pg_net', 'supabase_vault'];
const JOBS = [
  { jobname: 'point0-run-jobs', schedule: '10 seconds', command: 'select private.call_worker()' },
  {
    jobname: 'point0-trim',
    schedule: '17 20 * * *',
    command: "delete from cron.job_run_details where coalesce(end_time, start_time) < now() - interval '3 days'",
  },
  { jobname: 'point0-watch', schedule: '* * * * *', command: 'select private.watch()' },
];

const plain = provideTestDatabase();
let server: HostedPostgres;
/** As the owner of the migrations, who is no superuser. */
let sql: postgres.Sql;
let superuser: postgres.Sql;

const connect = (url: string) => postgres(url, { max: 2, onnotice: () => {} });

beforeAll(async () => {
  server = await startHostedPostgres();
  superuser = connect(server.url);
  const url = await prepareHostedDatabase(server.url, 'owner');
  await migrate({ databaseUrl: url, directory: projectPaths.migrations });
  sql = connect(url);
});
afterAll(async () => {
  await Promise.all([sql?.end(), superuser?.end()]);
  await server?.close();
});

const schedule = async (via: postgres.ISql) =>
  (await via<{ made: boolean }[]>`select private.schedule_workers() as made`)[0]?.made;
const jobs = async (via: postgres.ISql) => [
  ...(await via`select jobname, schedule, command from cron.job order by jobname`),
];
const extensions = async (via: postgres.ISql) =>
  (await via`select extname from pg_extension where extname = any (${EXTENSIONS}) order by 1`).map(
    ({ extname }) => extname,
  );

describe('The schedule', () => {
  test('is made by the migrations of an owner who is no superuser, once however often it is asked for', async () => {
    const [owner] = await sql`select rolsuper from pg_roles where rolname = current_user`;
    expect(owner).toEqual({ rolsuper: false });
    expect(await jobs(sql)).toEqual(JOBS);
    expect(await extensions(sql)).toEqual(EXTENSIONS);
    expect(await schedule(sql)).toBe(true);
    expect(await schedule(sql)).toBe(true);
    expect(await jobs(sql)).toEqual(JOBS);
  });

  test('is left out without a word, and nothing changes, where Postgres has none of the extensions', async () => {
    expect(await schedule(plain.sql)).toBe(false);
    expect(await extensions(plain.sql)).toEqual([]);
    const schemas = await plain.sql`select nspname from pg_namespace where nspname in ('cron', 'net', 'vault')`;
    expect([...schemas]).toEqual([]);
    const [answer] = await plain.sql`select private.call_worker() as answer`;
    expect(answer).toEqual({ answer: 'not configured' });
  });

  test('needs all three extensions, and any other error is one of the push', async () => {
    const [definition] = await sql`select pg_get_functiondef('private.schedule_workers()'::regprocedure) as text`;
    await superuser.unsafe('create database without_schedule');
    const other = connect(new URL('/without_schedule', server.url).href);
    const control = path.join(server.extensions, 'pg_net.control');
    try {
      await other.unsafe('create schema private; create schema extensions');
      await other.unsafe(definition?.text);
      renameSync(control, `${control}.away`);
      expect(await schedule(other)).toBe(false);
      expect(await extensions(other)).toEqual([]);
      renameSync(`${control}.away`, control);
      await other.unsafe('create schema cron');
      await expect(schedule(other)).rejects.toMatchObject({ code: '42P06' });
      await other.unsafe('drop schema cron');
      expect(await schedule(other)).toBe(true);
    } finally {
      await other.end();
    }
  });

  test('forgets runs of the database’s jobs after three days', async () => {
    const [{ username }] = (await sql`select current_user as username`) as [{ username: string }];
    for (const hours of [1, 71, 73]) {
      await superuser`
        insert into cron.job_run_details (jobid, username, start_time, end_time)
        values (1, ${username}, now() - make_interval(hours => ${hours}), now() - make_interval(hours => ${hours}))`;
    }
    await sql.unsafe(JOBS[1]?.command ?? '');
    expect(await sql`select from cron.job_run_details`).toHaveLength(2);
  });
});

describe('The call of the worker', () => {
  const URL_OF_PROJECT = 'https://abcdefghijklmnopqrst.supabase.co';
  const KEY = 'worker-key-worker-key-worker-key-worker-key';

  beforeEach(async () => {
    await superuser`truncate private.outbox, private.worker_rounds, net.http_request_queue, vault.secrets`;
    await sql`update private.worker_settings set parallel = 2`;
  });

  const configure = async () => {
    await sql`select vault.create_secret(${URL_OF_PROJECT}, 'project_url')`;
    await sql`select vault.create_secret(${KEY}, 'worker_key')`;
  };
  const addDue = (count: number, inSeconds = 0) => sql`
    insert into private.outbox (kind, payload, run_at)
    select 'refund', '{}', now() + make_interval(secs => ${inSeconds}) from generate_series(1, ${count})`;
  const beganAgo = async (seconds: number) => {
    await sql`delete from private.worker_rounds`;
    await sql`
      insert into private.worker_rounds (worker, release, began_at)
      values ('w', 1, clock_timestamp() - make_interval(secs => ${seconds}))`;
  };
  /** What it says, and the requests that it queued. */
  async function call(via: postgres.ISql = sql) {
    const [row] = await via`select private.call_worker() as answer`;
    const posted = await via`
      select method, url, headers, convert_from(body, 'UTF8') as body, timeout_milliseconds from net.http_request_queue`;
    await via`delete from net.http_request_queue`;
    return { answer: row?.answer as string, posted: [...posted] };
  }
  const posts = async (via?: postgres.ISql) => (await call(via)).posted.length;

  test('posts nothing and raises nothing while a secret is missing', async () => {
    await addDue(3);
    expect(await call()).toEqual({ answer: 'not configured', posted: [] });
    await sql`select vault.create_secret(${URL_OF_PROJECT}, 'project_url')`;
    expect(await call()).toEqual({ answer: 'not configured', posted: [] });
    await sql`delete from vault.secrets`;
    await sql`select vault.create_secret(${KEY}, 'worker_key')`;
    expect(await call()).toEqual({ answer: 'not configured', posted: [] });
    await sql`select vault.create_secret(${URL_OF_PROJECT}, 'project_url')`;
    expect(await posts()).toBe(1);
  });

  test('posts to run-jobs with the worker’s key, which a new value in the Vault replaces', async () => {
    await configure();
    const request = (key: string) => ({
      method: 'POST',
      url: `${URL_OF_PROJECT}/functions/v1/run-jobs`,
      headers: { 'content-type': 'application/json', 'x-worker-key': key },
      body: '{}',
      timeout_milliseconds: 25000,
    });
    expect(await call()).toEqual({ answer: 'posted 1', posted: [request(KEY)] });
    await sql`select vault.update_secret(id, ${`${KEY}-2`}) from vault.secrets where name = 'worker_key'`;
    expect((await call()).posted).toEqual([request(`${KEY}-2`)]);
  });

  test('posts nothing while nothing is due and a round began less than 50 seconds ago', async () => {
    await configure();
    await beganAgo(47);
    await addDue(1, 60);
    expect(await call()).toEqual({ answer: 'nothing due', posted: [] });
    await beganAgo(51);
    expect(await posts()).toBe(1);
    await beganAgo(1);
    await addDue(1);
    expect(await posts()).toBe(1);
  });

  test('posts at each call without the look at what is due (negative control)', async () => {
    await configure();
    await beganAgo(1);
    await sql
      .begin(async (transaction) => {
        await transaction.unsafe(`do $$ begin execute replace(
          pg_get_functiondef('private.call_worker()'::regprocedure), 'v_due = 0 and exists', 'false and exists'
        ); end $$`);
        expect(await posts(transaction)).toBe(1);
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
    expect(await posts()).toBe(0);
  });

  test.each([
    [1, 2, 1],
    [50, 2, 1],
    [51, 2, 2],
    [500, 2, 2],
    [120, 8, 3],
    [500, 8, 8],
    [500, 1, 1],
  ])('posts for %i due jobs and at most %i rounds at once %i times', async (due, parallel, times) => {
    await configure();
    await beganAgo(1);
    await addDue(due);
    await sql`update private.worker_settings set parallel = ${parallel}`;
    expect(await posts()).toBe(times);
  });

  test('is refused to every role of the API', async () => {
    for (const role of ['anon', 'authenticated', 'service_role', 'authenticator']) {
      for (const name of ['call_worker', 'schedule_workers', 'take_lead(text)']) {
        const signature = `private.${name.includes('(') ? name : `${name}()`}`;
        const [right] = await superuser`select has_function_privilege(${role}, ${signature}, 'execute') as may`;
        expect(right, `${role} ${name}`).toEqual({ may: false });
      }
    }
    await expect(
      superuser.begin(async (transaction) => {
        await transaction`set local role service_role`;
        await transaction`select private.call_worker()`;
      }),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('deployment_report', () => {
  const report = async () => {
    const [row] = await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
      await transaction`set local role service_role`;
      return transaction`select public.deployment_report() -> 'schedule' as schedule`;
    });
    return row?.schedule;
  };
  const run = (name: string, status: string, ago: string) => superuser`
    insert into cron.job_run_details (jobid, username, status, start_time, end_time)
    select jobid, username, ${status}, now() - ${ago}::interval, now() - ${ago}::interval
    from cron.job where jobname = ${name}`;

  test('tells the jobs, their failures and which Vault secrets exist, and no secret', async () => {
    await superuser`delete from vault.secrets`;
    await sql`select vault.create_secret('the-key-itself-the-key-itself-the-key', 'worker_key')`;
    await sql`select vault.create_secret('not ours', 'another')`;
    await run('point0-watch', 'failed', '2 hours');
    await run('point0-watch', 'succeeded', '1 minute');
    await run('point0-run-jobs', 'failed', '50 minutes');
    await run('point0-run-jobs', 'succeeded', '1 second');
    await run('point0-trim', 'failed', '20 hours');
    const told = await report();
    expect(told).toEqual({
      jobs: [
        { name: 'point0-run-jobs', schedule: '10 seconds', active: true, last_status: 'succeeded', failed: 1 },
        { name: 'point0-trim', schedule: '17 20 * * *', active: true, last_status: 'failed', failed: 0 },
        { name: 'point0-watch', schedule: '* * * * *', active: true, last_status: 'succeeded', failed: 0 },
      ],
      secrets: ['worker_key'],
    });
    expect(JSON.stringify(told)).not.toContain('the-key-itself');
    await superuser`delete from vault.secrets`;
    await superuser`delete from cron.job_run_details`;
  });
});
