/**
 * What founders change of an approved session themselves (docs/product/bookings.md#changes-by-founders), and what they
 * ask for (docs/product/bookings.md#requests).
 */
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { istTimeOfDay } from '#rules/shell/ist.ts';
import { claimsOf } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const HOUR = 3600;

type Booking = Awaited<ReturnType<typeof db.addPaidBooking>>;
type Time = { date: string; startTime: string; endTime: string };

/**
 * What a founder does when their approved session starts this many seconds from then on, to the microsecond: the time is
 * set in the transaction that acts, whose clock stands still.
 */
function actWhen<T>(
  { founder, bookingId, mentorId }: Booking,
  seconds: number,
  act: (by: postgres.TransactionSql, time: Time, free: Time) => Promise<T>,
): Promise<T> {
  return sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    const [time] = await by`
      update public.bookings b set date = t.at::date, start_time = t.at::time,
        -- A session ends on the day on which it begins.
        end_time = case when t.at::time < '23:00' then t.at::time + interval '1 hour' else '23:59:59.999999' end
      from (select (now() + ${seconds} * interval '1 second') at time zone 'Asia/Kolkata' as at) t
      where b.id = ${bookingId}
      returning b.date::text, b.start_time::text as "startTime", b.end_time::text as "endTime"`;
    await by`
      update private.slot_claims c set during = b.during
      from public.bookings b where b.id = c.booking_id and b.id = ${bookingId}`;
    await by`set local session_replication_role = origin`;
    const [free] = await by`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${mentorId}, private.today() + 9, ${time?.startTime}::text::time, ${time?.endTime}::text::time)
      returning date::text, start_time::text as "startTime", end_time::text as "endTime"`;
    const claims = JSON.stringify(claimsOf(founder));
    await by`select set_config('request.jwt.claims', ${claims}, true)`;
    await by`set local role authenticated`;
    return act(by, time as unknown as Time, free as unknown as Time);
  }) as Promise<T>;
}
/** More than two days ahead, where half an hour does not end on the next day: such a session would be shorter. */
const FAR = istTimeOfDay(new Date(Date.now() + 60 * HOUR * 1000)) < '23:00' ? 60 : 62;
/** An approved session that starts in about so many hours. */
const approvedIn = (hours: number): Promise<Booking> => db.addPaidBookingIn(hours);
const cancel = (founder: string, id: string, expected: 'full' | 'none') =>
  db.as(founder)`select public.cancel_session(${id}, ${expected}) as refund`;
async function seenTime(id: string): Promise<Time> {
  const [row] = await sql`
    select date::text, start_time::text as "startTime", end_time::text as "endTime" from public.bookings where id = ${id}`;
  return row as unknown as Time;
}
async function move({ founder, bookingId }: Booking, to: Time, seen?: Time) {
  const from = seen ?? (await seenTime(bookingId));
  return db.as(founder)`
    select public.move_session(${bookingId}, ${from.date}::date, ${from.startTime}::time,
      ${to.date}::date, ${to.startTime}::time, ${to.endTime}::time)`;
}
const ask = (founder: string, id: string, kind: string, message = '') =>
  db.as(founder)`select public.ask_for_change(${id}, ${kind}, ${message}) as id`;
const requestsOf = (id: string) => sql`
  select id, kind, state, decline_reason from public.change_requests where booking_id = ${id} order by asked_at`;

const refusals = { request: 'PT409 request_needed', changed: 'PT409 refund_changed', begun: 'PT409 session_has_begun' };
test.each([
  ['exactly 24 hours ahead', 24 * HOUR, { full: 'done', none: refusals.changed, move: 'done' }],
  ['a second more than 24 hours ahead', 24 * HOUR + 1, { full: 'done', none: refusals.changed, move: 'done' }],
  ['a second less than 24 hours ahead', 24 * HOUR - 1, { full: refusals.request, none: refusals.request }],
  ['exactly 12 hours ahead', 12 * HOUR, { full: refusals.request, none: refusals.request }],
  ['a second more than 12 hours ahead', 12 * HOUR + 1, { full: refusals.request, none: refusals.request }],
  ['a second less than 12 hours ahead', 12 * HOUR - 1, { full: refusals.changed, none: 'done' }],
  ['a second before the start', 1, { full: refusals.changed, none: 'done' }],
  ['a second after the start', -1, { full: refusals.begun, none: refusals.begun }],
])('%s a founder cancels and moves as the policy says', async (_when, seconds, expected) => {
  for (const refund of ['full', 'none'] as const) {
    const booking = await db.addPaidBookingIn(48);
    const { founder, bookingId, paymentId } = booking;
    const answers = await outcomes([
      actWhen(booking, seconds, (by) => by`select public.cancel_session(${bookingId}, ${refund})`),
    ]);
    expect(answers).toEqual([expected[refund]]);
    const refunds = answers[0] === 'done' && refund === 'full' ? 1 : 0;
    expect(await db.refundsOf(paymentId)).toHaveLength(refunds);
    if (answers[0] !== 'done') continue;
    expect(await db.statusOf(bookingId)).toBe('cancelled');
    // The same call again, because its answer was lost.
    expect(await cancel(founder, bookingId, refund)).toMatchObject([{ refund }]);
    expect(await db.refundsOf(paymentId)).toHaveLength(refunds);
  }
  const booking = await db.addPaidBookingIn(48);
  const moving = actWhen(
    booking,
    seconds,
    (by, time, free) => by`
      select public.move_session(${booking.bookingId}, ${time.date}::text::date, ${time.startTime}::text::time,
        ${free.date}::text::date, ${free.startTime}::text::time, ${free.endTime}::text::time)`,
  );
  expect(await outcomes([moving])).toEqual(['move' in expected ? 'done' : refusals.request]);
});

test('a founder moves a session to a free slot of the same length, twice, and frees the old time', async () => {
  const booking = await approvedIn(FAR);
  const second = await db.addSlot(booking.mentorId, 8, '10:00', '10:30');
  const third = await db.addSlot(booking.mentorId, 9, '10:00', '10:30');
  const longer = await db.addSlot(booking.mentorId, 9, '12:00', '13:00');
  await db.startIn(booking.bookingId, FAR);
  await expect(move(booking, longer)).rejects.toMatchObject({ code: 'PT422', message: 'slot_other_length' });
  await expect(move(booking, { ...second, startTime: '10:15', endTime: '10:45' })).rejects.toMatchObject({
    code: 'PT422',
    message: 'slot_not_offered',
  });
  await move(booking, second);
  expect(await sql`select status, notes, founder_moves from public.bookings where id = ${booking.bookingId}`).toEqual([
    { status: 'rescheduled', notes: 'Rescheduled: moved by the founder.', founder_moves: 1 },
  ]);
  const jobs = await sql`
    select count(*)::int from private.outbox
    where kind = 'booking_rescheduled' and payload ->> 'booking_id' = ${booking.bookingId}`;
  expect(jobs).toEqual([{ count: 1 }]);
  expect([await db.isBooked(second), await db.isBooked(third)]).toEqual([true, false]);
  // Pressed twice: nothing is moved again, and no move is used up.
  await move(booking, second);
  await move(booking, third);
  expect([await db.isBooked(second), await db.isBooked(third)]).toEqual([false, true]);
  await expect(move(booking, second)).rejects.toMatchObject({ code: 'PT409', message: 'moves_used_up' });
  expect(await ask(booking.founder, booking.bookingId, 'move')).toHaveLength(1);
});

test('a founder moves to nothing that is too soon, taken or of a mentor who takes no bookings', async () => {
  const booking = await approvedIn(FAR);
  const { mentorId } = booking;
  const wanted = await db.addSlot(mentorId, 8, '10:00', '10:30');
  await db.buy(await db.addFounder(), wanted);
  await expect(move(booking, wanted)).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
  const held = await db.addSlot(mentorId, 8, '12:00', '12:30');
  await db.hold(await db.addFounder(), held);
  await expect(move(booking, held)).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
  const free = await db.addSlot(mentorId, 6, '14:00', '14:30');
  await sql`update public.mentors set min_notice_minutes = 10080 where id = ${mentorId}`;
  await expect(move(booking, free)).rejects.toMatchObject({ code: 'PT422', message: 'slot_too_soon' });
  await sql`update public.mentors set min_notice_minutes = 720, is_taking_bookings = false where id = ${mentorId}`;
  await expect(move(booking, free)).rejects.toMatchObject({ code: 'PT409', message: 'mentor_paused' });
  expect(await db.statusOf(booking.bookingId)).toBe('confirmed');
});

test('two tabs that move one session to two times leave one move', async () => {
  for (let round = 0; round < 6; round += 1) {
    const booking = await approvedIn(FAR);
    const slots = [
      await db.addSlot(booking.mentorId, 8, '10:00', '10:30'),
      await db.addSlot(booking.mentorId, 9, '10:00', '10:30'),
    ];
    const seen = await seenTime(booking.bookingId);
    const answers = await outcomes(slots.map((slot) => move(booking, slot, seen)));
    expect(answers.toSorted()).toEqual(['PT409 session_moved_meanwhile', 'done']);
    expect((await Promise.all(slots.map(db.isBooked))).filter(Boolean)).toHaveLength(1);
  }
});

test('a move races a buyer of the same slot, and a cancellation: one outcome each time', async () => {
  for (let round = 0; round < 8; round += 1) {
    const booking = await approvedIn(FAR);
    const slot = await db.addSlot(booking.mentorId, 8, '10:00', '10:30');
    const buyer = await db.addFounder();
    const seen = await seenTime(booking.bookingId);
    const [moved, bought] = await outcomes([move(booking, slot, seen), db.hold(buyer, slot)]);
    expect([moved, bought].toSorted()).toEqual(['PT409 slot_taken', 'done']);

    const other = await approvedIn(FAR);
    const target = await db.addSlot(other.mentorId, 8, '10:00', '10:30');
    const from = await seenTime(other.bookingId);
    const [again, cancelled] = await outcomes([
      move(other, target, from),
      cancel(other.founder, other.bookingId, 'full'),
    ]);
    const isCancelled = (await db.statusOf(other.bookingId)) === 'cancelled';
    expect(cancelled).toBe('done');
    expect(['done', 'PT409 booking_transition_not_allowed']).toContain(again);
    expect(isCancelled).toBe(true);
    expect(await db.refundsOf(other.paymentId)).toHaveLength(1);
    expect(await db.isBooked(target)).toBe(false);
  }
});

test('two tabs that cancel one session, or a double click, leave one cancellation with one refund', async () => {
  for (const [hours, refund, refunds] of [
    [FAR, 'full', 1],
    [6, 'none', 0],
  ] as const) {
    for (let round = 0; round < 4; round += 1) {
      const { founder, bookingId, paymentId } = await approvedIn(hours);
      const answers = await Promise.all([1, 2, 3].map(() => cancel(founder, bookingId, refund)));
      expect(answers).toEqual([[{ refund }], [{ refund }], [{ refund }]]);
      expect(await db.statusOf(bookingId)).toBe('cancelled');
      expect(await db.refundsOf(paymentId)).toHaveLength(refunds);
      const [jobs] = await sql`
        select count(*)::int from private.outbox
        where kind = 'booking_cancelled' and payload ->> 'booking_id' = ${bookingId}`;
      expect(jobs).toEqual({ count: 1 });
    }
  }
});

test('a double click that moves a session uses up one move, and two tabs that ask make one request', async () => {
  const booking = await approvedIn(FAR);
  const slot = await db.addSlot(booking.mentorId, 8, '10:00', '10:30');
  const seen = await seenTime(booking.bookingId);
  expect(await outcomes([move(booking, slot, seen), move(booking, slot, seen)])).toEqual(['done', 'done']);
  expect(await sql`select founder_moves from public.bookings where id = ${booking.bookingId}`).toEqual([
    { founder_moves: 1 },
  ]);

  const { founder, bookingId } = await approvedIn(18);
  const answers = await outcomes([ask(founder, bookingId, 'cancel'), ask(founder, bookingId, 'move')]);
  expect(answers.toSorted()).toEqual(['PT409 request_open', 'done']);
  expect(await requestsOf(bookingId)).toHaveLength(1);
});

test('a move races a buyer who pays for the same slot: one of them has it, and the other keeps what they had', async () => {
  for (let round = 0; round < 6; round += 1) {
    const booking = await approvedIn(FAR);
    const slot = await db.addSlot(booking.mentorId, 8, '10:00', '10:30');
    const buyer = await db.addFounder();
    const seen = await seenTime(booking.bookingId);
    const [moved] = await outcomes([move(booking, slot, seen), db.buy(buyer, slot)]);
    const owners = await sql`
      select user_id from public.bookings
      where mentor_id = ${booking.mentorId} and date = ${slot.date}::date and start_time = '10:00'
        and status not in ('cancelled', 'rejected')`;
    expect(owners).toEqual([{ user_id: moved === 'done' ? booking.founder : buyer }]);
    if (moved !== 'done') {
      expect(moved).toBe('PT409 slot_taken');
      expect(await seenTime(booking.bookingId)).toEqual(seen);
    }
  }
});

test('a founder who cancels without a refund while a request waits has withdrawn it', async () => {
  const { founder, bookingId, paymentId } = await approvedIn(13);
  await ask(founder, bookingId, 'cancel');
  await db.startIn(bookingId, 6);
  await cancel(founder, bookingId, 'none');
  expect(await requestsOf(bookingId)).toMatchObject([{ state: 'withdrawn' }]);
  expect(await db.refundsOf(paymentId)).toHaveLength(0);
});

test('a founder who withdraws and asks again and again is refused at the eleventh request of a booking', async () => {
  const { founder, bookingId } = await approvedIn(18);
  for (let n = 0; n < 10; n += 1) {
    const [asked] = await ask(founder, bookingId, 'cancel');
    await db.as(founder)`select public.withdraw_request(${asked?.id})`;
  }
  expect(await outcomes([ask(founder, bookingId, 'cancel')])).toEqual(['PT409 too_many_requests']);
  expect(await requestsOf(bookingId)).toHaveLength(10);
});

test('a founder asks once at a time, and an administrator grants what was asked in time', async () => {
  const { founder, bookingId, paymentId } = await approvedIn(13);
  await ask(founder, bookingId, 'cancel', '  My pitch moved.  ');
  await expect(ask(founder, bookingId, 'move')).rejects.toMatchObject({ code: 'PT409', message: 'request_open' });
  const [request] = await requestsOf(bookingId);
  const grant = (agrees: boolean, by = db.admin) => db.as(by)`select public.grant_request(${request?.id}, ${agrees})`;
  await expect(grant(true, founder)).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
  await expect(grant(false)).rejects.toMatchObject({ code: 'PT422', message: 'agreement_required' });
  // The answer comes hours later; the time of asking counts.
  await db.startIn(bookingId, 11);
  await sql`update public.change_requests set asked_at = asked_at - interval '2 hours' where id = ${request?.id}`;
  await db.backdate(bookingId, 30);
  await grant(true);
  expect(await requestsOf(bookingId)).toMatchObject([{ kind: 'cancel', state: 'granted' }]);
  expect(await db.refundsOf(paymentId)).toHaveLength(1);
  await expect(grant(true)).rejects.toMatchObject({ code: 'PT409', message: 'request_not_open' });
});

test('an administrator moves a session as its founder asked, or declines with a reason', async () => {
  const booking = await approvedIn(6);
  const { founder, bookingId, mentorId } = booking;
  await ask(founder, bookingId, 'move', 'Any evening.');
  const [first] = await requestsOf(bookingId);
  const decline = (reason: string) => db.as(db.admin)`select public.decline_request(${first?.id}, ${reason})`;
  await expect(decline('no')).rejects.toMatchObject({ code: 'PT422', message: 'reason_text_length' });
  await decline('The mentor travels then.');
  expect(await requestsOf(bookingId)).toMatchObject([
    { state: 'declined', decline_reason: 'The mentor travels then.' },
  ]);
  const [job] = await sql`select payload from private.outbox where kind = 'request_answered'`;
  expect(job?.payload).toEqual({ booking_id: bookingId, request_id: first?.id });

  await ask(founder, bookingId, 'move');
  const second = (await requestsOf(bookingId))[1];
  const slot = await db.addSlot(mentorId, 8, '10:00', '11:00');
  await db.as(db.admin)`
    select public.grant_request(${second?.id ?? ''}, true,
      ${slot.date}::date, ${slot.startTime}::time, ${slot.endTime}::time)`;
  expect((await requestsOf(bookingId)).map(({ state }) => state)).toEqual(['declined', 'granted']);
  expect(await seenTime(bookingId)).toMatchObject({ date: slot.date, startTime: '10:00:00' });
});

test('a request is withdrawn by its founder alone, and expires when the session begins', async () => {
  const { founder, bookingId } = await approvedIn(18);
  const [asked] = await ask(founder, bookingId, 'cancel');
  const withdraw = (person: string) => db.as(person)`select public.withdraw_request(${asked?.id})`;
  await expect(withdraw(await db.addFounder())).rejects.toMatchObject({ code: 'PT404' });
  await withdraw(founder);
  await withdraw(founder);
  const [again] = await ask(founder, bookingId, 'move');
  const expire = async () => (await db.service`select public.expire_requests() as count`)[0]?.count;
  expect(await expire()).toBe(0);
  await db.startIn(bookingId, -0.1);
  expect(await expire()).toBe(1);
  expect(await expire()).toBe(0);
  expect((await requestsOf(bookingId)).map(({ state }) => state)).toEqual(['withdrawn', 'expired']);
  const [job] = await sql`select count(*)::int from private.outbox where payload ->> 'request_id' = ${again?.id}`;
  expect(job).toEqual({ count: 1 });
});

test('nobody cancels, moves or asks about somebody else’s session, or one under review', async () => {
  const booking = await approvedIn(FAR);
  const stranger = await db.addFounder();
  const slot = await db.addSlot(booking.mentorId, 8, '10:00', '10:30');
  const attempts = (founder: string, bookingId: string) =>
    outcomes([
      cancel(founder, bookingId, 'full'),
      move({ ...booking, founder, bookingId }, slot),
      ask(founder, bookingId, 'cancel'),
    ]);
  expect(new Set(await attempts(stranger, booking.bookingId))).toEqual(new Set(['PT404 booking_not_found']));
  const pending = await db.addPaidBooking();
  expect(new Set(await attempts(pending.founder, pending.bookingId))).toEqual(
    new Set(['PT409 booking_transition_not_allowed']),
  );
  expect(await ask(booking.founder, booking.bookingId, 'cancel').catch((error) => error.message)).toBe(
    'no_request_needed',
  );
});

test('a founder who writes to the table gets no more than the functions give', async () => {
  const { founder, bookingId, mentorId } = await approvedIn(FAR);
  const slot = await db.addSlot(mentorId, 8, '10:00', '10:30');
  const write = (change: string) =>
    outcomes([
      db.actAs(founder, (by) => by.unsafe(`update public.bookings set ${change} where id = '${bookingId}'`), {
        isGrantedAll: true,
      }),
    ]);
  expect(await write(`status = 'rescheduled'`)).toEqual(['PT409 booking_transition_not_allowed']);
  expect(await write(`status = 'rescheduled', date = date + 1`)).toEqual(['PT422 slot_not_offered']);
  expect(await write(`status = 'cancelled'`)).toEqual(['PT409 booking_transition_not_allowed']);
  expect(await write(`status = 'cancelled', incident = 'mentor_cancels'`)).toEqual(['42501 booking_column_protected']);
  expect(
    await write(`status = 'cancelled', incident = 'founder_cancels', incident_asked_at = now() - interval '9 days'`),
  ).toEqual(['42501 booking_column_protected']);
  expect(await write('founder_moves = 0, notes = notes')).toEqual(['done']);
  const move = `status = 'rescheduled', date = '${slot.date}', start_time = '10:00', end_time = '10:30'`;
  expect(await write(`${move}, notes = 'Free'`)).toEqual(['42501 booking_column_protected']);
  expect(await write(`${move}, founder_moves = 0`)).toEqual(['done']);
  expect(await sql`select founder_moves from public.bookings where id = ${bookingId}`).toEqual([{ founder_moves: 1 }]);
});

test.each([
  [
    'the policy’s 24 hours',
    `create or replace function private.require_founder_move(p_old public.bookings, p_new public.bookings)
     returns void language sql set search_path = '' as $$ select $$`,
  ],
])('without %s a founder moves a session that starts in an hour', async (_rule, without) => {
  const booking = await db.addPaidBookingIn(1);
  const slot = await db.addSlot(booking.mentorId, 8, '10:00', '10:30');
  const attempt = async (removal: string) => {
    const from = await seenTime(booking.bookingId);
    return sql
      .begin(async (transaction) => {
        await transaction.unsafe(removal);
        const claims = JSON.stringify(claimsOf(booking.founder));
        await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
        await transaction`set local role authenticated`;
        await transaction`
          select public.move_session(${booking.bookingId}, ${from.date}::date, ${from.startTime}::time,
            ${slot.date}::date, '10:00', '10:30')`;
        throw new Error('moved');
      })
      .catch((error) => error.message);
  };
  expect(await attempt('select')).toBe('request_needed');
  expect(await attempt(without)).toBe('moved');
});
