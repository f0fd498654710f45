import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { DEFAULT_CHOICES, retentionIntervals } from '#rules/people/retention.ts';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { addPerson, addSession } = createBuilders(sql);

interface Answer {
  rows: number;
  left: string[];
  errors: string[];
}

/** One call, with the rules of rules/people/retention.ts. */
async function apply(via: postgres.ISql = db.service, rules: object = retentionIntervals(DEFAULT_CHOICES)) {
  const [row] = await via`select public.apply_retention(${db.sql.json(rules as never)}) as answer`;
  return row?.answer as Answer;
}

async function applyAll(): Promise<void> {
  for (;;) {
    const { left, errors } = await apply();
    expect(errors).toEqual([]);
    if (left.length === 0) return;
  }
}

const id = () => randomUUID() as string;

/** Makes a row of this age and answers how to ask whether it is still as it was. */
type Maker = (age: string) => Promise<() => Promise<boolean>>;
const isThere = (table: string, key: string, value: string) => async () =>
  (await sql.unsafe(`select from ${table} where ${key} = '${value}'`)).length === 1;

async function pastBooking(age: string): Promise<string> {
  const { id: bookingId, mentorId } = await db.addBooking({ owner: await db.addFounder(), status: 'completed' });
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`delete from private.slot_claims where booking_id = ${bookingId}`;
    await transaction`delete from public.mentor_availability where mentor_id = ${mentorId}`;
    await transaction.unsafe(`
      update public.bookings b set mentor_id = null, notes = 'Bring the deck', google_meet_link = 'https://meet.google.com/x',
        date = t.at::date, start_time = t.ends - interval '30 minutes', end_time = t.ends
      from (
        -- Just after midnight the session would begin on the day before.
        select at, greatest(least(at::time, '23:00'), '00:30') as ends
        from (select (now() - interval '${age}') at time zone 'Asia/Kolkata' as at) n) t
      where b.id = '${bookingId}'`);
  });
  return bookingId;
}

async function accountWith(columns: Record<string, unknown>, age: string, dated: string): Promise<string> {
  const { id: userId } = await addPerson();
  await sql`update auth.users set ${sql(columns as Record<string, string>)} where id = ${userId}`;
  await sql.unsafe(`update auth.users set ${dated} = now() - interval '${age}' where id = '${userId}'`);
  return userId;
}

const sessionOf = async (userId: string, age: string, used = age): Promise<string> => {
  const session = id();
  await addSession(userId, session);
  await sql.unsafe(`
    update auth.sessions set created_at = now() - interval '${age}',
      refreshed_at = (now() - interval '${used}') at time zone 'UTC' where id = '${session}'`);
  return session;
};

const RULES: Record<string, [keep: string, makers: Maker]> = {
  'meeting links and notes': [
    '1 year',
    async (age) => {
      const bookingId = await pastBooking(age);
      return async () => {
        const [row] = await sql`select notes, google_meet_link from public.bookings where id = ${bookingId}`;
        expect(row).toBeDefined();
        expect((row?.notes === null) === (row?.google_meet_link === null)).toBe(true);
        return row?.notes !== null;
      };
    },
  ],
  'what a founder asked to change': [
    '1 year',
    async (age) => {
      const bookingId = await pastBooking(age);
      await sql`
        insert into public.change_requests (booking_id, kind, message, state, answered_at)
        values (${bookingId}, 'move', 'Ill', 'granted', now())`;
      return async () =>
        (await sql`select from public.change_requests where booking_id = ${bookingId} and message = 'Ill'`).length ===
        1;
    },
  ],
  'a session from its sign-in': [
    '30 days',
    async (age) => isThere('auth.sessions', 'id', await sessionOf(await db.addFounder(), age, '1 minute')),
  ],
  'a session from its last use': [
    '14 days',
    async (age) => isThere('auth.sessions', 'id', await sessionOf(await db.addFounder(), age)),
  ],
  consents: [
    '3 years',
    async (age) => {
      const userId = id();
      await sql.unsafe(`
        insert into private.consents (user_id, kind, version, place, account_closed_at)
        select '${userId}', kind, version, 'sign_up', now() - interval '${age}' from private.policy_versions
        where kind = 'terms' limit 1`);
      return isThere('private.consents', 'user_id', userId);
    },
  ],
  'the log of Auth': [
    '1 year',
    async (age) => {
      const entry = id();
      await sql.unsafe(`
        insert into auth.audit_log_entries (id, payload, created_at) values ('${entry}', '{}', now() - interval '${age}')`);
      return isThere('auth.audit_log_entries', 'id', entry);
    },
  ],
  'notices about the safety of an account': [
    '1 year',
    async (age) => {
      const userId = await db.addFounder();
      await sql.unsafe(`
        insert into private.account_alerts (user_id, kind, email, created_at)
        values ('${userId}', 'password', 'a@b.example', now() - interval '${age}')`);
      return isThere('private.account_alerts', 'user_id', userId);
    },
  ],
  'payloads of webhooks': [
    '1 year',
    async (age) => {
      const event = id();
      await sql.unsafe(`
        insert into private.webhook_events (id, event, payload, processed_at, received_at)
        values ('${event}', 'order.paid', '{"a": 1}', now(), now() - interval '${age}')`);
      return async () => {
        const [row] = await sql`select payload from private.webhook_events where id = ${event}`;
        expect(row).toBeDefined();
        return JSON.stringify(row?.payload) !== '{}';
      };
    },
  ],
  'closed accounts': [
    '365 days',
    async (age) => {
      const userId = id();
      await sql.unsafe(`
        insert into private.closed_accounts (user_id, sealed, closed_at) values ('${userId}', 'x', now() - interval '${age}')`);
      return isThere('private.closed_accounts', 'user_id', userId);
    },
  ],
  'finished jobs': [
    '30 days',
    async (age) => {
      const job = id();
      await sql.unsafe(`
        insert into private.outbox (id, kind, state, finished_at)
        values ('${job}', 'sweep_files', 'done', now() - interval '${age}')`);
      return isThere('private.outbox', 'id', job);
    },
  ],
  'e-mails that were given up': [
    '30 days',
    async (age) => {
      const job = id();
      await sql.unsafe(`
        insert into private.outbox (id, kind, payload, state, finished_at)
        values ('${job}', 'email', '{"to": "a@b.example"}', 'dead', now() - interval '${age}')`);
      return isThere('private.outbox', 'id', job);
    },
  ],
  'jobs that were put aside': [
    '30 days',
    async (age) => {
      const job = id();
      await sql.unsafe(`
        insert into private.outbox (id, kind, state, finished_at)
        values ('${job}', 'mentor_mail', 'put_aside', now() - interval '${age}')`);
      return isThere('private.outbox', 'id', job);
    },
  ],
  'decided applications': [
    '1 year',
    async (age) => {
      const application = id();
      await sql.unsafe(`
        insert into public.mentor_applications (id, name, phone, linkedin, status, decided_at)
        values ('${application}', 'Asha', '9876543210', 'https://linkedin.com/in/a', 'rejected', now() - interval '${age}')`);
      return isThere('public.mentor_applications', 'id', application);
    },
  ],
  'answered requests about personal data': [
    '3 years',
    async (age) => {
      const [request] = await sql`
        insert into private.person_records (user_id, kind, body, received_on, answer_by, answered_at)
        values (${await db.addFounder()}, 'access', '', '2020-01-01', '2020-01-31', now() - ${age}::interval) returning id`;
      return isThere('private.person_records', 'id', request?.id);
    },
  ],
  'addresses of answered help requests': [
    '180 days',
    async (age) => {
      const request = id();
      await sql.unsafe(`
        insert into private.mentor_requests (id, email, text, state, answered_at)
        values ('${request}', 'asks@startup.example', 'Who knows exports?', 'closed', now() - interval '${age}')`);
      return async () =>
        (await sql`select from private.mentor_requests where id = ${request} and email is not null`).length === 1;
    },
  ],
  'ended invitations of mentors': [
    '1 year',
    async (age) => {
      const [invitation] = await sql`
        insert into private.mentor_invitations (mentor_id, email, token_hash, state, sent_at, expires_at)
        values (${await db.addMentor()}, 'm@mentors.example', null, 'revoked',
          now() - ${age}::interval, now() - ${age}::interval + interval '14 days') returning id`;
      return isThere('private.mentor_invitations', 'id', invitation?.id);
    },
  ],
  'recovery links': [
    '1 day',
    async (age) => {
      const userId = await accountWith({ recovery_token: id() }, age, 'recovery_sent_at');
      return async () => (await sql`select from auth.users where id = ${userId} and recovery_token <> ''`).length === 1;
    },
  ],
  'confirmation links': [
    '1 day',
    async (age) => {
      const userId = await accountWith({ confirmation_token: id() }, age, 'confirmation_sent_at');
      return async () =>
        (await sql`select from auth.users where id = ${userId} and confirmation_token <> ''`).length === 1;
    },
  ],
  'confirmations of who it is': [
    '1 day',
    async (age) => {
      const userId = await db.addFounder();
      await sql.unsafe(`
        insert into private.identity_proofs (session_id, user_id, confirmed_at)
        values ('${userId}', '${userId}', now() - interval '${age}')`);
      return isThere('private.identity_proofs', 'user_id', userId);
    },
  ],
  'unverified factors': [
    '1 day',
    async (age) => {
      const factor = id();
      await sql.unsafe(`
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at)
        values ('${factor}', '${await db.addFounder()}', 'totp', 'unverified', now() - interval '${age}')`);
      return isThere('auth.mfa_factors', 'id', factor);
    },
  ],
  'unverified accounts': [
    '30 days',
    async (age) => {
      const userId = await accountWith({ email_confirmed_at: null }, age, 'created_at');
      return isThere('auth.users', 'id', userId);
    },
  ],
};

test.each(Object.entries(RULES))(
  'retention of %s: a row one day over goes, one a day under stays',
  async (_what, [keep, make]) => {
    const over = await make(`${keep} 24 hours`);
    const under = await make(keep === '1 day' ? '23 hours' : `${keep} -24 hours`);
    await applyAll();
    expect([await over(), await under()]).toEqual([false, true]);
  },
);

test('an administrator’s session goes after twelve hours, a founder’s of that age stays', async () => {
  const { id: admin } = await addPerson({ isAdministrator: true });
  const founder = await db.addFounder();
  const sessions = [
    await sessionOf(admin, '12 hours 1 minute', '1 minute'),
    await sessionOf(admin, '11 hours 59 minutes'),
    await sessionOf(founder, '13 hours'),
  ];
  await applyAll();
  const left = await sql`select id from auth.sessions where id in ${sql(sessions)}`;
  expect(left.map((row) => row.id).sort()).toEqual(sessions.slice(1).sort());
});

test('what was given up and is no e-mail, what a booking ahead needs and an open application stay', async () => {
  const { id: bookingId } = await db.addBooking({ owner: await db.addFounder(), status: 'confirmed' });
  const jobs = [
    { kind: 'webhook_event', state: 'dead', key: `stays:${id()}` },
    { kind: 'booking_calendar_late', state: 'done', key: `booking:${bookingId}:calendar-late:0` },
  ];
  for (const job of jobs) {
    await sql`insert into private.outbox ${sql({ ...job, finished_at: new Date('2020-01-01') })}`;
  }
  const [application] = await sql`
    insert into public.mentor_applications (name, phone, linkedin, status, created_at)
    values ('Asha', '9876543210', 'https://linkedin.com/in/a', 'contacted', '2020-01-01') returning id`;
  await applyAll();
  expect(await sql`select from private.outbox where key in ${sql(jobs.map(({ key }) => key))}`).toHaveLength(2);
  expect(await sql`select from public.mentor_applications where id = ${application?.id}`).toHaveLength(1);
});

test('an application is dated when it is decided, and anew when the decision is taken back', async () => {
  const [row] = await sql`
    insert into public.mentor_applications (name, phone, linkedin)
    values ('Asha', '9876543210', 'https://linkedin.com/in/a') returning id, decided_at`;
  expect(row?.decided_at).toBeNull();
  const set = async (status: string, extra = {}) => {
    await db.as(db.admin)`
      update public.mentor_applications set ${sql({ status, ...extra })} where id = ${row?.id}`;
    const [now] = await sql`select decided_at from public.mentor_applications where id = ${row?.id}`;
    return now?.decided_at;
  };
  expect(await set('contacted')).toBeNull();
  expect(await set('approved')).toBeInstanceOf(Date);
  expect(await set('approved', { decided_at: null })).toBeInstanceOf(Date);
  expect(await set('pending')).toBeNull();
});

// Money ---------------------------------------------------------------------------------------------------------------

/** The first day of the oldest financial year of which eight years have not passed since its end. */
async function firstKeptDay(): Promise<string> {
  const [row] = await sql`select private.today()::text as today`;
  const [year = 0, month = 0] = String(row?.today).split('-').map(Number);
  return `${(month >= 4 ? year : year - 1) - 8}-04-01`;
}

/** A paid booking, as if everything about it had happened on this day in India. */
async function bookingOf(
  day: string,
  options: { isRefunded?: boolean; refundDay?: string; hasReceipt?: boolean } = {},
) {
  const { founder, bookingId, paymentId, slot } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, options.isRefunded ? 'rejected' : 'confirmed');
  if (!options.isRefunded) await db.setStatus(db.admin, bookingId, 'completed');
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    const noon = `${day}T12:00:00+05:30`;
    await transaction`
      update public.bookings set created_at = ${noon}, date = ${day}, mentor_id = null where id = ${bookingId}`;
    await transaction`delete from private.slot_claims where booking_id = ${bookingId}`;
    await transaction`
      update private.payment_orders set created_at = ${noon}, date = ${day}, mentor_id = null
      where booking_id = ${bookingId}`;
    await transaction`update private.payments set captured_at = ${noon} where id = ${paymentId}`;
    await transaction`
      update private.refunds set state = 'processed', created_at = ${noon}, requested_at = ${noon},
        processed_at = ${`${options.refundDay ?? day}T12:00:00+05:30`}
      where payment_id = ${paymentId}`;
    await transaction`update private.receipts set issued_at = ${noon} where booking_id = ${bookingId}`;
  });
  await sql`delete from public.mentor_availability where mentor_id = ${slot.mentorId}`;
  return { founder, bookingId, paymentId, slot };
}

const isPaidFor = async (paymentId: string, via: postgres.ISql = sql) =>
  (
    await via`
      select from private.payments y join private.payment_orders o on o.id = y.order_id
      join public.bookings b on b.id = y.booking_id where y.id = ${paymentId}`
  ).length === 1;

const dayBefore = async (day: string) => (await sql`select (${day}::date - 1)::text as day`)[0]?.day as string;

test('retention of bookings and payments counts from the end of the financial year, and takes all or nothing', async () => {
  const first = await firstKeptDay();
  const last = await dayBefore(first);
  const over = await bookingOf(last);
  const overRefunded = await bookingOf(last, { isRefunded: true });
  const refundedLater = await bookingOf(last, { isRefunded: true, refundDay: first });
  const under = await bookingOf(first);
  await applyAll();
  const left = await Promise.all([over, overRefunded, refundedLater, under].map((one) => isPaidFor(one.paymentId)));
  expect(left).toEqual([false, false, true, true]);
  for (const table of ['private.receipts', 'private.refunds']) {
    expect(await sql.unsafe(`select from ${table} where payment_id = '${over.paymentId}'`)).toHaveLength(0);
  }
  expect(await db.violations()).toEqual([]);
});

test('counted from the day of payment a record would go inside its years', async () => {
  const under = await bookingOf(await firstKeptDay());
  const seen = await sql
    .begin(async (transaction) => {
      await transaction`
        create or replace function private.money_kept_from(p_keep interval) returns timestamptz
        language sql stable set search_path = '' as 'select now() - p_keep'`;
      await apply(transaction);
      throw Object.assign(new Error('rolled back'), { isLeft: await isPaidFor(under.paymentId, transaction) });
    })
    .catch((error) => error.isLeft ?? Promise.reject(error));
  // Until the end of March both agree.
  const [row] = await sql`select now() - interval '8 years' > ${await firstKeptDay()}::date + 1 as is_told_apart`;
  expect(seen).toBe(!row?.is_told_apart);
  expect(await isPaidFor(under.paymentId)).toBe(true);
});

test('a deleted record takes no star from the mentor and leaves no gap in the receipts', async () => {
  const { founder, bookingId, paymentId, slot } = await bookingOf(await dayBefore(await firstKeptDay()));
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`update public.bookings set mentor_id = ${slot.mentorId} where id = ${bookingId}`;
  });
  await db.submitReview(founder, bookingId, 2);
  const rated = await db.mentorOf(slot.mentorId);
  expect(rated.reviews).toBe(1);
  await applyAll();
  expect(await isPaidFor(paymentId)).toBe(false);
  expect(await db.mentorOf(slot.mentorId)).toEqual(rated);
  expect(await sql`select from public.mentor_reviews where mentor_id = ${slot.mentorId}`).toHaveLength(1);
  expect(await db.violations()).toEqual([]);
});

test('an order that was never paid, and a payment of no order of ours, go by the same years', async () => {
  const last = await dayBefore(await firstKeptDay());
  const founder = await db.addFounder();
  const { orderId } = await db.order(founder, await db.addSlot(await db.addMentor(), 3, '10:00', '11:00'));
  await sql`update private.payment_orders set created_at = ${last} where id = ${orderId}`;
  await sql.begin(async (transaction) => {
    await transaction`
      insert into private.payments (id, amount_paise, currency, captured_at, provider_order_id)
      values ('pay_foreign', 100, 'INR', ${last}, 'order_x')`;
    await transaction`
      insert into private.refunds (payment_id, amount_paise, reason, state, created_at, requested_at, processed_at)
      values ('pay_foreign', 100, 'order_unknown', 'processed', ${last}, ${last}, ${last})`;
  });
  await applyAll();
  expect(await sql`select from private.payment_orders where id = ${orderId}`).toHaveLength(0);
  expect(await sql`select from private.payments where id = 'pay_foreign'`).toHaveLength(0);
});

// The run -------------------------------------------------------------------------------------------------------------

test('a run that was killed half-way and is run again deletes the same rows', async () => {
  const batch = `run-${id()}`;
  await sql`
    insert into private.outbox (kind, state, key, finished_at)
    select 'sweep_files', 'done', ${batch} || ':' || n, now() - n * interval '1 hour' from generate_series(1, 1800) n`;
  const left = async () =>
    (await sql`select count(*)::int as n from private.outbox where key like ${`${batch}:%`}`)[0]?.n as number;
  await sql
    .begin(async (transaction) => {
      await apply(transaction);
      throw new Error('killed');
    })
    .catch(() => {});
  expect(await left()).toBe(1800);
  expect((await apply()).left).toEqual(['finished_jobs']);
  expect(await left()).toBe(1300);
  await applyAll();
  // 30 days are 720 hours; the 720th is over by the time that has passed since.
  expect(await left()).toBe(719);
  await applyAll();
  expect(await left()).toBe(719);
});

test('an unknown, a missing or an unlawful rule does nothing at all', async () => {
  const rules = retentionIntervals(DEFAULT_CHOICES);
  const { tokens: _, ...missing } = rules;
  expect(await outcomes([apply(db.service, { ...rules, cookies: '1 day' })])).toEqual(['PT422 rule_unknown']);
  expect(await outcomes([apply(db.service, missing)])).toEqual(['PT422 rule_missing']);
  expect(await outcomes([apply(db.service, { ...rules, money: '5 years' })])).toEqual(['PT422 rule_out_of_range']);
  expect(await outcomes([apply(db.service, { ...rules, money: '11 years' })])).toEqual(['PT422 rule_out_of_range']);
  expect(await outcomes([apply(db.service, { ...rules, tokens: '-1 day' })])).toEqual(['PT422 rule_missing']);
});

test('a rule that fails is noted, and the others are applied all the same', async () => {
  const userId = id();
  await sql`insert into private.closed_accounts (user_id, sealed, closed_at) values (${userId}, 'x', '2020-01-01')`;
  const answer = await sql
    .begin(async (transaction) => {
      await transaction`create function pg_temp.refuse() returns trigger language plpgsql as
        'begin raise exception ''no''; end'`;
      await transaction`create trigger refuse before delete on public.mentor_applications
        for each row execute function pg_temp.refuse()`;
      await transaction`
        insert into public.mentor_applications (name, phone, linkedin, status, decided_at)
        values ('Asha', '9876543210', 'https://linkedin.com/in/a', 'rejected', '2020-01-01')`;
      const { errors } = await apply(transaction);
      const [health] = await transaction`select private.retention_health() as health`;
      const closed = await transaction`select from private.closed_accounts where user_id = ${userId}`;
      throw Object.assign(new Error('rolled back'), {
        seen: { errors, health: health?.health, closed: closed.length },
      });
    })
    .catch((error) => error.seen ?? Promise.reject(error));
  expect(answer).toMatchObject({
    errors: ['mentor_applications: P0001 no'],
    health: { finished_at: null, error: 'mentor_applications: P0001 no' },
    closed: 0,
  });
});

test('System Health knows the last run, and that of the job that failed before it began', async () => {
  const health = async () => (await db.as(db.admin)`select public.admin_health() -> 'retention' as run`)[0]?.run;
  await applyAll();
  expect(await health()).toMatchObject({
    error: null,
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
  await sql`
    update private.outbox set last_error = 'PT422 rule_missing' where kind = 'apply_retention' and state = 'ready'`;
  expect(await health()).toMatchObject({ error: 'PT422 rule_missing' });
  await sql`update private.outbox set last_error = null where kind = 'apply_retention'`;
});

test('the audit log goes by whole seals after three years, and its check stays green', async () => {
  const addEntry = async (age: string) => {
    const label = id();
    await sql.unsafe(`
      insert into private.audit_log (at, action, table_name, row_id)
      values (now() - interval '${age}', 'read', 'profiles', '${label}')`);
    await db.service`select public.seal_audit_log()`;
    return isThere('private.audit_log', 'row_id', label);
  };
  const [over, under] = [await addEntry('3 years 24 hours'), await addEntry('3 years -24 hours')];
  await applyAll();
  expect([await over(), await under()]).toEqual([false, true]);
  const [row] = await db.service`select public.check_audit_chain() as answer`;
  expect(row?.answer).toMatchObject({ broken_entry: null });
});
