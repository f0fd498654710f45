/** What an administrator sees first, the jobs that failed, and the log of who did what. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

interface Overview {
  pending_now: number;
  next_answer_hours: number | null;
  median_approval_hours: number | null;
  weeks: Record<string, number | string>[];
  refunds: Record<string, number>;
}

async function overview(weeks = 4): Promise<Overview> {
  const [row] = await db.as(db.admin)`select public.admin_overview(${weeks}) as overview`;
  return row?.overview;
}

async function makeOlder(bookingId: string, hours: number): Promise<void> {
  await sql`
    update public.bookings set created_at = created_at - ${hours} * interval '1 hour' where id = ${bookingId}`;
}

async function aDeadJob(kind: string, payload: Record<string, string>, error = 'gave up'): Promise<string> {
  const [row] = await sql`
    insert into private.outbox (kind, payload, state, attempts, last_error, finished_at)
    values (${kind}, ${sql.json(payload)}, 'dead', 12, ${error}, now()) returning id`;
  return row?.id;
}

test('the overview of a marketplace without bookings is all noughts, week by week', async () => {
  const { weeks, ...rest } = await overview(3);
  expect(rest).toEqual({
    pending_now: 0,
    next_answer_hours: null,
    median_approval_hours: null,
    refunds: { refunded_paise: 0, refunding_paise: 0, refund_failed_paise: 0 },
    is_opening: true,
    data_requests: [],
  });
  const [monday] = await sql`select date_trunc('week', private.today())::date::text as day`;
  expect(weeks).toHaveLength(3);
  expect(weeks[2]).toEqual({
    week_start: monday?.day,
    bookings: 0,
    confirmed: 0,
    rejected: 0,
    cancelled: 0,
    revenue_paise: 0,
    refunds_paise: 0,
  });
});

test('the overview counts bookings, money and the time to an approval', async () => {
  const [first, second, third, fourth] = [
    await db.addPaidBooking(),
    await db.addPaidBooking(),
    await db.addPaidBooking(),
    await db.addPaidBooking(),
  ];
  await db.setStatus(third.founder, third.bookingId, 'cancelled');
  await makeOlder(first.bookingId, 2);
  await makeOlder(second.bookingId, 10);
  await db.setStatus(db.admin, first.bookingId, 'confirmed');
  await db.setStatus(db.admin, second.bookingId, 'confirmed');
  await makeOlder(fourth.bookingId, 5);
  // Money of another currency is not added to rupees.
  const abroad = await db.order(await db.addFounder(), await db.addSlot(await db.addMentor(), 3, '10:00', '11:00'));
  await db.settle(abroad, { currency: 'USD' });
  const { weeks, ...rest } = await overview();
  expect(rest).toMatchObject({ pending_now: 1, next_answer_hours: 19, median_approval_hours: 6 });
  expect(rest.refunds).toMatchObject({ refunded_paise: 0, refunding_paise: 350_000 });
  // By sums: on a Monday morning the older ones are last week's.
  const sum = (key: string) => weeks.reduce((total, week) => total + Number(week[key]), 0);
  expect(['bookings', 'confirmed', 'rejected', 'cancelled'].map(sum)).toEqual([4, 2, 0, 1]);
  expect([sum('revenue_paise'), sum('refunds_paise')]).toEqual([4 * 350_000, 0]);
  expect(weeks.at(-1)).toMatchObject({ cancelled: 1, revenue_paise: 4 * 350_000 });
  // Its refund is listed under its own currency.
  await sql`update private.refunds set state = 'failed' where payment_id = ${`pay_${abroad.providerOrderId}`}`;
  const failed = await db.as(db.admin)`select amount_paise, currency from public.list_failures(p_kind => 'refund')`;
  expect(failed).toContainEqual({ amount_paise: 350_000, currency: 'USD' });
});

test('the overview puts a booking into the week in which it was made in India', async () => {
  const { bookingId } = await db.addPaidBooking();
  const before = await overview();
  await sql`
    update public.bookings
    set created_at = (date_trunc('week', private.today())::timestamp at time zone 'Asia/Kolkata') - interval '1 second'
    where id = ${bookingId}`;
  const after = await overview();
  expect(Number(after.weeks[2]?.bookings)).toBe(Number(before.weeks[2]?.bookings) + 1);
  expect(Number(after.weeks[3]?.bookings)).toBe(Number(before.weeks[3]?.bookings) - 1);
});

test('the overview lists what needs a hand', async () => {
  const refunded = await db.addRejectedBooking();
  await sql`
    update private.outbox set state = 'dead', last_error = 'account closed', finished_at = now()
    where kind = 'refund' and payload ->> 'refund_id' = ${refunded.refundId}`;
  const approved = await db.addPaidBooking();
  await db.setStatus(db.admin, approved.bookingId, 'confirmed');
  await db.service`
    select public.record_calendar_event(${approved.bookingId}, 0, 'failed', p_error => 'invalid_grant')`;
  // A job that was given up, but whose retry does not make the event.
  const hiding = await aDeadJob('hide_guests', { booking_id: approved.bookingId }, 'forbidden');
  const failures = await db.as(db.admin)`select * from public.list_failures()`;
  const listed = failures.map(({ id, kind, booking_id, last_error }) => [id, kind, booking_id, last_error]);
  expect(listed).toEqual(
    expect.arrayContaining([
      [`refund:${refunded.refundId}`, 'refund', refunded.bookingId, 'account closed'],
      [`event:${approved.bookingId}`, 'calendar_event', approved.bookingId, 'invalid_grant'],
      [`job:${hiding}`, 'hide_guests', approved.bookingId, 'forbidden'],
    ]),
  );
  expect(failures[0]?.total_count).toBe(String(failures.length));
  const ofOne = await db.as(db.admin)`select id from public.list_failures(${refunded.bookingId})`;
  expect(ofOne).toEqual([{ id: `refund:${refunded.refundId}` }]);
});

test('what came of a failure that was started again is told for a refund, an event and a job', async () => {
  const outcomeOf = async (id: string) => {
    const [row] = await db.as(db.admin)`select public.outcome_of_retry(${id}) as outcome`;
    return row?.outcome.state;
  };
  const { refundId } = await db.addRejectedBooking();
  const record = (state: string) =>
    db.service`select public.record_refund(${refundId}, ${`rfnd_${refundId}`}, ${state}, 'The bank said no')`;
  await record('failed');
  await db.as(db.admin)`select public.retry_refund(${refundId})`;
  expect(await outcomeOf(`refund:${refundId}`)).toBe('waiting');
  await db.service`select public.record_refund(${refundId}, ${`rfnd_2${refundId}`}, 'pending', null)`;
  expect(await outcomeOf(`refund:${refundId}`)).toBe('accepted');
  await db.service`select public.record_refund(${refundId}, ${`rfnd_2${refundId}`}, 'processed', null)`;
  expect(await outcomeOf(`refund:${refundId}`)).toBe('done');

  const job = await aDeadJob('email', { to: 'asha@startup.example' });
  expect(await outcomeOf(`job:${job}`)).toBe('given_up');
  await db.as(db.admin)`select public.retry_job(${job ?? ''})`;
  expect(await outcomeOf(`job:${job}`)).toBe('waiting');
  await sql`update private.outbox set failed_at = now(), last_error = 'again' where id = ${job ?? ''}`;
  expect(await outcomeOf(`job:${job}`)).toBe('failed');
  await sql`update private.outbox set state = 'done' where id = ${job ?? ''}`;
  expect(await outcomeOf(`job:${job}`)).toBe('done');

  const { bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await db.service`select public.record_calendar_event(${bookingId}, 0, 'failed', p_error => 'invalid_grant')`;
  expect(await outcomeOf(`event:${bookingId}`)).toBe('given_up');
  await db.as(db.admin)`select public.retry_calendar_event(${bookingId})`;
  expect(await outcomeOf(`event:${bookingId}`)).toBe('waiting');
});

test('a failure without a booking names the person or the mentor whom it is about', async () => {
  const founder = await db.addFounder();
  const mentor = await db.addMentor();
  const [account] = await sql`select email from public.profiles where id = ${founder}`;
  const ids = [
    await aDeadJob('email', { to: account?.email }),
    await aDeadJob('mentor_mail', { mail: 'hours_changed', mentor_id: mentor }),
  ];
  const rows = await db.as(db.admin)`select * from public.list_failures()`;
  const of = (id: string | undefined) => rows.find((row) => row.id === `job:${id}`);
  expect(of(ids[0])).toMatchObject({ booking_id: null, user_id: founder, mentor_id: null });
  expect(of(ids[1])).toMatchObject({ booking_id: null, user_id: null, mentor_id: mentor });
  const found = await db.as(db.admin)`select id from public.list_people(${founder})`;
  expect(found).toEqual([{ id: founder }]);
});

describe('failed jobs', () => {
  beforeEach(() => sql`delete from private.outbox where state = 'dead'`);
  const list = () => db.as(db.admin)`select * from public.list_failures()`;
  const retry = (id: string, who = db.admin) => db.as(who)`select public.retry_job(${id})`;

  test('are listed without what they carry', async () => {
    const id = await aDeadJob('email', { to: 'asha@startup.example', text: 'https://sign-in.example/secret' });
    const rows = await list();
    expect(rows.find((row) => row.id === `job:${id}`)).toMatchObject({ kind: 'email', last_error: 'gave up' });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('start again with all their tries, once, and the log says who did it', async () => {
    const id = await aDeadJob('email', { to: 'asha@startup.example' });
    await retry(id);
    expect((await list()).filter((row) => row.id === `job:${id}`)).toEqual([]);
    const [job] = await sql`
      select state, attempts - earlier_attempts as tries, finished_at, run_at <= clock_timestamp() as "isDue" from private.outbox where id = ${id}`;
    expect(job).toEqual({ state: 'ready', tries: 0, finished_at: null, isDue: true });
    await expect(retry(id)).rejects.toMatchObject({ code: 'PT409', message: 'job_not_failed' });
    await expect(retry(randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'job_not_found' });
    const [entry] = await db.as(db.admin)`select * from public.list_audit_log(1)`;
    expect(entry).toMatchObject({ actor: db.admin, table_name: 'outbox', row_id: id, row_label: 'email' });
  });

  test('name their booking, and none where there is none', async () => {
    const { bookingId } = await db.addPaidBooking();
    await aDeadJob('booking_confirmed', { booking_id: bookingId });
    for (const booking_id of [randomUUID(), 'no id']) await aDeadJob('booking_confirmed', { booking_id });
    const named = (await list())
      .filter(({ kind }) => kind === 'booking_confirmed')
      .flatMap(({ booking_id }) => booking_id ?? []);
    expect(named).toEqual([bookingId]);
  });

  test('are hidden from founders', async () => {
    const id = await aDeadJob('email', {});
    const founder = await db.addFounder();
    await expect(retry(id, founder)).rejects.toMatchObject({ message: 'admin_only' });
    await expect(db.as(founder)`select * from public.list_failures()`).rejects.toMatchObject({ code: '42501' });
  });
});

const newest = async () => (await db.as(db.admin)`select * from public.list_audit_log(1)`)[0];

test('the audit log names the person and the booking', async () => {
  await sql`update public.profiles set name = 'Meera Administrator' where id = ${db.admin}`;
  const { bookingId, slot } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  expect(await newest()).toMatchObject({
    actor_name: 'Meera Administrator',
    action: 'update',
    table_name: 'bookings',
    row_id: bookingId,
    row_label: `Dev Mentor · ${slot.date} · 10:00`,
    changes: { status: ['pending_admin_review', 'confirmed'] },
  });
});

test('the audit log keeps what was deleted, by its name', async () => {
  const [logo] = await sql`
    insert into public.partner_logos (name, image_url, order_index)
    values ('Campus', 'https://files.example/campus.png', 1) returning id`;
  await db.as(db.admin)`delete from public.partner_logos where id = ${logo?.id}`;
  expect(await newest()).toMatchObject({
    action: 'delete',
    row_id: logo?.id,
    row_label: 'Campus',
    changes: { name: ['Campus', null], order_index: [1, null] },
  });
});

test('the audit log names an applicant while the application exists, and keeps no person who is deleted', async () => {
  const [application] = await sql`
    insert into public.mentor_applications (name, phone, linkedin)
    values ('Nila Applicant', '9876543210', 'https://www.linkedin.com/in/nila') returning id`;
  await db.as(db.admin)`update public.mentor_applications set status = 'contacted' where id = ${application?.id}`;
  expect(await newest()).toMatchObject({ row_label: 'Nila Applicant', changes: { status: ['pending', 'contacted'] } });
  await db.as(db.admin)`delete from public.mentor_applications where id = ${application?.id}`;
  const rows = await sql`select to_jsonb(l)::text as entry from private.audit_log l`;
  expect(rows.map((row) => row.entry).join('\n')).not.toMatch(/Nila|9876543210|linkedin\.com/);
});

test('the audit log is read page by page', async () => {
  const all = await db.as(db.admin)`select id from public.list_audit_log(4)`;
  const next = await db.as(db.admin)`select id from public.list_audit_log(2, ${all[1]?.id})`;
  expect(next.map((row) => row.id)).toEqual(all.slice(2).map((row) => row.id));
});
