/** What the calendar's worker reads and reports, and what an administrator starts again. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql, service } = db;

async function anApprovedBooking() {
  const booking = await db.addPaidBooking();
  await sql`insert into public.mentor_private (mentor_id, email) values (${booking.mentorId}, 'dev@mentors.example')`;
  await db.setStatus(db.admin, booking.bookingId, 'confirmed');
  return booking;
}

async function read(bookingId: string) {
  const [row] = await service`select * from public.booking_for_jobs(${bookingId})`;
  return row;
}

async function record(bookingId: string, sequence: number, state: string, rest: Record<string, string> = {}) {
  const [row] = await service`
    select public.record_calendar_event(${bookingId}, ${sequence}, ${state}, ${rest.eventId ?? null},
      ${rest.meetLink ?? null}, ${rest.htmlLink ?? null}, ${rest.error ?? null}) as "isCurrent"`;
  return row?.isCurrent;
}

function retry(who: string, bookingId: string) {
  return db.as(who)`select public.retry_calendar_event(${bookingId}) as state`;
}

const created = {
  eventId: 'p0abc',
  meetLink: 'https://meet.google.com/abc-defg-hij',
  htmlLink: 'https://calendar.google.com/event?eid=1',
};

test('the clocks of a mentor abroad come with the booking, as this database reads them', async () => {
  const { bookingId, mentorId } = await anApprovedBooking();
  expect(await read(bookingId)).toMatchObject({ mentor_zone: 'Asia/Kolkata', mentor_clocks: null });
  await sql`update public.mentor_settings set time_zone = 'America/Edmonton' where mentor_id = ${mentorId}`;
  const [zone] = await sql`select private.zone_offsets('America/Edmonton') as offsets`;
  const { offsets } = (await read(bookingId))?.mentor_clocks ?? {};
  expect(offsets.slice(1, -1)).toEqual(zone?.offsets.slice(1, -1));
  expect(offsets.length).toBeGreaterThan(2);
});

test('an approval leaves the event to be made, with everything that the worker needs', async () => {
  const { bookingId, founder, mentorId, slot, paymentId } = await anApprovedBooking();
  expect(await read(bookingId)).toMatchObject({
    status: 'confirmed',
    start_time: '10:00:00',
    starts_at: new Date(`${slot.date}T10:00:00+05:30`),
    ends_at: new Date(`${slot.date}T11:00:00+05:30`),
    founder_name: founder.slice(0, 8),
    founder_email: `${founder.slice(0, 8)}@startup.example`,
    mentor_id: mentorId,
    mentor_name: 'Dev Mentor',
    mentor_email: 'dev@mentors.example',
    calendar_state: 'pending',
    sequence: 0,
    amount_paise: 350_000,
    payment_id: paymentId,
    refund_state: null,
  });
});

test('an approval takes the founder’s present address, and the one at payment once the account is gone', async () => {
  const { bookingId, founder } = await anApprovedBooking();
  await sql`update auth.users set email = 'moved@startup.example' where id = ${founder}`;
  expect((await read(bookingId))?.founder_email).toBe('moved@startup.example');
  await sql`delete from auth.users where id = ${founder}`;
  expect((await read(bookingId))?.founder_email).toBe(`${founder.slice(0, 8)}@startup.example`);
});

test('a booking that nobody knows is no row for the worker', async () => {
  expect(await read(randomUUID())).toBeUndefined();
});

test('the worker reports the event: the founder reads its link', async () => {
  const { bookingId, founder } = await anApprovedBooking();
  expect(await record(bookingId, 0, 'created', created)).toBe(true);
  const [booking] = await db.as(
    founder,
  )`select google_meet_link, google_calendar_event_id, status from public.bookings where id = ${bookingId}`;
  expect(booking).toEqual({
    google_meet_link: created.meetLink,
    google_calendar_event_id: created.eventId,
    status: 'confirmed',
  });
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'created', calendar_event_id: 'p0abc' });
});

test('the worker reports a failure, whose reason is kept until it works', async () => {
  const { bookingId } = await anApprovedBooking();
  await record(bookingId, 0, 'failed', { error: 'rateLimitExceeded' });
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'failed', calendar_error: 'rateLimitExceeded' });
  await record(bookingId, 0, 'created', created);
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'created', calendar_error: null });
});

test.each(['created', 'deleted'])(
  'the worker reports %s, which a try that fails at the same time does not take back',
  async (state) => {
    const { bookingId } = await anApprovedBooking();
    await record(bookingId, 0, state, state === 'created' ? created : {});
    for (const failure of ['pending', 'failed', 'off']) {
      expect(await record(bookingId, 0, failure, { error: 'rateLimitExceeded' })).toBe(true);
      expect(await read(bookingId)).toMatchObject({ calendar_state: state, calendar_error: null });
    }
  },
);

test('the worker reports about an earlier time: the event is known, and still has to follow', async () => {
  const { bookingId, mentorId } = await anApprovedBooking();
  await db.reschedule(db.admin, bookingId, await db.addSlot(mentorId, 5, '12:00', '13:00'));
  expect((await read(bookingId))?.sequence).toBe(1);
  expect(await record(bookingId, 0, 'created', created)).toBe(false);
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'pending', calendar_event_id: 'p0abc' });
  expect(await record(bookingId, 1, 'created')).toBe(true);
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'created', google_meet_link: created.meetLink });
});

test('the worker reports a deletion: the link goes', async () => {
  const { bookingId } = await anApprovedBooking();
  await record(bookingId, 0, 'created', created);
  await record(bookingId, 0, 'deleted');
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'deleted', google_meet_link: null });
});

test('the worker that reports nonsense is refused', async () => {
  const { bookingId } = await anApprovedBooking();
  await expect(record(bookingId, 0, 'perhaps')).rejects.toMatchObject({ code: 'PT422' });
  await expect(record(randomUUID(), 0, 'created')).rejects.toMatchObject({ message: 'booking_not_found' });
});

test('the worker reports while an administrator moves the booking, without a deadlock', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { bookingId, mentorId } = await anApprovedBooking();
    const slot = await db.addSlot(mentorId, 5, '12:00', '13:00');
    await Promise.all([record(bookingId, 0, 'created', created), db.reschedule(db.admin, bookingId, slot)]);
    expect(await read(bookingId)).toMatchObject({ calendar_state: 'pending', calendar_event_id: 'p0abc' });
  }
});

test('trying the calendar again revives the job that was given up, instead of adding one', async () => {
  const { bookingId } = await anApprovedBooking();
  await record(bookingId, 0, 'failed', { error: 'quota' });
  await sql`
    update private.outbox set state = 'dead', attempts = 12, finished_at = now()
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
  expect(await retry(db.admin, bookingId)).toEqual([{ state: 'pending' }]);
  expect(await read(bookingId)).toMatchObject({ calendar_state: 'pending', calendar_error: null });
  const jobs = await sql`
    select state, attempts - earlier_attempts as tries, run_at <= clock_timestamp() as "isDue" from private.outbox
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
  expect(jobs).toEqual([{ state: 'ready', tries: 0, isDue: true }]);
  const log = await db.as(db.admin)`select * from public.list_audit_log(5)`;
  expect(log.map((entry) => [entry.table_name, entry.row_id])).toContainEqual(['calendar_events', bookingId]);
});

test('trying the calendar again starts a new job when the old one is done, as after connecting one', async () => {
  const { bookingId } = await anApprovedBooking();
  await record(bookingId, 0, 'off');
  await sql`
      update private.outbox set state = 'done'
      where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
  await retry(db.admin, bookingId);
  const jobs = await sql`
      select state from private.outbox
      where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId} order by state`;
  expect(jobs.map((job) => job.state)).toEqual(['done', 'ready']);
});

test('trying the calendar again does nothing where nothing is owed', async () => {
  const { bookingId } = await anApprovedBooking();
  await record(bookingId, 0, 'created', created);
  expect(await retry(db.admin, bookingId)).toEqual([{ state: 'created' }]);
  expect((await read(bookingId))?.calendar_state).toBe('created');
  const pending = await db.addPaidBooking();
  await expect(retry(db.admin, pending.bookingId)).rejects.toMatchObject({ message: 'booking_needs_no_event' });
  await expect(retry(db.admin, randomUUID())).rejects.toMatchObject({ code: 'PT404' });
});

test('trying the calendar again is for administrators alone', async () => {
  const { bookingId, founder } = await anApprovedBooking();
  await expect(retry(founder, bookingId)).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
});

test('a rejected booking that never had an event has none to delete', async () => {
  const { bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'rejected');
  expect((await read(bookingId))?.calendar_state).toBeNull();
});

/** The jobs that the calendar's state asked for. */
async function plan(bookingId: string, limit = 100) {
  await service`select public.plan_calendar_jobs(${limit})`;
  const jobs = await sql`
    select kind, payload - 'booking_id' as payload, state, run_at <= clock_timestamp() as "isDue" from private.outbox
    where kind in ('booking_calendar_late', 'hide_guests') and payload ->> 'booking_id' = ${bookingId} order by key`;
  return [...jobs];
}

const wait = (bookingId: string, seconds: number) => sql`
  update private.calendar_events set planned_at = now() - ${seconds} * interval '1 second'
  where booking_id = ${bookingId}`;

const late = (payload: object) => ({ kind: 'booking_calendar_late', payload, state: 'ready', isDue: true });

test.each(['pending', 'failed'])(
  'an approval whose event is %s is announced once, when the calendar has kept it waiting for three and a half minutes',
  async (state) => {
    const { bookingId } = await anApprovedBooking();
    await record(bookingId, 0, state, { error: 'invalid_grant' });
    await wait(bookingId, 205);
    expect(await plan(bookingId)).toEqual([]);
    await wait(bookingId, 211);
    await Promise.all([plan(bookingId), plan(bookingId)]);
    expect(await plan(bookingId)).toEqual([late({ status: 'confirmed', sequence: 0 })]);
  },
);

test.each(['created', 'off'])('an approval whose event is %s has been announced with it', async (state) => {
  const { bookingId } = await anApprovedBooking();
  await record(bookingId, 0, state, state === 'created' ? { ...created } : {});
  await service`select public.record_hidden_guests(${bookingId})`;
  await wait(bookingId, 3600);
  expect(await plan(bookingId)).toEqual([]);
});

test('an approval that is moved while the calendar is away waits anew, and is announced for its last time', async () => {
  const { bookingId, mentorId } = await anApprovedBooking();
  await wait(bookingId, 211);
  await db.reschedule(db.admin, bookingId, await db.addSlot(mentorId, 5, '12:00', '13:00'));
  expect(await plan(bookingId)).toEqual([]);
  await wait(bookingId, 211);
  expect(await plan(bookingId)).toEqual([late({ status: 'rescheduled', sequence: 1 })]);
});

test('an approval whose session was cancelled or is over is not announced as late', async () => {
  const cancelled = await anApprovedBooking();
  await db.recordIncident(cancelled.bookingId, 'mentor_cancels', { reason: 'Ill' });
  const over = await anApprovedBooking();
  await db.startIn(over.bookingId, -3);
  for (const { bookingId } of [cancelled, over]) {
    await wait(bookingId, 3600);
    expect(await plan(bookingId)).toEqual([]);
  }
});

const hiding = { kind: 'hide_guests', payload: {}, state: 'ready', isDue: true };

test('the guests of each event to come that shows them are hidden by one job', async () => {
  const shown = await anApprovedBooking();
  await record(shown.bookingId, 0, 'created', created);
  await Promise.all([plan(shown.bookingId), plan(shown.bookingId)]);
  expect(await plan(shown.bookingId)).toEqual([hiding]);
  await service`select public.record_hidden_guests(${shown.bookingId})`;
  await sql`delete from private.outbox where kind = 'hide_guests'`;
  expect(await plan(shown.bookingId)).toEqual([]);
});

test('the guests of an event that hides them, is over, or was never made get no job', async () => {
  const hidden = await anApprovedBooking();
  await service`
    select public.record_calendar_event(${hidden.bookingId}, 0, 'created', p_event_id => 'p0a', p_hides_guests => true)`;
  // A later report that says nothing of the guests changes nothing.
  await record(hidden.bookingId, 0, 'created', created);
  const over = await anApprovedBooking();
  await record(over.bookingId, 0, 'created', created);
  await db.startIn(over.bookingId, -3);
  const unmade = await anApprovedBooking();
  for (const { bookingId } of [hidden, over, unmade]) expect(await plan(bookingId)).toEqual([]);
});

test('the guests of many events are hidden a few in each round, the nearest session first', async () => {
  const bookings = [await anApprovedBooking(), await anApprovedBooking()];
  for (const { bookingId } of bookings) await record(bookingId, 0, 'created', created);
  const [far, near] = bookings.map(({ bookingId }) => bookingId) as [string, string];
  await db.startIn(near, 48);
  expect(await plan(near, 1)).toEqual([hiding]);
  expect(await plan(far, 1)).toEqual([hiding]);
});
