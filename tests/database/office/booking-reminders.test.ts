/** Jobs with a key, and the reminders that are made of them. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql, service } = db;

const enqueue = (key: string | null, runAt: string | null = null) =>
  service`select public.enqueue_job('email', '{"to": "a@b.example"}', ${key}, ${runAt}) as id`;

test('a job with a key is one job, even when it is asked for by many at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => enqueue('booking:1:confirmed')));
  const ids = new Set(answers.map(([row]) => row?.id));
  expect(ids.size).toBe(1);
  expect(await sql`select count(*)::int from private.outbox where key = 'booking:1:confirmed'`).toMatchObject([
    { count: 1 },
  ]);
});

test('a job with a key is not done again', async () => {
  const [first] = await enqueue('booking:2:confirmed');
  await service`select public.complete_job(${first?.id}, 0)`;
  const [second] = await enqueue('booking:2:confirmed');
  expect(second).toEqual(first);
  const [row] = await sql`select state from private.outbox where id = ${first?.id}`;
  expect(row?.state).toBe('done');
});

test('a job with a key waits for its time', async () => {
  const [row] = await enqueue('booking:3:confirmed', '2099-01-01T00:00:00Z');
  const claimed = await service`select id from public.claim_jobs(array['email'], 100)`;
  expect(claimed.map((job) => job.id)).not.toContain(row?.id);
});

test('jobs without a key may exist any number of times', async () => {
  const [[first], [second]] = await Promise.all([enqueue(null), enqueue(null)]);
  expect(first?.id).not.toBe(second?.id);
});

async function remindersOf(bookingId: string) {
  const rows = await sql`
    select o.state, (o.payload ->> 'hours')::int as hours,
      (o.payload ->> 'starts_at')::timestamptz = lower(b.during) as "isForStart",
      lower(b.during) - o.run_at = (o.payload ->> 'hours')::int * interval '1 hour' as "isInTime"
    from private.outbox o join public.bookings b on b.id::text = o.payload ->> 'booking_id'
    where o.kind = 'booking_reminder' and b.id = ${bookingId} order by hours desc`;
  return [...rows];
}

const waiting = (hours: number) => ({ state: 'ready', hours, isForStart: true, isInTime: true });

test('reminders come a day and an hour before an approved session', async () => {
  const { bookingId } = await db.addPaidBooking();
  expect(await remindersOf(bookingId)).toEqual([]);
  await db.setStatus(db.admin, bookingId, 'confirmed');
  expect(await remindersOf(bookingId)).toEqual([waiting(24), waiting(1)]);
});

test('reminders that would be late are left out', async () => {
  const founder = await db.addFounder();
  const { id } = await db.addBooking({ owner: founder });
  for (const [minutes, hours] of [
    [23 * 60, [1]],
    [50, []],
  ] as const) {
    // The calendar day may change in between, so the session is placed by its instant.
    await sql`
      update public.bookings set status = 'rescheduled',
        date = (at at time zone 'Asia/Kolkata')::date, start_time = (at at time zone 'Asia/Kolkata')::time(0),
        end_time = '23:59:59.999'
      from (select date_trunc('minute', now() + ${minutes} * interval '1 minute') as at) t
      where id = ${id}`;
    expect(await remindersOf(id)).toEqual(hours.map(waiting));
  }
});

test('reminders follow a session that is moved, also there and back again', async () => {
  const { bookingId, mentorId, slot } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await db.reschedule(db.admin, bookingId, await db.addSlot(mentorId, 6, '12:00', '13:00'));
  expect(await remindersOf(bookingId)).toEqual([waiting(24), waiting(1)]);
  await db.reschedule(db.admin, bookingId, slot);
  expect(await remindersOf(bookingId)).toEqual([waiting(24), waiting(1)]);
});

test('reminders that were sent for a start are not sent for it again', async () => {
  const { bookingId, mentorId, slot } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await sql`
    update private.outbox set state = 'done'
    where kind = 'booking_reminder' and payload ->> 'booking_id' = ${bookingId}`;
  await db.reschedule(db.admin, bookingId, await db.addSlot(mentorId, 6, '12:00', '13:00'));
  await db.reschedule(db.admin, bookingId, slot);
  expect((await remindersOf(bookingId)).map((one) => one.state)).toEqual(['done', 'done']);
});

test('reminders go when the session is over', async () => {
  const { bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await db.setStatus(db.admin, bookingId, 'completed');
  expect(await remindersOf(bookingId)).toEqual([]);
});

test('reminders are not made for a booking that is rejected or cancelled', async () => {
  const one = await db.addPaidBooking();
  const other = await db.addPaidBooking();
  await db.setStatus(db.admin, one.bookingId, 'rejected');
  await db.setStatus(other.founder, other.bookingId, 'cancelled');
  expect([...(await remindersOf(one.bookingId)), ...(await remindersOf(other.bookingId))]).toEqual([]);
});
