/**
 * Which alarms open and close, who is given their e-mails, and what strangers learn
 * (docs/product/back-office.md#alarms).
 */
import postgres from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import { alarmsCopy } from '#copy/office/alarms.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

beforeEach(async () => {
  await sql`truncate private.alarms, private.alarm_mails, private.worker_rounds, private.outbox`;
  await sql`
    update private.watch_settings set schema_made_at = now(), backup_max_age_hours = null, last_backup_at = null`;
  await beginRound();
});

const beginRound = (age = '0 seconds') => sql`
  insert into private.worker_rounds (worker, release, began_at) values ('w', 1, now() - ${age}::interval)`;
const ageRounds = (by: string) => sql`update private.worker_rounds set began_at = now() - ${by}::interval`;

async function watch(): Promise<number> {
  const [row] = await sql`select private.watch() as due`;
  return row?.due;
}

async function openKinds(): Promise<string[]> {
  return (await sql`select kind from private.alarms where closed_at is null order by kind`).map(({ kind }) => kind);
}

async function afterWatch(): Promise<string[]> {
  await watch();
  return openKinds();
}

interface ClaimedMail {
  id: string;
  alarms: { kind: string; news: string; value: number | null }[];
}
async function claimMails(via: postgres.ISql = db.service): Promise<ClaimedMail[]> {
  const [row] = await via`select public.claim_alarm_mails() as mails`;
  return row?.mails;
}
const finish = (id: string, isSent: boolean) => db.service`select public.finish_alarm_mail(${id}, ${isSent})`;
/** Claims and sends what is due, and says what it was. */
async function sendAll(): Promise<string[]> {
  const mails = await claimMails();
  for (const { id } of mails) await finish(id, true);
  return mails.map(({ alarms }) => alarms.map(({ kind, news }) => `${kind} ${news}`).join(', '));
}

describe('each alarm opens and closes by its own rule', () => {
  test('nothing is wrong in a database in which nothing has happened yet', async () => {
    await sql`truncate private.worker_rounds`;
    expect(await afterWatch()).toEqual([]);
  });

  test('worker_stopped opens when no round began for 5 minutes, not at 4, and closes when a round begins', async () => {
    await ageRounds('4 minutes 50 seconds');
    expect(await afterWatch()).toEqual([]);
    await ageRounds('5 minutes 1 second');
    expect(await afterWatch()).toEqual(['worker_stopped']);
    await beginRound();
    expect(await afterWatch()).toEqual([]);
  });

  test('worker_stopped opens where no round ever began once the schema is older than 5 minutes', async () => {
    await sql`truncate private.worker_rounds`;
    await sql`update private.watch_settings set schema_made_at = now() - interval '301 seconds'`;
    expect(await afterWatch()).toEqual(['worker_stopped']);
  });

  test('jobs_late opens when the oldest due job waits 15 minutes, and closes when it waits less than 5', async () => {
    await sql`
      insert into private.outbox (kind, run_at) values ('refund', now() - interval '14 minutes 50 seconds'),
        ('refund', now() + interval '1 day')`;
    const age = (by: string) => sql`update private.outbox set run_at = now() - ${by}::interval where run_at <= now()`;
    expect(await afterWatch()).toEqual([]);
    await age('15 minutes 1 second');
    expect(await afterWatch()).toEqual(['jobs_late']);
    await age('5 minutes 10 seconds');
    expect(await afterWatch()).toEqual(['jobs_late']);
    await age('4 minutes 50 seconds');
    expect(await afterWatch()).toEqual([]);
  });

  test('job_dead opens when a job was given up, and closes when none is left', async () => {
    await sql`
      insert into private.outbox (kind, state, finished_at) values ('refund', 'dead', now()), ('refund', 'dead', now())`;
    expect(await afterWatch()).toEqual(['job_dead']);
    await sql`delete from private.outbox where id = (select id from private.outbox limit 1)`;
    expect(await afterWatch()).toEqual(['job_dead']);
    await sql`delete from private.outbox`;
    expect(await afterWatch()).toEqual([]);
  });

  test('job_dead does not open for an address that its mail server refused, but for every other e-mail', async () => {
    const fail = (error: string) => sql`
      insert into private.outbox (kind, state, last_error, finished_at) values ('email', 'dead', ${error}, now())`;
    await fail('The mail server refused the recipient: EENVELOPE 550');
    await fail('PermanentFailure: The mail server refused the recipient: EENVELOPE 550');
    expect(await afterWatch()).toEqual([]);
    expect(await db.as(db.admin)`select from public.list_failures()`, 'they stay listed').toHaveLength(2);
    await fail('The mail server refused: EENVELOPE 550');
    expect(await afterWatch()).toEqual(['job_dead']);
    const [alarm] = await sql`select last_value::int as value from private.alarms where closed_at is null`;
    expect(alarm?.value).toBe(1);
    await sql`update private.outbox set last_error = null where last_error like 'The mail server refused:%'`;
    expect(await afterWatch()).toEqual(['job_dead']);
    const [job] = await sql`select id from private.outbox where last_error is null`;
    await db.as(db.admin)`select public.put_aside_job(${job?.id})`;
    expect(await afterWatch()).toEqual([]);
  });

  test('money_violation opens when invariant_violations has a row, and closes when it is empty', async () => {
    await sql`
      insert into private.receipt_counters (financial_year, last_number) values ('2001-02', 7)`;
    expect(await afterWatch()).toEqual(['money_violation']);
    await sql`delete from private.receipt_counters where financial_year = '2001-02'`;
    expect(await afterWatch()).toEqual([]);
  });

  test('refund_failed opens when a refund is failed for 1 hour, and closes when none is', async () => {
    const { refundId } = await db.addRejectedBooking();
    const fail = (age: string) =>
      sql.begin(async (transaction) => {
        await transaction`set local session_replication_role = replica`;
        await transaction`
          update private.refunds set state = 'failed', updated_at = now() - ${age}::interval where id = ${refundId}`;
      });
    await fail('59 minutes');
    expect(await afterWatch()).toEqual([]);
    await fail('61 minutes');
    expect(await afterWatch()).toEqual(['refund_failed']);
    await sql`update private.refunds set state = 'processed' where id = ${refundId}`;
    expect(await afterWatch()).toEqual([]);
  });

  test('webhook_silent opens when a payment was captured 30 minutes ago by another way, and closes with an event', async () => {
    const { paymentId } = await db.addPaidBooking();
    const age = (by: string) =>
      sql`update private.payments set captured_at = now() - ${by}::interval where id = ${paymentId}`;
    await age('29 minutes');
    expect(await afterWatch()).toEqual([]);
    await age('31 minutes');
    expect(await afterWatch()).toEqual(['webhook_silent']);
    await sql`insert into private.webhook_events (id, event, payload) values ('evt_1', 'refund.processed', '{}')`;
    expect(await afterWatch()).toEqual([]);
    await sql`update private.webhook_events set received_at = now() - interval '1 hour'`;
    expect(await afterWatch()).toEqual(['webhook_silent']);
  });

  test('webhook_silent stays closed for a payment that an event reported', async () => {
    await sql`truncate private.webhook_events`;
    const { paymentId, providerOrderId } = await db.addPaidBooking();
    await sql`update private.payments set captured_at = now() - interval '1 day' where id <> ${paymentId}`;
    const payload = { payload: { payment: { entity: { order_id: providerOrderId } } } };
    await sql`
      insert into private.webhook_events (id, event, payload, received_at)
      values ('evt_2', 'payment.captured', ${sql.json(payload)}, now() - interval '31 minutes')`;
    await sql`update private.payments set captured_at = now() - interval '30.5 minutes' where id = ${paymentId}`;
    expect(await afterWatch()).toEqual([]);
    await sql`update private.webhook_events set event = 'payment.failed'`;
    expect(await afterWatch()).toEqual(['webhook_silent']);
    await sql`update private.payments set captured_at = now()`;
    await sql`truncate private.webhook_events`;
  });

  test('calendar_lost opens when Google refused the permission, and closes when it works', async () => {
    await db.service`select public.store_google_token('cipher')`;
    expect(await afterWatch()).toEqual([]);
    await db.service`select public.mark_google_token('cipher', 'invalid_grant')`;
    expect(await afterWatch()).toEqual(['calendar_lost']);
    await db.service`select public.mark_google_token('cipher', 'ok')`;
    expect(await afterWatch()).toEqual([]);
  });

  test('backup_old opens only with a limit set, when the last good backup is older, and closes with a newer one', async () => {
    await sql`update private.watch_settings set schema_made_at = now() - interval '3 days'`;
    expect(await afterWatch()).toEqual([]);
    await sql`update private.watch_settings set backup_max_age_hours = 26`;
    // None was ever made.
    expect(await afterWatch()).toEqual(['backup_old']);
    await sql`select private.record_backup(now() - interval '25 hours')`;
    expect(await afterWatch()).toEqual([]);
    await sql`update private.watch_settings set last_backup_at = now() - interval '27 hours'`;
    expect(await afterWatch()).toEqual(['backup_old']);
    await sql`select private.record_backup(now() - interval '2 days')`;
    expect(await afterWatch()).toEqual(['backup_old']);
    await sql`select private.record_backup(now())`;
    expect(await afterWatch()).toEqual([]);
  });
});

describe('mail_failing', () => {
  const enqueue = (n: number) => sql`
    insert into private.outbox (kind) select 'email' from generate_series(1, ${n})`;
  /** Has every e-mail that is due fail, as mail delivery reports it. */
  async function failDue(isFinal = false) {
    const jobs = await db.service`select id, attempts from public.claim_jobs(array['email'], 50)`;
    for (const { id, attempts } of jobs) {
      await db.service`select public.fail_job(${id}, ${attempts}::int, 'refused', ${isFinal})`;
    }
  }
  async function deliverOne() {
    await sql`
      update private.outbox set run_at = now() - interval '2 minutes'
      where id = (select id from private.outbox where state = 'ready' limit 1)`;
    await db.service`select public.complete_job(id, attempts) from public.claim_jobs(array['email'], 1)`;
  }

  test('mail_failing opens when five e-mails in a row failed, not four, and closes when one is delivered', async () => {
    await enqueue(4);
    await failDue();
    expect(await afterWatch()).toEqual([]);
    await enqueue(2);
    await failDue();
    expect(await afterWatch()).toEqual(['mail_failing']);
    await deliverOne();
    expect(await afterWatch()).toEqual([]);
  });

  test('mail_failing counts e-mails that were given up, and none that failed before the last delivery', async () => {
    await enqueue(3);
    await failDue(true);
    await enqueue(2);
    await failDue();
    await sql`
      update private.outbox set failed_at = failed_at - interval '1 minute', finished_at = finished_at - interval '1 minute'`;
    await sql`insert into private.outbox (kind, state, finished_at) values ('email', 'done', now() - interval '30 seconds')`;
    expect((await afterWatch()).filter((kind) => kind !== 'job_dead')).toEqual([]);
    await sql`update private.outbox set finished_at = now() - interval '2 minutes' where state = 'done'`;
    expect(await afterWatch()).toContain('mail_failing');
  });

  test.each(['', 'MailError: '])(
    'a mail server that is away is known by the words “%sThe mail server is away”',
    async (name) => {
      await db.sql`
      insert into private.outbox (kind, payload, run_at, failed_at, last_error)
      values ('email', '{}', now() - interval '1 minute', now(), ${`${name}The mail server is away: ECONNREFUSED`})`;
      const [row] = await db.sql`select private.mail_health() ->> 'away_since' as away`;
      expect(row?.away).not.toBeNull();
      await db.sql`delete from private.outbox where last_error like '%ECONNREFUSED'`;
    },
  );

  test('mail_failing counts e-mails that were put off because the mail server is away', async () => {
    await enqueue(5);
    const jobs = await db.service`select id, attempts from public.claim_jobs(array['email'], 50)`;
    for (const { id, attempts } of jobs) {
      await db.service`select public.postpone_job(${id}, ${attempts}, 'no connection', 20)`;
    }
    expect(await afterWatch()).toEqual(['mail_failing']);
  });

  test('mail_failing opens when an e-mail is due for 30 minutes, tried or not', async () => {
    await sql`insert into private.outbox (kind, run_at) values ('email', now() - interval '29 minutes')`;
    expect(await afterWatch()).toEqual(['jobs_late']);
    await sql`update private.outbox set run_at = now() - interval '31 minutes'`;
    expect(await afterWatch()).toEqual(['jobs_late', 'mail_failing']);
    await sql`truncate private.alarms`;
    await failDue();
    expect(await afterWatch()).toEqual([]);
    await sql`update private.outbox set claimed_at = now() - interval '31 minutes'`;
    expect(await afterWatch()).toEqual(['mail_failing']);
  });

  test('mail_failing stays closed while one e-mail fails and others are delivered', async () => {
    await enqueue(1);
    await failDue();
    await sql`update private.outbox set claimed_at = now() - interval '2 hours'`;
    await sql`insert into private.outbox (kind, state, finished_at) values ('email', 'done', now())`;
    expect(await afterWatch()).toEqual([]);
  });
});

describe('the watch', () => {
  test('three hosts and pg_cron at once open one alarm, and one alone gets its e-mail', async () => {
    await ageRounds('6 minutes');
    const clients = Array.from({ length: 4 }, () => postgres(db.url, { max: 1, onnotice: () => {} }));
    try {
      await Promise.all(clients.flatMap((client) => [1, 2, 3].map(() => client`select private.watch()`)));
      expect(await sql`select kind, subject, closed_at from private.alarms`).toEqual([
        { kind: 'worker_stopped', subject: '', closed_at: null },
      ]);
      const claims = await Promise.all(clients.map((client) => claimMails(client)));
      expect(claims.flat()).toMatchObject([{ alarms: [{ kind: 'worker_stopped', news: 'opened' }] }]);
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  test('two open rows of one kind and subject are refused by the database itself', async () => {
    await sql`insert into private.alarms (kind) values ('job_dead')`;
    await expect(sql`insert into private.alarms (kind) values ('job_dead')`).rejects.toMatchObject({ code: '23505' });
    await sql`insert into private.alarms (kind, subject) values ('job_dead', 'another')`;
  });

  test('a second look changes nothing, and what was last measured is kept up', async () => {
    await ageRounds('6 minutes');
    expect(await watch()).toBe(1);
    const read = () => sql`select id, opened_at, last_value from private.alarms`;
    const [before] = await read();
    await ageRounds('8 minutes');
    expect(await watch()).toBe(1);
    const after = await read();
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before?.id, opened_at: before?.opened_at });
    expect(Number(after[0]?.last_value)).toBeGreaterThanOrEqual(480);
  });

  test('a kind that cannot be judged does not hide the others', async () => {
    await ageRounds('6 minutes');
    await sql`alter view private.invariant_violations rename to away`;
    try {
      expect(await afterWatch()).toEqual(['worker_stopped']);
    } finally {
      await sql`alter view private.away rename to invariant_violations`;
    }
  });

  test('alarms that were closed more than 400 days ago are deleted', async () => {
    await sql`
      insert into private.alarms (kind, opened_at, closed_at) values
        ('job_dead', now() - interval '402 days', now() - interval '401 days'),
        ('jobs_late', now() - interval '402 days', now() - interval '399 days'),
        ('job_dead', now() - interval '402 days', null)`;
    await sql`insert into private.outbox (kind, state, finished_at) values ('refund', 'dead', now())`;
    await watch();
    expect(await sql`select kind from private.alarms order by closed_at`).toMatchObject([
      { kind: 'jobs_late' },
      { kind: 'job_dead' },
    ]);
  });

  test('every kind of alarm that the database knows has its sentences', async () => {
    const [row] = await sql`
      select pg_get_constraintdef(oid) as condition from pg_constraint where conname = 'alarms_kind_check'`;
    const kinds = [...String(row?.condition).matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
    expect(kinds.sort()).toEqual(Object.keys(alarmsCopy.kinds).sort());
  });
});

describe('e-mails about alarms', () => {
  const age = (by: string) => sql`
    update private.alarms set mailed_at = mailed_at - ${by}::interval, opened_at = opened_at - ${by}::interval`;

  test('one at the opening, one every 6 hours while it is open, one at the end', async () => {
    await ageRounds('6 minutes');
    await watch();
    expect(await sendAll()).toEqual(['worker_stopped opened']);
    expect(await watch()).toBe(0);
    expect(await sendAll()).toEqual([]);
    await age('5 hours 59 minutes');
    expect(await sendAll()).toEqual([]);
    await age('1 minute');
    expect(await watch()).toBe(1);
    expect(await sendAll()).toEqual(['worker_stopped open']);
    await beginRound();
    expect(await watch()).toBe(1);
    expect(await sendAll()).toEqual(['worker_stopped closed']);
    expect(await sendAll()).toEqual([]);
    await ageRounds('6 minutes');
    await watch();
    expect(await sendAll()).toEqual(['worker_stopped opened']);
  });

  test('without the mark of the claim each of four callers would send it (negative control)', async () => {
    await ageRounds('6 minutes');
    await watch();
    const [kept] = await sql`
      select pg_get_functiondef('private.is_alarm_mail_due(private.alarms)'::regprocedure) as definition`;
    await sql`
      create or replace function private.is_alarm_mail_due(a private.alarms) returns boolean
      language sql stable set search_path = '' as 'select a.closed_at is null'`;
    try {
      expect((await Promise.all([1, 2, 3, 4].map(() => claimMails()))).flat()).toHaveLength(4);
    } finally {
      await sql.unsafe(kept?.definition);
    }
  });

  test('an e-mail that was not sent, or whose process ended, is given to the next caller', async () => {
    await ageRounds('6 minutes');
    await watch();
    const [first] = await claimMails();
    expect(await claimMails()).toEqual([]);
    await finish(first?.id ?? '', false);
    expect(await watch()).toBe(1);
    const [second] = await claimMails();
    expect(second).toMatchObject({ alarms: [{ news: 'opened' }] });
    await sql`update private.alarm_mails set began_at = now() - interval '4 minutes'`;
    expect(await claimMails()).toEqual([]);
    await sql`update private.alarm_mails set began_at = now() - interval '6 minutes'`;
    expect(await watch()).toBe(1);
    expect(await sendAll()).toEqual(['worker_stopped opened']);
    // Too late: the next caller has sent it.
    await finish(second?.id ?? '', false);
    expect(await sendAll()).toEqual([]);
  });

  test('an alarm that could not be told of while it was open is told of at its end', async () => {
    await ageRounds('6 minutes');
    await watch();
    const [claimed] = await claimMails();
    await finish(claimed?.id ?? '', false);
    await beginRound();
    await watch();
    expect(await sendAll()).toEqual(['worker_stopped closed']);
  });

  test('at most 10 e-mails in an hour, the last one about all that remain', async () => {
    const open = (n: number) => sql`
      insert into private.alarms (kind, subject)
      select 'job_dead', gen_random_uuid()::text from generate_series(1, ${n})`;
    await open(14);
    const first = await sendAll();
    expect(first.map((mail) => mail.split(', ').length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 5]);
    await open(3);
    expect(await sendAll()).toEqual([]);
    await sql`update private.alarm_mails set began_at = began_at - interval '1 hour' where id in (
      select id from private.alarm_mails order by began_at limit 2)`;
    expect((await sendAll()).map((mail) => mail.split(', ').length)).toEqual([1, 2]);
    const [row] = await sql`
      select count(*)::int as n from private.alarm_mails where began_at > now() - interval '1 hour'`;
    expect(row?.n).toBe(10);
  });
});

describe('on hosted Supabase', () => {
  const SECRETS = `
    create schema net;
    create table net.calls (url text, headers jsonb, body jsonb, timeout integer);
    create function net.http_post(
      url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
      timeout_milliseconds int default 5000
    ) returns bigint language sql as
      $$ insert into net.calls values (url, headers, body, timeout_milliseconds); select 1::bigint $$;
    create schema vault;
    create table vault.decrypted_secrets (name text, decrypted_secret text);`;

  test('the watch calls send-alarm through pg_net when an e-mail is due and both Vault secrets are there', async () => {
    await ageRounds('6 minutes');
    await sql.unsafe(SECRETS);
    try {
      await watch();
      await sql`insert into vault.decrypted_secrets values ('project_url', 'https://abc.supabase.co/')`;
      await watch();
      expect(await sql`select * from net.calls`).toEqual([]);
      await sql`insert into vault.decrypted_secrets values ('worker_key', 'a-key')`;
      await watch();
      expect(await sql`select * from net.calls`).toEqual([
        {
          url: 'https://abc.supabase.co/functions/v1/send-alarm',
          headers: { 'content-type': 'application/json', 'x-worker-key': 'a-key' },
          body: {},
          timeout: 25_000,
        },
      ]);
      await sendAll();
      await watch();
      expect(await sql`select * from net.calls`).toHaveLength(1);
      await sql`drop function net.http_post`;
      await beginRound();
      // What cannot be called does not undo what was judged.
      expect(await afterWatch()).toEqual([]);
    } finally {
      await sql.unsafe('drop schema net cascade; drop schema vault cascade');
    }
  });
});

describe('what strangers and administrators learn', () => {
  const pulse = async (via: postgres.ISql) => (await via`select public.worker_pulse() as pulse`)[0]?.pulse;
  const asVisitor = (): Promise<unknown> =>
    sql.begin(async (transaction) => {
      await transaction`set local role anon`;
      return pulse(transaction);
    });

  test('worker_pulse tells everybody whether a worker runs and how many seconds ago it began, and nothing else', async () => {
    expect(await asVisitor()).toEqual({ alive: true, seconds: 0 });
    await ageRounds('299 seconds');
    const founder = await db.addFounder();
    expect((await db.as(founder)`select public.worker_pulse() as pulse`)[0]?.pulse).toEqual({
      alive: true,
      seconds: expect.any(Number),
    });
    await ageRounds('301 seconds');
    expect(await asVisitor()).toEqual({ alive: false, seconds: 301 });
    await sql`truncate private.worker_rounds`;
    expect(await asVisitor()).toEqual({ alive: true, seconds: null });
    await sql`update private.watch_settings set schema_made_at = now() - interval '301 seconds'`;
    expect(await asVisitor()).toEqual({ alive: false, seconds: null });
    const [row] = await sql`select proconfig from pg_proc where proname = 'worker_pulse'`;
    expect(row?.proconfig).toContain('statement_timeout=3s');
  });

  test('the health names the worker and the open alarms, the newest first, to administrators alone', async () => {
    await ageRounds('301 seconds');
    await watch();
    await sql`
      insert into private.alarms (kind, opened_at, closed_at) values
        ('jobs_late', now() - interval '1 hour', now()), ('job_dead', now() - interval '1 hour', null)`;
    const [row] = await db.as(db.admin)`select public.admin_health() as health`;
    expect(row?.health.worker).toEqual({ alive: false, seconds: 301 });
    expect(row?.health.alarms).toEqual([
      { kind: 'worker_stopped', subject: '', opened_at: expect.any(String), value: 301 },
      { kind: 'job_dead', subject: '', opened_at: expect.any(String), value: null },
    ]);
    for (const person of [await db.addFounder()]) {
      await expect(db.as(person)`select public.admin_health()`).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('neither visitors nor people who signed in read alarms, judge them, or claim their e-mails', async () => {
    const statements = [
      'select * from private.alarms',
      'select * from private.alarm_mails',
      'select * from private.watch_settings',
      'select private.watch()',
      'select private.call_send_alarm()',
      'select private.record_backup(now())',
      'select public.claim_alarm_mails()',
      'select public.finish_alarm_mail(gen_random_uuid(), true)',
    ];
    for (const statement of statements) {
      const asAnon = sql.begin(async (transaction) => {
        await transaction`set local role anon`;
        await transaction.unsafe(statement);
      });
      await expect(asAnon, statement).rejects.toMatchObject({ code: '42501' });
      await expect(db.as(db.admin).unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });
});
