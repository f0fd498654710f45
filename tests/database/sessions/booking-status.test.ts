import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { BOOKING_STATUSES } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const refusedTransition = expect.objectContaining({ code: 'PT409', message: 'booking_transition_not_allowed' });
const protectedColumn = expect.objectContaining({ code: '42501' });

describe('who may change which status into which', () => {
  const byOwner = new Set(['pending_admin_review>cancelled']);
  const byAdmin = new Set([
    'pending_admin_review>confirmed',
    'pending_admin_review>rejected',
    'pending_admin_review>rescheduled',
    'confirmed>rescheduled',
    'confirmed>completed',
    'rescheduled>completed',
    'completed>rescheduled',
  ]);
  const steps = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.filter((to) => to !== from).map((to) => ({ from, to })),
  );

  test.each(steps)('$from to $to', async ({ from, to }) => {
    const founder = await db.addFounder();
    const step = `${from}>${to}`;
    for (const [person, allowed] of [
      [founder, byOwner],
      [db.admin, byAdmin],
    ] as const) {
      const { id } = await db.addBooking({ owner: founder, status: from });
      const change = db.setStatus(person, id, to);
      if (allowed.has(step)) expect(await change).toHaveLength(1);
      else if (step === 'confirmed>pending_admin_review' && person === db.admin) {
        await expect(change).rejects.toMatchObject({ code: 'PT409', message: 'invitations_sent' });
      } else await expect(change).rejects.toEqual(refusedTransition);
    }
    const { id } = await db.addBooking({ owner: founder, status: from });
    const byDatabase = db.sql`update public.bookings set status = ${to} where id = ${id} returning id`;
    if (byAdmin.has(step)) expect(await byDatabase).toHaveLength(1);
    else await expect(byDatabase).rejects.toEqual(refusedTransition);
  });

  test('an administrator who is the founder may do what a founder may', async () => {
    const { id } = await db.addBooking({ owner: db.admin });
    expect(await db.setStatus(db.admin, id, 'cancelled')).toHaveLength(1);
  });

  test('a stranger changes nothing', async () => {
    const { id } = await db.addBooking({ owner: await db.addFounder() });
    expect(await db.setStatus(await db.addFounder(), id, 'cancelled')).toHaveLength(0);
  });
});

describe('cancelling by the founder', () => {
  test.each([
    ['just before four hours', 239, true],
    ['at four hours', 240, false],
    ['the next day', 1440, false],
  ])('%s', async (_, ageMinutes, isAllowed) => {
    const founder = await db.addFounder();
    const { id } = await db.addBooking({ owner: founder, ageMinutes });
    const change = db.setStatus(founder, id, 'cancelled');
    if (isAllowed) expect(await change).toHaveLength(1);
    else await expect(change).rejects.toMatchObject({ code: 'PT409', message: 'cancellation_window_passed' });
  });

  test('gives the time back and queues the full refund, once', async () => {
    const { founder, slot, bookingId, paymentId } = await db.addPaidBooking();
    await db.setStatus(founder, bookingId, 'cancelled');
    await expect(db.setStatus(db.admin, bookingId, 'rejected')).rejects.toEqual(refusedTransition);
    expect(await db.refundsOf(paymentId)).toEqual([
      { amount_paise: 350_000, reason: 'booking_cancelled', state: 'queued', jobs: 1 },
    ]);
    expect(await db.isBooked(slot)).toBe(false);
    expect((await db.buy(await db.addFounder(), slot)).settlement.outcome).toBe('booked');
  });

  test('twice, even at once, succeeds and refunds once', async () => {
    const { founder, bookingId, paymentId } = await db.addPaidBooking();
    const answers = await Promise.all([1, 2].map(() => db.setStatus(founder, bookingId, 'cancelled')));
    expect(answers.map((rows) => rows.length)).toEqual([1, 1]);
    expect(await db.setStatus(founder, bookingId, 'cancelled')).toHaveLength(1);
    expect(await db.refundsOf(paymentId)).toMatchObject([{ reason: 'booking_cancelled', jobs: 1 }]);
  });

  test('too late keeps the time and refunds nothing', async () => {
    const { founder, slot, bookingId, paymentId } = await db.addPaidBooking();
    await db.sql`update public.bookings set created_at = now() - interval '4 hours' where id = ${bookingId}`;
    await expect(db.setStatus(founder, bookingId, 'cancelled')).rejects.toThrow('cancellation_window_passed');
    expect(await db.isBooked(slot)).toBe(true);
    expect(await db.refundsOf(paymentId)).toEqual([]);
  });

  test('another founder’s paid booking changes and refunds nothing', async () => {
    const { bookingId, paymentId } = await db.addPaidBooking();
    expect(await db.setStatus(await db.addFounder(), bookingId, 'cancelled')).toHaveLength(0);
    expect(await db.statusOf(bookingId)).toBe('pending_admin_review');
    expect(await db.refundsOf(paymentId)).toEqual([]);
  });

  test('at the same moment as an approval, one of the two wins whole', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { founder, slot, bookingId, paymentId } = await db.addPaidBooking();
      const results = await Promise.allSettled([
        db.setStatus(founder, bookingId, 'cancelled'),
        db.setStatus(db.admin, bookingId, 'confirmed'),
      ]);
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
      const isCancelled = results[0]?.status === 'fulfilled';
      expect(await db.refundsOf(paymentId)).toHaveLength(isCancelled ? 1 : 0);
      expect(await db.isBooked(slot)).toBe(!isCancelled);
    }
  });

  const forbidden: [string, (sql: postgres.TransactionSql, id: string) => Promise<postgres.Row[]>][] = [
    ['date', (sql, id) => sql`update public.bookings set date = date + 1 where id = ${id}`],
    ['notes', (sql, id) => sql`update public.bookings set notes = 'free session' where id = ${id}`],
    ['link', (sql, id) => sql`update public.bookings set google_meet_link = 'https://x.example' where id = ${id}`],
    ['owner', (sql, id) => sql`update public.bookings set user_id = null where id = ${id}`],
    ['mentor', (sql, id) => sql`update public.bookings set mentor_id = null where id = ${id}`],
    ['age', (sql, id) => sql`update public.bookings set created_at = now() where id = ${id}`],
    ['name', (sql, id) => sql`update public.bookings set mentor_name = 'Other' where id = ${id}`],
    [
      'time, along with a cancellation',
      (sql, id) => sql`update public.bookings set status = 'cancelled', end_time = '12:00' where id = ${id}`,
    ],
  ];
  test.each(forbidden)('does not let a founder change the %s', async (_, change) => {
    const founder = await db.addFounder();
    const { id } = await db.addBooking({ owner: founder });
    await expect(db.actAs(founder, (sql) => change(sql, id))).rejects.toEqual(protectedColumn);
    // The guard alone must hold as well, where a host grants every column.
    await expect(db.actAs(founder, (sql) => change(sql, id), { isGrantedAll: true })).rejects.toEqual(protectedColumn);
  });
});

/** Another value of each type that a column of a booking has. */
const OTHER: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'https://other.example'`,
  date: `date '2031-01-01'`,
  'time without time zone': `time '23:14'`,
  'timestamp with time zone': `now() + interval '1 year'`,
  smallint: '1',
};

test('no person writes a column of a booking that guard_booking() does not name', async () => {
  const columns = await db.sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'bookings' and is_generated = 'NEVER' and column_name <> 'status'`;
  const founder = await db.addFounder();
  const { id } = await db.addBooking({ owner: founder });
  const written = async (person: string) => {
    const names: string[] = [];
    for (const { name, type } of columns) {
      const change = `update public.bookings set ${name} = ${OTHER[type]} where id = '${id}'`;
      const [end] = await outcomes([db.actAs(person, (by) => by.unsafe(change), { isGrantedAll: true })]);
      if (end !== '42501 booking_column_protected') names.push(name);
    }
    return names.toSorted();
  };
  expect(await written(founder)).toEqual([]);
  // Times and incidents are refused afterwards for other reasons: they need a step.
  expect((await written(db.admin)).join(' ')).toBe(
    'date end_time google_calendar_event_id google_meet_link incident incident_asked_at incident_at notes start_time',
  );
});

test('an administrator’s approval keeps the time and refunds nothing', async () => {
  const { slot, bookingId, paymentId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  expect(await db.isBooked(slot)).toBe(true);
  expect(await db.refundsOf(paymentId)).toEqual([]);
});

test('an administrator’s rejection, twice, even at once, refunds once', async () => {
  const { bookingId, paymentId, slot } = await db.addPaidBooking();
  const results = await Promise.allSettled([
    db.setStatus(db.admin, bookingId, 'rejected'),
    db.setStatus(db.admin, bookingId, 'rejected'),
    db.setStatus(db.admin, bookingId, 'confirmed'),
  ]);
  const status = await db.statusOf(bookingId);
  const refunds = await db.refundsOf(paymentId);
  expect(refunds).toHaveLength(status === 'rejected' ? 1 : 0);
  expect(await db.isBooked(slot)).toBe(status === 'confirmed');
  expect(results.filter((result) => result.status === 'rejected').length).toBeGreaterThanOrEqual(1);
  await db.setStatus(db.admin, bookingId, 'rejected').catch(() => {});
  expect((await db.refundsOf(paymentId)).length).toBe(refunds.length);
});

test('each decision of an administrator leaves a job and a line in the audit log', async () => {
  const { bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  const jobs = await db.sql`
    select kind from private.outbox where payload ->> 'booking_id' = ${bookingId} order by created_at`;
  expect(jobs.map((job) => job.kind)).toEqual([
    'booking_submitted',
    'booking_confirmed',
    'booking_reminder',
    'booking_reminder',
  ]);
  const log = await db.as(db.admin)`select * from public.list_audit_log(5)`;
  expect(log[0]).toMatchObject({
    actor: db.admin,
    action: 'update',
    table_name: 'bookings',
    row_id: bookingId,
    changes: { status: ['pending_admin_review', 'confirmed'] },
  });
});
