/**
 * What mentors answer (docs/product/requests.md#answering), what it does to a booking
 * (docs/product/requests.md#approval-modes), and the times that they offer instead
 * (docs/product/requests.md#offered-times).
 */
import type postgres from 'postgres';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { claimsOf, createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { openLockBarrier } from '#tests/kit/lock-barrier.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;

type Approval = 'administrator' | 'mentor' | 'automatic';
type Booking = Awaited<ReturnType<typeof request>>;
type Time = { date: string; start_time: string; end_time: string };

const choose = (approval: Approval) => db.as(db.admin)`select public.save_marketplace_settings(${approval}, 0, 720)`;

let mentor: { id: string; userId: string };
let day = 3;
beforeAll(async () => {
  mentor = await addMentor();
});
afterEach(() => choose('administrator'));

async function addMentor() {
  const id = await db.addMentor();
  const userId = await db.addFounder();
  await createBuilders(sql).linkMentor(id, userId);
  return { id, userId };
}

/** A paid request to the mentor, made while the marketplace approves in this way. */
async function request(approval: Approval = 'administrator', of = mentor, daysAhead?: number) {
  await choose(approval);
  day += daysAhead === undefined ? 1 : 0;
  const founder = await db.addFounder();
  const slot = await db.addSlot(of.id, daysAhead ?? day, '10:00', '11:00');
  const bought = await db.buy(founder, slot);
  return { founder, slot, ...bought };
}

/** A time of the same day that nobody has. */
function freeTime({ slot }: Pick<Booking, 'slot'>, start = '15:00:00', end = '16:00:00'): Time {
  return { date: slot.date, start_time: start, end_time: end };
}

const answerAs = (
  userId: string,
  id: string,
  given: string,
  reason: string | null = null,
  times: Time[] = [],
  text = '',
) =>
  db.as(userId)`
    select public.answer_request(${id}, ${given}, ${reason}, ${text}, ${sql.json(times as never)}) as reply`;
const accept = ({ bookingId }: Booking) => answerAs(mentor.userId, bookingId, 'accept');
const decline = ({ bookingId }: Booking, times: Time[] = [], reason = 'not_free') =>
  answerAs(mentor.userId, bookingId, 'decline', reason, times);

async function linkOf(id: string) {
  const [row] = await db.service`select public.request_by_link(${id}) as card`;
  return row?.card;
}
async function answerByLink(id: string, given: string, via: postgres.ISql = db.service, changes: object = {}) {
  const { mentor_id, email, answer_by } = { ...(await linkOf(id)), ...changes };
  return via`
    select public.answer_by_link(${id}, ${mentor_id}, ${email}, ${answer_by}::text::timestamptz, ${given},
      ${given === 'decline' ? 'not_free' : null})`;
}

const bookingOf = async (id: string) => {
  const [row] = await sql`
    select status, decision_cause, decision_reason, approval_mode, notes, founder_moves, date::text, start_time::text
    from public.bookings where id = ${id}`;
  return row;
};
const offersOf = (id: string) => sql<{ id: string; state: string; sent_at: Date | null }[]>`
  select id, state, sent_at from public.time_proposals where booking_id = ${id} order by date, start_time`;
const jobsOf = (id: string) => sql`
  select kind, payload ->> 'mail' as mail, run_at <= now() as is_due from private.outbox
  where payload ->> 'booking_id' = ${id} and kind <> 'booking_reminder' order by created_at`;

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    ({ code, message }) => `${code} ${message}`,
  );

describe('under administrator', () => {
  test('a mentor’s Accept is noted and confirms nothing', async () => {
    const booking = await request();
    expect((await accept(booking))[0]?.reply).toEqual({ answer: 'accept', is_confirmed: false });
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'pending_admin_review' });
    const [row] = await db.as(db.admin)`
      select mentor_answer from public.search_bookings(p_search => ${booking.bookingId})`;
    expect(row).toMatchObject({ mentor_answer: 'accept' });
    const [details] = await db.as(db.admin)`select public.booking_details(${booking.bookingId}) as d`;
    expect(details?.d).toMatchObject({ mentor_answer: { answer: 'accept', via: 'dashboard' }, offered_times: [] });
  });

  test('an answer may be changed while the booking waits, and what it offered is taken back', async () => {
    const booking = await request();
    await decline(booking, [freeTime(booking)]);
    expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'draft', sent_at: null }]);
    await accept(booking);
    expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'withdrawn' }]);
    await sql`update public.bookings set status = 'confirmed' where id = ${booking.bookingId}`;
    expect(await refusal(decline(booking))).toBe('PT409 booking_decided');
    expect(await refusal(accept(booking))).toBe('done');
  });

  test('a decline needs a reason of the list, and other takes 5 to 300 characters', async () => {
    const booking = await request();
    const refused = (reason: string | null, text = '') =>
      refusal(answerAs(mentor.userId, booking.bookingId, 'decline', reason, [], text));
    expect(await refused(null)).toBe('PT422 reason_required');
    expect(await refused('tired')).toBe('PT422 reason_required');
    expect(await refused('other', ' abcd ')).toBe('PT422 reason_text_length');
    expect(await refused('other', 'x'.repeat(301))).toBe('PT422 reason_text_length');
    expect(await refused('other', 'I am on a train')).toBe('done');
    expect(await refusal(answerAs(mentor.userId, booking.bookingId, 'maybe'))).toBe('PT422 answer_not_valid');
  });

  test('offered times are as long as the session, after the notice, within 8 weeks, and free of claims', async () => {
    const booking = await request();
    const valid = freeTime(booking);
    const other = await request();
    const shifted = (days: number) => {
      const at = new Date(`${booking.slot.date}T00:00:00Z`);
      at.setUTCDate(at.getUTCDate() + days);
      return { ...valid, date: at.toISOString().slice(0, 10) };
    };
    const invalid: Time[][] = [
      [{ ...valid, end_time: '15:30:00' }],
      [{ ...valid, end_time: '14:00:00' }],
      [shifted(60)],
      [shifted(-day)],
      [{ date: booking.slot.date, start_time: '10:00:00', end_time: '11:00:00' }],
      [{ date: other.slot.date, start_time: '10:30:00', end_time: '11:30:00' }],
      [valid, valid],
      [valid, shifted(1), shifted(2)],
      [{ ...valid, date: 'soon' }],
    ];
    for (const times of invalid) {
      expect(await refusal(decline(booking, times)), JSON.stringify(times)).toBe('PT422 proposal_not_valid');
    }
    // The founder's own time counts as free, so that a session can move by half an hour.
    expect(await refusal(decline(booking, [{ ...valid, start_time: '10:30:00', end_time: '11:30:00' }]))).toBe('done');
    expect(
      await refusal(db.as(mentor.userId)`
      select public.answer_request(${booking.bookingId}, 'decline', 'not_free', null, '{"date": 1}')`),
    ).toBe('PT422 proposal_not_valid');
  });

  test('an administrator sends the offered times, and the founder’s choice moves the booking', async () => {
    const booking = await request();
    await decline(booking, [freeTime(booking), freeTime(booking, '17:00:00', '18:00:00')]);
    const [first, second] = await offersOf(booking.bookingId);
    expect(await refusal(db.as(booking.founder)`select public.answer_proposal(${first?.id ?? ''})`)).toBe(
      'PT404 proposal_not_found',
    );
    expect(await refusal(db.as(mentor.userId)`select public.send_proposals(${booking.bookingId})`)).toBe(
      '42501 admin_only',
    );
    await db.as(db.admin)`select public.send_proposals(${booking.bookingId})`;
    await db.as(db.admin)`select public.send_proposals(${booking.bookingId})`;
    expect((await jobsOf(booking.bookingId)).filter(({ kind }) => kind === 'mentor_mail')).toMatchObject([
      { mail: 'times_offered' },
    ]);
    expect(await refusal(db.as(await db.addFounder())`select public.answer_proposal(${first?.id ?? ''})`)).toBe(
      'PT404 proposal_not_found',
    );
    await db.as(booking.founder)`select public.answer_proposal(${second?.id ?? ''})`;
    expect(await bookingOf(booking.bookingId)).toMatchObject({
      status: 'rescheduled',
      start_time: '17:00:00',
      notes: 'Rescheduled: Dev Mentor offered another time',
      founder_moves: 0,
    });
    expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'declined' }, { state: 'accepted' }]);
    expect(await db.isBooked({ ...booking.slot, mentorId: mentor.id })).toBe(false);
    for (const offer of [first, second]) {
      expect(await refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`)).toBe(
        'PT409 proposal_closed',
      );
    }
    expect(await db.refundsOf(booking.paymentId)).toHaveLength(0);
  });

  test('“None of these” rejects with the full refund, once, and names the cause', async () => {
    const booking = await request();
    await decline(booking, [freeTime(booking)]);
    await db.as(db.admin)`select public.send_proposals(${booking.bookingId})`;
    const none = () => db.as(booking.founder)`select public.decline_proposals(${booking.bookingId})`;
    expect((await outcomes([none(), none()])).toSorted()).toEqual(['PT409 proposal_closed', 'done']);
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'rejected', decision_cause: 'mentor_declined' });
    expect(await db.refundsOf(booking.paymentId)).toMatchObject([{ reason: 'booking_rejected', jobs: 1 }]);
  });
});

describe('under mentor', () => {
  test('Accept confirms at once, without the delay of an administrator’s approval', async () => {
    const booking = await request('mentor');
    expect((await accept(booking))[0]?.reply).toEqual({ answer: 'accept', is_confirmed: true });
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'confirmed', approval_mode: 'mentor' });
    expect(await jobsOf(booking.bookingId)).toMatchObject([
      { kind: 'booking_submitted' },
      { kind: 'booking_confirmed', is_due: true },
    ]);
    expect(await refusal(decline(booking))).toBe('PT409 already_answered');
    await accept(booking);
    expect(await jobsOf(booking.bookingId)).toHaveLength(2);
  });

  test('Decline without times refunds in full, once', async () => {
    const booking = await request('mentor');
    const results = await outcomes(Array.from({ length: 5 }, () => decline(booking, [], 'needs_more')));
    expect(results).toEqual(Array(5).fill('done'));
    expect(await bookingOf(booking.bookingId)).toMatchObject({
      status: 'rejected',
      decision_cause: 'information_not_enough',
    });
    expect(await db.refundsOf(booking.paymentId)).toMatchObject([{ amount_paise: 350_000, jobs: 1 }]);
  });

  test('Decline with times sends them to the founder at once, and answer_by does not change', async () => {
    const booking = await request('mentor');
    const [before] = await sql`select answer_by from public.bookings where id = ${booking.bookingId}`;
    await decline(booking, [freeTime(booking)]);
    expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'open', sent_at: expect.any(Date) }]);
    expect((await jobsOf(booking.bookingId)).map(({ mail }) => mail)).toContain('times_offered');
    expect(await sql`select answer_by from public.bookings where id = ${booking.bookingId}`).toMatchObject([before]);
    await db.backdate(booking.bookingId, 30);
    await db.service`select public.end_unanswered_bookings()`;
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'rejected', decision_cause: 'unanswered' });
    expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'expired' }]);
  });

  test('an administrator decides at any time, and their decision wins', async () => {
    const booking = await request('mentor');
    await db.setStatus(db.admin, booking.bookingId, 'confirmed');
    expect(await refusal(accept(booking))).toBe('PT409 booking_decided');
    const other = await request('mentor');
    await decline(other, [freeTime(other)]);
    await db.setStatus(db.admin, other.bookingId, 'rejected');
    expect(await offersOf(other.bookingId)).toMatchObject([{ state: 'withdrawn' }]);
  });

  test('a mentor cannot write a booking, nor decide about another mentor’s', async () => {
    const booking = await request('mentor');
    const stranger = await addMentor();
    expect(await refusal(answerAs(stranger.userId, booking.bookingId, 'accept'))).toBe('PT404 booking_not_found');
    expect(await refusal(answerAs(booking.founder, booking.bookingId, 'accept'))).toBe('42501 mentor_only');
    const written = await db.as(mentor.userId)`
      update public.bookings set status = 'confirmed' where id = ${booking.bookingId} returning id`;
    expect(written).toHaveLength(0);
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'pending_admin_review' });
  });

  test('the guard lets a mentor confirm under approval_mode mentor alone, also if a policy let them write', async () => {
    const [under, noted] = [await request('mentor'), await request('administrator')];
    const confirm = (id: string, isAnswered: boolean) =>
      refusal(
        sql.begin(async (by) => {
          await by.unsafe(
            'create policy test on public.bookings for all to authenticated using (true) with check (true)',
          );
          if (isAnswered) {
            await by`insert into private.mentor_answers (booking_id, mentor_id, answer, via)
              values (${id}, ${mentor.id}, 'accept', 'dashboard')`;
          }
          await by`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(mentor.userId))}, true)`;
          await by`set local role authenticated`;
          await by`update public.bookings set status = 'confirmed' where id = ${id}`;
          throw Object.assign(new Error('confirmed'), { code: 'undone' });
        }),
      );
    expect(await confirm(under.bookingId, false)).toBe('PT409 booking_transition_not_allowed');
    expect(await confirm(noted.bookingId, true)).toBe('PT409 booking_transition_not_allowed');
    expect(await confirm(under.bookingId, true)).toBe('undone confirmed');
  });
});

/** Accept, an approving administrator and the end of unanswered bookings meet on one booking. */
async function race(rounds: number): Promise<void> {
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    // A mentor of its own: every round is on the same day.
    const own = await addMentor();
    const booking = await request('mentor', own, 4);
    // The answer is due in about as long as the three take to get there.
    await sql.begin(async (by) => {
      await by`set local session_replication_role = replica`;
      await by`
        update public.bookings set answer_by = clock_timestamp() + ${round % 10} * interval '2 milliseconds'
        where id = ${booking.bookingId}`;
    });
    const attempts = [
      () => answerAs(own.userId, booking.bookingId, 'accept'),
      () => db.as(db.admin)`
        update public.bookings set status = 'confirmed'
        where id = ${booking.bookingId} and status = 'pending_admin_review' returning id`,
      () => db.service`select public.end_unanswered_bookings()`,
    ];
    const order = [0, 1, 2].map((at) => attempts[(at + round) % 3]?.());
    await Promise.allSettled(order as Promise<unknown>[]);
    await db.service`select public.end_unanswered_bookings()`;
    const found = await bookingOf(booking.bookingId);
    const [claim] = await sql`
      select count(*)::int as kept from private.slot_claims where booking_id = ${booking.bookingId} and released_at is null`;
    const refunds = await db.refundsOf(booking.paymentId);
    const jobs = await sql`
      select kind from private.outbox
      where payload ->> 'booking_id' = ${booking.bookingId} and kind in ('booking_confirmed', 'booking_rejected')`;
    if (found?.status === 'confirmed') {
      expect([claim?.kept, refunds.length, jobs.length]).toEqual([1, 0, 1]);
    } else {
      expect(found).toMatchObject({ status: 'rejected', decision_cause: 'unanswered' });
      expect([claim?.kept, refunds.length, jobs.length]).toEqual([0, 1, 1]);
    }
    seen.add(found?.status);
  }
  expect(await db.violations()).toEqual([]);
}

test('Accept, an approving administrator and the end of the time at once leave one outcome', () => race(6));
test(
  '100 races of Accept, an approving administrator and the end of the time leave one outcome each',
  { tags: ['faults'], timeout: 120_000 },
  () => race(100),
);

test('a mentor confirms once more what an administrator took back, and does not read that it is confirmed before', async () => {
  const booking = await request('mentor');
  await accept(booking);
  await db.as(db.admin)`select public.undo_approval(${booking.bookingId})`;
  expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'pending_admin_review' });
  await accept(booking);
  expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'confirmed' });
});

describe('under automatic', () => {
  test('settle called five times confirms once, and nobody is asked', async () => {
    await choose('automatic');
    day += 1;
    const founder = await db.addFounder();
    const slot = await db.addSlot(mentor.id, day, '10:00', '11:00');
    const order = await db.order(founder, slot);
    const settled = await Promise.all(Array.from({ length: 5 }, () => db.settle(order)));
    expect(settled.map(({ outcome }) => outcome)).toEqual(Array(5).fill('booked'));
    expect(await bookingOf(order.bookingId)).toMatchObject({ status: 'confirmed', approval_mode: 'automatic' });
    expect(await jobsOf(order.bookingId)).toMatchObject([{ kind: 'booking_confirmed', is_due: true }]);
    const [requests] = await db.as(mentor.userId)`select public.mentor_requests(${mentor.id}) as r`;
    expect(requests?.r.map((one: { booking_id: string }) => one.booking_id)).not.toContain(order.bookingId);
  });

  test('a session that starts in less than 15 minutes stays pending', async () => {
    for (const [minutes, status] of [
      [14, 'pending_admin_review'],
      [16, 'confirmed'],
    ] as const) {
      await choose('automatic');
      const own = await addMentor();
      const founder = await db.addFounder();
      const order = await db.order(founder, await db.addSlot(own.id, 3, '10:00', '11:00'));
      const settled = await sql.begin(async (by) => {
        // The order's time is set in the transaction that settles it, whose clock stands still.
        await by`
          update private.payment_orders set date = t.at::date, start_time = t.at::time,
            end_time = case when t.at::time < '23:00' then t.at::time + interval '1 hour' else '23:59:59.9' end
          from (select (now() + ${minutes} * interval '1 minute') at time zone 'Asia/Kolkata' as at) t
          where id = ${order.orderId}`;
        await by`update private.slot_claims c set during = o.during from private.payment_orders o
          where o.id = c.order_id and o.id = ${order.orderId}`;
        await by`select * from private.settle(${order.providerOrderId}, ${`pay_${order.orderId}`}, ${order.amountPaise}, 'INR')`;
        const [row] = await by`select status from public.bookings where id = ${order.bookingId}`;
        return row?.status;
      });
      expect(settled).toBe(status);
    }
    await db.service`select public.end_unanswered_bookings()`;
  });

  test('changing approval changes no booking that was paid before', async () => {
    const booking = await request('administrator');
    await choose('mentor');
    await accept(booking);
    expect(await bookingOf(booking.bookingId)).toMatchObject({
      status: 'pending_admin_review',
      approval_mode: 'administrator',
    });
    // Two administrators at once: each saves what was changed.
    await db.as(db.admin)`select public.save_marketplace_settings(null, 2000)`;
    const [both] = await db.as(db.admin)`select public.save_marketplace_settings(null, null, 1440) as settings`;
    expect(both?.settings).toMatchObject({ default_fee_bps: 2000, default_min_notice_minutes: 1440 });
    // The same setting by both: the later one is told, unless both chose alike.
    const seen = { approval: 'administrator', default_fee_bps: 1500, default_min_notice_minutes: 720 };
    const saveFee = (bps: number) =>
      refusal(db.as(db.admin)`select public.save_marketplace_settings(null, ${bps}, null, ${sql.json(seen)})`);
    expect(await saveFee(1800)).toBe('PT409 settings_changed_meanwhile');
    expect(await saveFee(2000)).toBe('done');
    seen.default_fee_bps = 2000;
    expect(await saveFee(1800)).toBe('done');
    await choose('administrator');
    for (const settings of [
      ['sometimes', 0, 720],
      ['mentor', 5001, 720],
      ['mentor', 0, 119],
    ] as const) {
      expect(
        await refusal(db.as(db.admin)`
        select public.save_marketplace_settings(${settings[0]}, ${settings[1]}, ${settings[2]})`),
      ).toBe('PT422 setting_not_valid');
    }
    expect(await refusal(db.as(booking.founder)`select public.save_marketplace_settings('automatic', 0, 720)`)).toBe(
      '42501 admin_only',
    );
  });
});

describe('by link', () => {
  test('Accept and Decline go once, until answer_by to the second', async () => {
    const booking = await request();
    const late = await request();
    const atEnd = (seconds: number) =>
      refusal(
        sql.begin(async (by) => {
          await by`set local session_replication_role = replica`;
          await by`
            update public.bookings set answer_by = clock_timestamp() + ${seconds} * interval '1 second'
            where id = ${late.bookingId}`;
          await by`set local session_replication_role = origin`;
          const [row] = await by`select answer_by::text as at from public.bookings where id = ${late.bookingId}`;
          const [mail] = await by`select email from public.mentor_private where mentor_id = ${mentor.id}`;
          await by`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
          await by`
            select public.answer_by_link(${late.bookingId}, ${mentor.id}, ${mail?.email}, ${row?.at}::text::timestamptz, 'accept')`;
          throw Object.assign(new Error('in time'), { code: 'undone' });
        }),
      );
    expect(await atEnd(1)).toBe('undone in time');
    expect(await atEnd(0)).toBe('PT410 answer_too_late');
    await answerByLink(booking.bookingId, 'accept');
    expect(await refusal(answerByLink(booking.bookingId, 'accept'))).toBe('done');
    expect(await refusal(answerByLink(booking.bookingId, 'decline'))).toBe('PT409 already_answered');
    expect(
      await sql`select via, answered_by from private.mentor_answers where booking_id = ${booking.bookingId}`,
    ).toEqual([{ via: 'link', answered_by: null }]);
    // The dashboard may still change it.
    expect(await refusal(decline(booking))).toBe('done');
    expect((await linkOf(booking.bookingId)).problem).toBe('already_answered');
  });

  test('what the link was bound to has changed: nothing is answered', async () => {
    const booking = await request();
    const unknown = 'PT404 answer_unknown';
    const [other] = await sql`select gen_random_uuid() as id`;
    expect(await refusal(answerByLink(booking.bookingId, 'accept', db.service, { email: 'new@mentors.example' }))).toBe(
      unknown,
    );
    expect(await refusal(answerByLink(booking.bookingId, 'accept', db.service, { mentor_id: other?.id }))).toBe(
      unknown,
    );
    expect(
      await refusal(answerByLink(booking.bookingId, 'accept', db.service, { answer_by: '2026-01-01T00:00:00Z' })),
    ).toBe(unknown);
    await db.setStatus(db.admin, booking.bookingId, 'confirmed');
    expect((await linkOf(booking.bookingId)).problem).toBe('booking_decided');
    expect(await refusal(answerByLink(booking.bookingId, 'accept'))).toBe('PT409 booking_decided');
  });
});

describe('a founder moves a booking', () => {
  /** As a founder's own request to the data API. */
  const update = ({ founder, bookingId }: Booking, time: Time) =>
    db.as(founder)`
      update public.bookings
      set status = 'rescheduled', date = ${time.date}::date, start_time = ${time.start_time}::time,
        end_time = ${time.end_time}::time, notes = 'Rescheduled: by hand'
      where id = ${bookingId} returning id`;

  test('only to a time of an accepted, open offer', async () => {
    const booking = await request('mentor');
    const time = freeTime(booking);
    await decline(booking, [time]);
    const [offer] = await offersOf(booking.bookingId);
    const before = await bookingOf(booking.bookingId);
    const refused = 'PT409 booking_transition_not_allowed';
    expect(await refusal(update(booking, time))).toBe(refused);
    expect(await refusal(update(booking, { ...time, start_time: '16:00:00', end_time: '17:00:00' }))).toBe(refused);
    expect(
      await refusal(db.as(booking.founder)`
      update public.bookings set status = 'rejected' where id = ${booking.bookingId}`),
    ).toBe(refused);
    expect(await refusal(db.as(mentor.userId)`select public.answer_proposal(${offer?.id ?? ''})`)).toBe(
      'PT404 proposal_not_found',
    );
    // Lapsed: the time to answer has passed, and no job has tidied.
    await db.backdate(booking.bookingId, 30);
    expect(await refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`)).toBe(
      'PT409 proposal_closed',
    );
    expect(await refusal(db.as(booking.founder)`select public.decline_proposals(${booking.bookingId})`)).toBe(
      'PT409 proposal_closed',
    );
    expect(await bookingOf(booking.bookingId)).toEqual(before);
    await db.backdate(booking.bookingId, 0);
    // One accepted in an earlier transaction opens nothing.
    await sql`update public.time_proposals set state = 'accepted', decided_at = now() where id = ${offer?.id ?? ''}`;
    expect(await refusal(update(booking, time))).toBe(refused);
    expect(await refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`)).toBe(
      'PT409 proposal_closed',
    );
    expect(await bookingOf(booking.bookingId)).toEqual(before);
  });
});

test('an offered time holds nothing: sold first, the choice answers slot_taken, and nothing moves', async () => {
  const booking = await request('mentor');
  const time = freeTime(booking);
  await decline(booking, [time]);
  const [offer] = await offersOf(booking.bookingId);
  const choice = () => refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`);
  const before = await bookingOf(booking.bookingId);
  // Held by another founder's payment, which may still end.
  const slot = await db.addSlot(mentor.id, day, '15:00', '16:00');
  const order = await db.order(await db.addFounder(), slot);
  expect(await choice()).toBe('PT409 slot_taken');
  expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'open' }]);
  await db.settle(order);
  expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'lost' }]);
  expect(await choice()).toBe('PT409 slot_taken');
  expect(await bookingOf(booking.bookingId)).toEqual(before);
  // The founder still gets the money back.
  await db.as(booking.founder)`select public.decline_proposals(${booking.bookingId})`;
  expect(await db.refundsOf(booking.paymentId)).toHaveLength(1);
});

test('a sale and the choice of an offered time at once: one gets it, and neither waits for ever', async () => {
  for (let round = 0; round < 5; round += 1) {
    const booking = await request('mentor');
    await decline(booking, [freeTime(booking)]);
    const [offer] = await offersOf(booking.bookingId);
    const slot = await db.addSlot(mentor.id, day, '15:00', '16:00');
    const order = await db.order(await db.addFounder(), slot);
    await db.expireHold(order);
    const [choice] = await Promise.all([
      refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`),
      db.settle(order),
    ]);
    const sold = await db.isBooked({ ...slot, mentorId: mentor.id });
    expect(sold).toBe(true);
    expect(['done', 'PT409 slot_taken']).toContain(choice);
    const [refunds] =
      await sql`select count(*)::int as n from private.refunds where payment_id = ${`pay_${order.providerOrderId}`}`;
    expect(refunds?.n).toBe(choice === 'done' ? 1 : 0);
  }
});

test.each([
  ['None of these', ({ founder, bookingId }: Booking) => db.as(founder)`select public.decline_proposals(${bookingId})`],
  ['another answer of the mentor', (booking: Booking) => decline(booking)],
])('a sale of an offered time and %s at once: both are done, and the money goes back once', async (_, end) => {
  const booking = await request('mentor');
  await decline(booking, [freeTime(booking)]);
  const slot = await db.addSlot(mentor.id, day, '15:00', '16:00');
  const order = await db.order(await db.addFounder(), slot);
  await db.expireHold(order);
  const barrier = await openLockBarrier(db, `select private.lock_mentor('${mentor.id}')`);
  const sale = outcomes([db.settle(order)]);
  await barrier.waitForBlocked(1);
  const ended = outcomes([end(booking)]);
  await barrier.waitForBlocked(2);
  await barrier.release();
  expect([await sale, await ended]).toEqual([['done'], ['done']]);
  expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'rejected' });
  expect(await db.refundsOf(booking.paymentId)).toHaveLength(1);
});

test('a time that ends at midnight in India is not offered: no booking can have it', async () => {
  const booking = await request('mentor');
  const time = { ...freeTime(booking), start_time: '23:00:00', end_time: '24:00:00' };
  expect(await refusal(decline(booking, [time]))).toBe('PT422 proposal_not_valid');
});

describe('a new time for an approved session', () => {
  const propose = (booking: Booking, times: Time[]) =>
    db.as(mentor.userId)`select public.propose_times(${booking.bookingId}, ${sql.json(times as never)})`;

  async function approved() {
    const booking = await request();
    await db.setStatus(db.admin, booking.bookingId, 'confirmed');
    return booking;
  }

  test('is offered once, and the session stands until its founder chooses', async () => {
    const booking = await approved();
    const [time, other] = [freeTime(booking), freeTime(booking, '17:00:00', '18:00:00')];
    expect(await refusal(propose(booking, []))).toBe('PT422 proposal_not_valid');
    await propose(booking, [time]);
    expect(await refusal(propose(booking, [other]))).toBe('PT409 proposal_open');
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'confirmed', start_time: '10:00:00' });
    await db.as(mentor.userId)`select public.withdraw_proposals(${booking.bookingId})`;
    await propose(booking, [other]);
    const [, offer] = await offersOf(booking.bookingId);
    await db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`;
    expect(await bookingOf(booking.bookingId)).toMatchObject({
      status: 'rescheduled',
      start_time: '17:00:00',
      founder_moves: 0,
    });
  });

  test('may be one that the mentor noted with a no, after an administrator approved nevertheless', async () => {
    const booking = await request();
    const time = freeTime(booking);
    await decline(booking, [time]);
    await db.setStatus(db.admin, booking.bookingId, 'confirmed');
    await propose(booking, [time]);
    expect((await offersOf(booking.bookingId)).map(({ state }) => state).sort()).toEqual(['expired', 'open']);
  });

  test('“Keep the time” leaves the session, and tells the mentor', async () => {
    const booking = await approved();
    await propose(booking, [freeTime(booking)]);
    await db.as(booking.founder)`select public.decline_proposals(${booking.bookingId})`;
    expect(await bookingOf(booking.bookingId)).toMatchObject({ status: 'confirmed' });
    expect((await jobsOf(booking.bookingId)).map(({ mail }) => mail)).toContain('time_kept');
    expect(await refusal(db.as(booking.founder)`select public.decline_proposals(${booking.bookingId})`)).toBe(
      'PT409 proposal_closed',
    );
    expect(await db.refundsOf(booking.paymentId)).toHaveLength(0);
  });

  test('ends after 72 hours or 2 hours before the start, by the clock, and the mentor is told once', async () => {
    const booking = await approved();
    await propose(booking, [freeTime(booking)]);
    const [offer] = await offersOf(booking.bookingId);
    const sentAgo = (hours: number) => sql`
      update public.time_proposals set sent_at = now() - ${hours} * interval '1 hour' where id = ${offer?.id ?? ''}`;
    await sentAgo(72);
    expect(await refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`)).toBe(
      'PT409 proposal_closed',
    );
    await sentAgo(71);
    await db.startIn(booking.bookingId, 1.9);
    expect(await refusal(db.as(booking.founder)`select public.answer_proposal(${offer?.id ?? ''})`)).toBe(
      'PT409 proposal_closed',
    );
    expect(await refusal(propose(booking, [freeTime(booking)]))).toBe('PT409 incident_not_possible');
    await db.service`select public.expire_proposals()`;
    await db.service`select public.expire_proposals()`;
    expect(await offersOf(booking.bookingId)).toMatchObject([{ state: 'expired' }]);
    expect((await jobsOf(booking.bookingId)).filter(({ mail }) => mail === 'offer_ended')).toHaveLength(1);
  });
});

test('a mentor reads own requests without the founder’s address, and an administrator’s reading is on record', async () => {
  const booking = await request();
  const read = async (userId: string, mentorId = mentor.id) =>
    (await db.as(userId)`select public.mentor_requests(${mentorId}) as r`)[0]?.r;
  const own = await read(mentor.userId);
  const card = own.find((one: { booking_id: string }) => one.booking_id === booking.bookingId);
  expect(card).toMatchObject({
    founder: null,
    time_zone: 'Asia/Kolkata',
    answer: null,
    approval_mode: 'administrator',
  });
  const [account] = await sql`select email from auth.users where id = ${booking.founder}`;
  expect(JSON.stringify(own)).not.toContain(account?.email);
  const codes = (cards: { code: string }[]) => cards.map(({ code }) => code);
  expect(codes(await read(db.admin))).toEqual(codes(own));
  expect(await refusal(read((await addMentor()).userId))).toBe('PT404 mentor_not_found');
  expect(await refusal(read(booking.founder))).toBe('42501 mentor_only');
  const [entry] = await sql`
    select changes from private.audit_log where action = 'read' and actor = ${db.admin} order by id desc limit 1`;
  expect(entry?.changes).toMatchObject({ filter: { mentor_id: mentor.id, view: 'requests' } });
});

describe('each rule has a negative control: without it, what is refused above is done', () => {
  /** What `act` answers while a function has another body; everything is taken back. */
  const without = (
    name: string,
    [from, to]: [string, string],
    role: { userId: string } | 'service_role',
    act: (by: postgres.TransactionSql) => Promise<unknown>,
  ) =>
    refusal(
      sql.begin(async (by) => {
        const [row] = await by`select pg_get_functiondef(${name}::regproc) as source`;
        expect(row?.source).toContain(from);
        await by.unsafe(row?.source.replace(from, to));
        const claims = role === 'service_role' ? { role } : claimsOf(role.userId);
        await by`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        if (role !== 'service_role') await by`set local role authenticated`;
        await act(by);
        throw Object.assign(new Error('done'), { code: 'undone' });
      }),
    );
  const DONE = 'undone done';

  test('a founder moves a booking by hand', async () => {
    const booking = await request('mentor');
    const move = (by: postgres.TransactionSql) => by`
      update public.bookings set status = 'rescheduled', start_time = '15:00', end_time = '16:00'
      where id = ${booking.bookingId}`;
    const rule: [string, string] = ['or private.is_offer_answered(new))', 'or true)'];
    expect(await without('private.guard_booking', rule, { userId: booking.founder }, move)).toBe(DONE);
  });

  test('a choice after the offer lapsed, and an answer of another mentor', async () => {
    const booking = await request('mentor');
    await decline(booking, [freeTime(booking)]);
    const [offer] = await offersOf(booking.bookingId);
    await sql`update public.time_proposals set state = 'withdrawn', decided_at = now() where id = ${offer?.id ?? ''}`;
    const choose = (by: postgres.TransactionSql) => by`select public.answer_proposal(${offer?.id ?? ''})`;
    const open: [string, string] = ['not private.is_offer_open(v_proposal, v_booking)', 'false'];
    // Then the guard refuses: the offer was not accepted in this transaction.
    expect(await without('public.answer_proposal', open, { userId: booking.founder }, choose)).toBe(
      'PT409 booking_transition_not_allowed',
    );
    const stranger = await addMentor();
    const own: [string, string] = ['b.id = p_booking_id and b.mentor_id = p_mentor_id', 'b.id = p_booking_id'];
    const other = await request();
    const answer = (by: postgres.TransactionSql) => by`select public.answer_request(${other.bookingId}, 'accept')`;
    expect(await without('private.lock_booking_of_mentor', own, { userId: stranger.userId }, answer)).toBe(DONE);
  });

  test('a link answers after the address changed, twice, and after the time', async () => {
    const booking = await request();
    const { mentor_id, email, answer_by } = await linkOf(booking.bookingId);
    const answer = (address: string, given: string) => (by: postgres.TransactionSql) =>
      by`
      select public.answer_by_link(
        ${booking.bookingId}, ${mentor_id}, ${address}, ${answer_by}::text::timestamptz, ${given}, 'not_free')`;
    const address: [string, string] = ['and mp.email = p_email', ''];
    expect(await without('public.answer_by_link', address, 'service_role', answer('x@y.example', 'accept'))).toBe(DONE);
    const decides: [string, string] = ["p_booking.approval_mode = 'mentor'", 'true'];
    expect(
      await without('private.record_answer', decides, 'service_role', async (by) => {
        await answer(email, 'accept')(by);
        const [row] = await by`select status from public.bookings where id = ${booking.bookingId}`;
        // Under administrator an Accept confirms nothing.
        expect(row?.status).toBe('confirmed');
      }),
    ).toBe(DONE);
    await answerByLink(booking.bookingId, 'accept');
    const once: [string, string] = ["p_via = 'link' or (v_decides and", 'false or (v_decides and'];
    expect(await without('private.record_answer', once, 'service_role', answer(email, 'decline'))).toBe(DONE);
    const late = await request();
    await db.backdate(late.bookingId, 30);
    const facts = await linkOf(late.bookingId);
    const answerLate = (by: postgres.TransactionSql) => by`
      select public.answer_by_link(
        ${late.bookingId}, ${facts.mentor_id}, ${facts.email}, ${facts.answer_by}::text::timestamptz, 'accept')`;
    const inTime: [string, string] = ['clock_timestamp() >= p_booking.answer_by', 'false'];
    expect(await without('private.record_answer', ['', ''], 'service_role', answerLate)).toBe('PT410 answer_too_late');
    expect(await without('private.record_answer', inTime, 'service_role', answerLate)).toBe(DONE);
    await db.service`select public.end_unanswered_bookings()`;
  });
});
