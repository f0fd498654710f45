/**
 * A mentor's sessions (docs/product/sessions.md#mentors-list) and what a mentor records about them
 * (docs/product/sessions.md#no-show-reports).
 */
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { ABSENCE_FROM_MINUTES, ABSENCE_UNTIL_HOURS } from '#rules/sessions/mentor-session.ts';
import { claimsOf, createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { addPerson, linkMentor, addBooking } = createBuilders(sql);
const MINUTE = 60;
const HOUR = 3600;
const REASON = 'I am ill and cannot meet.';

let mentor: string;
let mentorId: string;

async function addLinkedMentor(): Promise<{ account: string; id: string }> {
  const id = await db.addMentor();
  const { id: account } = await addPerson({ name: 'Dev Mentor' });
  await linkMentor(id, account);
  return { account, id };
}

beforeAll(async () => {
  ({ account: mentor, id: mentorId } = await addLinkedMentor());
});

let day = 3;
/** A paid booking with the mentor, on a day of its own. */
async function addPaid(at = mentorId) {
  day += 1;
  const { id: founder, email } = await addPerson({ name: 'Ravi Kumar' });
  const slot = await db.addSlot(at, day, '10:00', '11:00');
  const { bookingId, paymentId } = await db.buy(founder, slot);
  return { founder, email, bookingId, paymentId, slot };
}
async function addApproved(at = mentorId) {
  const booking = await addPaid(at);
  await db.setStatus(db.admin, booking.bookingId, 'confirmed');
  return booking;
}

/**
 * What a mentor does when the session starts this many seconds from then on, to the microsecond: the time is set in the
 * transaction that acts, whose clock stands still. `statement` changes the database before.
 */
function actWhen<T>(
  {
    bookingId,
    seconds,
    by = mentor,
    statement = '',
  }: { bookingId: string; seconds: number; by?: string; statement?: string },
  act: (acting: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return sql.begin(async (acting) => {
    await acting`set local session_replication_role = replica`;
    await acting`
      update public.bookings b set date = t.at::date, start_time = t.at::time,
        -- A session ends on the day on which it begins.
        end_time = case when t.at::time < '23:00' then t.at::time + interval '1 hour' else '23:59:59.999999' end
      from (select (now() + ${seconds} * interval '1 second') at time zone 'Asia/Kolkata' as at) t
      where b.id = ${bookingId}`;
    await acting`
      update private.slot_claims c set during = b.during
      from public.bookings b where b.id = c.booking_id and b.id = ${bookingId}`;
    await acting`set local session_replication_role = origin`;
    // Its trigger marks again what is sold.
    await acting`
      update public.mentor_availability a set is_booked = is_booked
      from public.bookings b where b.mentor_id = a.mentor_id and b.id = ${bookingId}`;
    if (statement) await acting.unsafe(statement);
    await acting`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(by))}, true)`;
    await acting`set local role authenticated`;
    return act(acting);
  }) as Promise<T>;
}

const report = (by: string, id: string) => db.as(by)`select public.report_founder_absence(${id})`;
const cancel = (by: string, id: string, reason: string | null = REASON) =>
  db.as(by)`select public.cancel_session_as_mentor(${id}, ${reason}) as answer`;
const bookingOf = async (id: string) => {
  const [row] = await sql`select status, incident, notes from public.bookings where id = ${id}`;
  return row;
};
async function sessions(
  by: string,
  view: string | null,
  options: { search?: string; before?: string; limit?: number } = {},
) {
  const [row] = await db.as(by)`
    select public.mentor_sessions(null, ${view}, ${options.search ?? ''}, ${options.before ?? null}::uuid,
      ${options.limit ?? 20}) as answer`;
  return row?.answer as { sessions: Record<string, unknown>[]; has_more: boolean };
}
async function today(by: string) {
  const [row] = await db.as(by)`select public.mentor_today() as answer`;
  return row?.answer;
}

const NOT_POSSIBLE = ['PT409 incident_not_possible'];
const EXISTS = ['PT409 incident_exists'];

describe('A mentor says that the founder did not come', () => {
  test.each([
    ['9 minutes 59 seconds after the start: refused', 10 * MINUTE - 1, NOT_POSSIBLE],
    ['exactly 10 minutes after the start: recorded', 10 * MINUTE, ['done']],
    ['exactly 72 hours after the start: recorded', 72 * HOUR, ['done']],
    ['72 hours and a second after the start: refused', 72 * HOUR + 1, NOT_POSSIBLE],
    ['before the start: refused', -HOUR, NOT_POSSIBLE],
  ])('%s', async (_when, after, expected) => {
    for (const isOver of [false, true]) {
      const { account: by, id } = await addLinkedMentor();
      const { bookingId, paymentId } = await addApproved(id);
      if (isOver) await db.setStatus(db.admin, bookingId, 'completed');
      expect(
        await outcomes([
          actWhen(
            { bookingId, seconds: -after, by },
            (acting) => acting`select public.report_founder_absence(${bookingId})`,
          ),
        ]),
      ).toEqual(expected);
      expect(await db.refundsOf(paymentId)).toEqual([]);
      if (expected[0] !== 'done') continue;
      expect(await bookingOf(bookingId)).toMatchObject({ status: 'completed', incident: 'founder_no_show' });
      const jobs = await sql`
        select kind from private.outbox where payload ->> 'booking_id' = ${bookingId} and kind = 'booking_completed'`;
      expect(jobs.length).toBeGreaterThan(0);
    }
  });

  test('the database and the screen have the same window', async () => {
    const [row] = await sql`
      select private.may_report_absence(tstzrange(now(), now() + interval '1 hour'), now() + i.f) as first,
        private.may_report_absence(tstzrange(now(), now() + interval '1 hour'), now() + i.f - interval '1 second') as early,
        private.may_report_absence(tstzrange(now(), now() + interval '1 hour'), now() + i.u) as last,
        private.may_report_absence(tstzrange(now(), now() + interval '1 hour'), now() + i.u + interval '1 second') as late
      from (select make_interval(mins => ${ABSENCE_FROM_MINUTES}) as f, make_interval(hours => ${ABSENCE_UNTIL_HOURS}) as u) i`;
    expect(row).toEqual({ first: true, early: false, last: true, late: false });
  });

  test('with the window removed it would be recorded too late, so the window is what refuses', async () => {
    const { account: by, id } = await addLinkedMentor();
    const { bookingId } = await addApproved(id);
    const rollBack = new Error('rolled back');
    const attempt = actWhen(
      {
        bookingId,
        seconds: -73 * HOUR,
        by,
        statement: `create or replace function private.may_report_absence(p_during tstzrange, p_now timestamptz)
          returns boolean language sql immutable set search_path = '' as 'select true'`,
      },
      async (acting) => {
        await acting`select public.report_founder_absence(${bookingId})`;
        throw rollBack;
      },
    );
    await expect(attempt).rejects.toBe(rollBack);
  });

  test('a second report, and one about a session that an administrator reported on, is refused', async () => {
    const { account: by, id } = await addLinkedMentor();
    const { bookingId } = await addApproved(id);
    const act = () =>
      actWhen(
        { bookingId, seconds: -HOUR, by },
        (acting) => acting`select public.report_founder_absence(${bookingId})`,
      );
    expect(await outcomes([act()])).toEqual(['done']);
    expect(await outcomes([act()])).toEqual(EXISTS);
    const other = await addApproved();
    await db.startIn(other.bookingId, -1);
    await db.recordIncident(other.bookingId, 'founder_no_show');
    expect(await outcomes([report(mentor, other.bookingId)])).toEqual(EXISTS);
  });

  test('a booking under review cannot be reported, nor another mentor’s, nor by its founder', async () => {
    const { account: by, id } = await addLinkedMentor();
    const pending = await addPaid(id);
    await db.startIn(pending.bookingId, -1);
    expect(await outcomes([report(by, pending.bookingId)])).toEqual(NOT_POSSIBLE);
    const { account: stranger } = await addLinkedMentor();
    expect(await outcomes([report(stranger, pending.bookingId)])).toEqual(['PT404 booking_not_found']);
    expect(await outcomes([report(pending.founder, pending.bookingId)])).toEqual(['42501 mentor_only']);
    await db.setStatus(db.admin, pending.bookingId, 'rejected');
  });
});

describe('A mentor cancels a session', () => {
  test('the founder gets everything back, once, also when the call is repeated or made twice at once', async () => {
    const { bookingId, paymentId, slot } = await addApproved();
    expect(await db.isBooked(slot)).toBe(true);
    expect(await outcomes([cancel(mentor, bookingId), cancel(mentor, bookingId)])).toEqual(['done', 'done']);
    const [again] = await cancel(mentor, bookingId);
    expect(again?.answer).toEqual({ refund_paise: 350_000, cancellations: expect.any(Number) });
    expect(await bookingOf(bookingId)).toEqual({ status: 'cancelled', incident: 'mentor_cancels', notes: REASON });
    expect(await db.refundsOf(paymentId)).toMatchObject([{ amount_paise: 350_000, jobs: 1 }]);
    expect(await db.isBooked(slot)).toBe(false);
    const [entry] = await sql`
      select actor, action from private.audit_log where table_name = 'bookings' and row_id = ${bookingId}
      order by id desc limit 1`;
    expect(entry).toEqual({ actor: mentor, action: 'update' });
  });

  test.each([
    ['a second before the start: cancelled', 1, ['done']],
    ['at the start: refused', 0, NOT_POSSIBLE],
    ['a second after the start: refused', -1, NOT_POSSIBLE],
  ])('%s', async (_when, seconds, expected) => {
    const { account: by, id } = await addLinkedMentor();
    const { bookingId } = await addApproved(id);
    expect(
      await outcomes([
        actWhen(
          { bookingId, seconds, by },
          (acting) => acting`
          select public.cancel_session_as_mentor(${bookingId}, ${REASON})`,
        ),
      ]),
    ).toEqual(expected);
  });

  test('a pending booking, another mentor’s and one that is over are refused, and nothing is refunded', async () => {
    const pending = await addPaid();
    expect(await outcomes([cancel(mentor, pending.bookingId)])).toEqual(NOT_POSSIBLE);
    const approved = await addApproved();
    const { account: stranger } = await addLinkedMentor();
    expect(await outcomes([cancel(stranger, approved.bookingId)])).toEqual(['PT404 booking_not_found']);
    await db.setStatus(db.admin, approved.bookingId, 'completed');
    expect(await outcomes([cancel(mentor, approved.bookingId)])).toEqual(NOT_POSSIBLE);
    expect(await db.refundsOf(pending.paymentId)).toEqual([]);
    expect(await db.refundsOf(approved.paymentId)).toEqual([]);
  });

  test('the reason has 5 to 300 characters', async () => {
    const { bookingId } = await addApproved();
    for (const reason of [null, '', ' no  ', 'x'.repeat(301)]) {
      expect(await outcomes([cancel(mentor, bookingId, reason)])).toEqual(['PT422 reason_text_length']);
    }
    expect(await outcomes([cancel(mentor, bookingId, 'x'.repeat(300))])).toEqual(['done']);
  });

  test('the guard of bookings itself refuses a mentor all other steps, though every column were granted', async () => {
    const { bookingId } = await addApproved();
    await sql`create policy "Mutation" on public.bookings for update to authenticated using (true)`;
    await sql`create policy "Mutation read" on public.bookings for select to authenticated using (true)`;
    try {
      const attempts = [
        `status = 'completed'`,
        `status = 'cancelled', incident = 'technical_issue'`,
        `status = 'completed', incident = 'founder_no_show'`,
        `status = 'rescheduled', date = date + 1, incident = 'mentor_cancels'`,
        `notes = 'Hello'`,
      ].map((change) =>
        db.actAs(mentor, (by) => by.unsafe(`update public.bookings set ${change} where id = '${bookingId}'`), {
          isGrantedAll: true,
        }),
      );
      for (const outcome of await outcomes(attempts)) expect(outcome).not.toBe('done');
    } finally {
      await sql`drop policy "Mutation" on public.bookings`;
      await sql`drop policy "Mutation read" on public.bookings`;
    }
    expect(await bookingOf(bookingId)).toMatchObject({ status: 'confirmed', incident: null });
  });

  test('without a policy of their own mentors change no booking through the data API', async () => {
    const { bookingId } = await addApproved();
    expect(
      await db.as(mentor)`update public.bookings set status = 'cancelled' where id = ${bookingId} returning id`,
    ).toEqual([]);
    expect(await db.as(mentor)`select id from public.bookings where id = ${bookingId}`).toEqual([]);
  });

  test('from the third cancellation in 90 days on administrators get one e-mail each time', async () => {
    const { account, id } = await addLinkedMentor();
    const mails = () => sql`
      select key from private.outbox where kind = 'mentor_mail' and payload ->> 'mail' = 'third_cancellation'
        and payload ->> 'booking_id' in (select b.id::text from public.bookings b where b.mentor_id = ${id})`;
    const old = await addApproved(id);
    await cancel(account, old.bookingId);
    await sql.begin(async (by) => {
      await by`set local session_replication_role = replica`;
      await by`update public.bookings set incident_at = now() - interval '91 days' where id = ${old.bookingId}`;
    });
    for (const expected of [0, 0, 1, 2]) {
      const { bookingId } = await addApproved(id);
      const [preview] = await db.as(account)`select public.preview_mentor_cancellation(${bookingId}) as answer`;
      await cancel(account, bookingId);
      await cancel(account, bookingId);
      const [after] = await cancel(account, bookingId);
      expect(after?.answer.cancellations).toBe(preview?.answer.cancellations + 1);
      expect(preview?.answer).toMatchObject({ is_possible: true, refund_paise: 350_000 });
      expect(await mails()).toHaveLength(expected);
      if (expected === 2) {
        const [facts] = await sql`
          select private.mail_third_cancellation(jsonb_build_object('booking_id', ${bookingId}::text)) as answer`;
        expect(facts?.answer).toMatchObject({
          recipients: [{ role: `admin:${db.admin}` }],
          facts: { count: 4, mentor: 'Dev Mentor', reason: REASON },
        });
      }
    }
    expect(await db.as(db.admin)`select * from public.mentors_who_cancelled(${[id, mentorId]}::uuid[])`).toContainEqual(
      { mentor_id: id, cancellations: 4 },
    );
  });

  test('an administrator who is a mentor does the same for the own sessions', async () => {
    const id = await db.addMentor();
    const { id: account } = await addPerson({ isAdministrator: true });
    await linkMentor(id, account);
    const { bookingId, paymentId } = await addApproved(id);
    expect(await outcomes([cancel(account, bookingId)])).toEqual(['done']);
    expect(await db.refundsOf(paymentId)).toHaveLength(1);
    expect((await sessions(account, 'past')).sessions).toMatchObject([{ id: bookingId, status: 'cancelled' }]);
    await sql`update public.profiles set is_admin = false where id = ${account}`;
  });
});

describe('The list of sessions', () => {
  test('upcoming ones come next first, past ones latest first, page by page', async () => {
    const { account, id } = await addLinkedMentor();
    const { id: founder } = await addPerson({ name: 'Meera Iyer' });
    const add = async (daysAhead: number, status: 'confirmed' | 'completed' | 'rejected' | 'pending_admin_review') =>
      (await addBooking(founder, { mentorId: id, daysAhead, status })).id;
    const late = await add(9, 'pending_admin_review');
    const soon = await add(2, 'confirmed');
    const older = await add(-9, 'completed');
    const latest = await add(-2, 'completed');
    const off = await add(5, 'rejected');
    const ids = async (...args: Parameters<typeof sessions>) =>
      (await sessions(...args)).sessions.map((session) => session.id);
    expect(await ids(account, 'upcoming')).toEqual([soon, late]);
    expect(await ids(account, 'past')).toEqual([off, latest, older]);
    expect(await sessions(account, 'past', { limit: 2 })).toMatchObject({
      sessions: [{ id: off }, { id: latest }],
      has_more: true,
    });
    expect(await sessions(account, 'past', { limit: 2, before: latest })).toMatchObject({
      sessions: [{ id: older }],
      has_more: false,
    });
    expect(await ids(account, 'upcoming', { before: soon })).toEqual([late]);
    expect(await outcomes([sessions(account, 'all'), sessions(mentor, 'past', { before: latest })])).toEqual([
      'PT422 view_unknown',
      'PT404 booking_not_found',
    ]);
    expect(await outcomes([sessions(account, null)])).toEqual(['PT422 view_unknown']);
  });

  test('a search finds a part of the founder’s name and a whole short code, in any case', async () => {
    const { account, id } = await addLinkedMentor();
    const { id: one } = await addPerson({ name: 'Zoya Khan' });
    const { id: two } = await addPerson({ name: 'Arjun 100%' });
    const first = await addBooking(one, { mentorId: id, daysAhead: 2, status: 'confirmed' });
    const second = await addBooking(two, { mentorId: id, daysAhead: 3, status: 'confirmed' });
    const [row] = await sql`select lower(code) as code from public.bookings where id = ${second.id}`;
    const found = async (search: string) =>
      (await sessions(account, 'upcoming', { search })).sessions.map((session) => session.id);
    expect(await found('zOYA')).toEqual([first.id]);
    expect(await found('100%')).toEqual([second.id]);
    expect(await found('1_0')).toEqual([]);
    expect(await found(row?.code)).toEqual([second.id]);
    expect(await found('startup.example')).toEqual([]);
  });

  test('a row names neither address nor payment, and no name that was made from an address', async () => {
    const { account, id } = await addLinkedMentor();
    const { id: founder, email } = await addPerson({ email: 'secret.founder@startup.example' });
    const slot = await db.addSlot(id, 3, '15:00', '16:00');
    const { bookingId } = await db.buy(founder, slot);
    const { sessions: rows } = await sessions(account, 'upcoming');
    expect(rows).toMatchObject([{ id: bookingId, founder_name: null }]);
    expect(JSON.stringify(rows)).not.toMatch(/secret|pay_|order_|rfnd_|paise/);
    expect((await sessions(account, 'upcoming', { search: 'secret' })).sessions).toEqual([]);
    expect(email).toContain('secret');
    await sql`update public.profiles set name = 'Asha Verma' where id = ${founder}`;
    expect((await sessions(account, 'upcoming')).sessions).toMatchObject([{ founder_name: 'Asha Verma' }]);
  });
});

describe('The first page', () => {
  test('says what is missing before anybody can book, and the next free time once nothing is', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentors set listing_state = 'draft', price = 0 where id = ${id}`;
    expect(await today(account)).toMatchObject({
      missing: ['hours', 'profile', 'price'],
      next_free: null,
      sessions: [],
      requests: { count: 0, first: [] },
    });
    await sql`update public.mentors set listing_state = 'listed', price = 3000 where id = ${id}`;
    const slot = await db.addSlot(id, 3, '10:00', '11:00');
    expect(await today(account)).toMatchObject({ missing: [], next_free: { date: slot.date, start_time: '10:00:00' } });
    await db.hold((await addPerson()).id, slot);
    expect(await today(account)).toMatchObject({ missing: [], next_free: null });
    await sql`update public.mentors set is_taking_bookings = false where id = ${id}`;
    expect(await today(account)).toMatchObject({ missing: [], next_free: null });
  });

  test('says of a request what was paid and what the founder wants, and nothing else of the payment', async () => {
    const { account, id } = await addLinkedMentor();
    const asked = await addPaid(id);
    await sql`
      insert into public.session_briefs (booking_id, user_id, mentor_id, question, link)
      values (${asked.bookingId}, ${asked.founder}, ${id}, 'How do I price my first plan?', 'https://deck.example/1')
      on conflict (booking_id) do update set question = excluded.question, link = excluded.link`;
    const [paid] = await sql`select amount_paise from private.payments where booking_id = ${asked.bookingId}`;
    expect(paid?.amount_paise).toBeGreaterThan(0);
    const { requests } = await today(account);
    expect(requests.first).toEqual([
      expect.objectContaining({ amount_paise: paid?.amount_paise, question: 'How do I price my first plan?' }),
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/pay_|order_|deck\.example/);
  });

  test('shows sessions of today and tomorrow in the mentor’s own zone, and the first three requests', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentor_settings set time_zone = 'America/Vancouver' where mentor_id = ${id}`;
    const { id: founder } = await addPerson({ name: 'Meera Iyer' });
    for (let daysAhead = -1; daysAhead <= 4; daysAhead += 1) {
      for (const [startTime, endTime] of [
        ['01:00', '02:00'],
        ['20:00', '21:00'],
      ] as const)
        await addBooking(founder, { mentorId: id, daysAhead, startTime, endTime, status: 'confirmed' });
    }
    for (let daysAhead = 10; daysAhead < 14; daysAhead += 1) await addBooking(founder, { mentorId: id, daysAhead });
    const answer = await today(account);
    const expected = await sql`
      select b.id from public.bookings b
      where b.mentor_id = ${id} and b.status = 'confirmed'
        and (lower(b.during) at time zone 'America/Vancouver')::date
          - (now() at time zone 'America/Vancouver')::date in (0, 1)
      order by lower(b.during)`;
    expect(expected.length).toBeGreaterThan(2);
    expect(answer.sessions.map((session: { id: string }) => session.id)).toEqual(expected.map((row) => row.id));
    expect(answer.requests.count).toBe(4);
    expect(answer.requests.first).toHaveLength(3);
    await db.as(account)`select public.answer_request(${answer.requests.first[0].id}, 'accept')`;
    expect((await today(account)).requests.count).toBe(3);
    expect(answer.requests.first[0]).toMatchObject({ founder_name: 'Meera Iyer', answer_by: expect.any(String) });
  });
});
