/** What the figures of the site count, and when (docs/product/outcomes.md#the-public-promise). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

async function outcomeOf(bookingId: string) {
  const [row] = await sql`
    select ended_by, ended_at is not null as "hasEnded", starts_at from private.request_outcomes where booking_id = ${bookingId}`;
  return row;
}

async function casesOf(bookingId: string) {
  const rows =
    await sql`select figure, outcome from private.promise_cases where booking_id = ${bookingId} order by 1, 2`;
  return rows.map(({ figure, outcome }) => `${figure}: ${outcome}`);
}

/** The time of a booking's answer was up `hours` ago, a day after it was paid. */
async function makeDue(bookingId: string, hours = 1) {
  await sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`update public.bookings set created_at = now() - ${24 + hours} * interval '1 hour' where id = ${bookingId}`;
  });
}

describe('What became of a request', () => {
  test('an administrator who approves or rejects a booking has decided on it, and an approval that is taken back has not', async () => {
    const { bookingId } = await db.addPaidBooking();
    expect(await outcomeOf(bookingId)).toEqual({ ended_by: null, hasEnded: false, starts_at: null });
    await db.setStatus(db.admin, bookingId, 'confirmed');
    expect(await outcomeOf(bookingId)).toMatchObject({ ended_by: 'person', hasEnded: true });
    await db.as(db.admin)`select public.undo_approval(${bookingId})`;
    expect(await outcomeOf(bookingId)).toEqual({ ended_by: null, hasEnded: false, starts_at: null });
    await db.setStatus(db.admin, bookingId, 'rejected');
    expect(await outcomeOf(bookingId)).toMatchObject({ ended_by: 'person' });
  });

  test('a booking that its founder cancels before the deadline is not a request that needed an answer', async () => {
    const { bookingId, founder } = await db.addPaidBooking();
    await db.setStatus(founder, bookingId, 'cancelled');
    expect(await outcomeOf(bookingId)).toMatchObject({ ended_by: 'founder' });
    await makeDue(bookingId, 30);
    expect(await casesOf(bookingId)).toContain('requests: unanswered');
    await sql`update private.request_outcomes set ended_at = now() - interval '50 hours' where booking_id = ${bookingId}`;
    expect(await casesOf(bookingId)).not.toContain('requests: unanswered');
  });

  test('an unanswered booking counts as unanswered, and as refunded once the whole payment is back', async () => {
    const { bookingId, paymentId } = await db.addPaidBooking();
    await makeDue(bookingId, 1);
    await sql`update public.bookings set answer_by = now() - interval '1 hour' where id = ${bookingId}`;
    expect(await casesOf(bookingId)).toEqual(['requests: unanswered']);
    await db.service`select public.end_unanswered_bookings()`;
    expect(await outcomeOf(bookingId)).toMatchObject({ ended_by: 'deadline' });
    expect(await casesOf(bookingId)).toEqual(['requests: unanswered']);
    await sql`update private.refunds set state = 'processed', processed_at = now() where payment_id = ${paymentId}`;
    expect(await casesOf(bookingId)).toEqual(['requests: unanswered_refunded']);
  });

  test('a booking that was confirmed at payment without a question is not a request', async () => {
    await sql`update private.marketplace_settings set approval = 'automatic'`;
    const { bookingId } = await db.addPaidBooking();
    await sql`update private.marketplace_settings set approval = 'administrator'`;
    expect(await outcomeOf(bookingId)).toMatchObject({ ended_by: 'rule' });
    await makeDue(bookingId);
    expect(await casesOf(bookingId)).toEqual([]);
  });

  test('a decision after the deadline stays late when the session gets a later time', async () => {
    const { bookingId, mentorId } = await db.addPaidBooking();
    await db.setStatus(db.admin, bookingId, 'confirmed');
    await makeDue(bookingId);
    await sql`update private.request_outcomes set ended_at = now() - interval '30 minutes' where booking_id = ${bookingId}`;
    expect(await casesOf(bookingId)).toEqual(['requests: late']);
    await db.reschedule(db.admin, bookingId, await db.addSlot(mentorId, 9, '10:00', '11:00'));
    expect(await casesOf(bookingId)).toEqual(['requests: late']);
  });
});

describe('Confirmed sessions', () => {
  test('a session that took place, and one that each side missed, count as what they were', async () => {
    const [held, founderMissed, mentorMissed] = [
      await db.addPaidBookingIn(-3),
      await db.addPaidBookingIn(-3),
      await db.addPaidBookingIn(-3),
    ];
    expect(await casesOf(held.bookingId)).toEqual(['sessions: open']);
    await db.completeSessions();
    await db.recordIncident(founderMissed.bookingId, 'founder_no_show');
    await db.recordIncident(mentorMissed.bookingId, 'mentor_no_show');
    expect(await casesOf(held.bookingId)).toEqual(['sessions: held']);
    expect(await casesOf(founderMissed.bookingId)).toEqual(['sessions: founder_missed']);
    expect(await casesOf(mentorMissed.bookingId)).toEqual(['sessions: mentor_missed']);
  });

  test('a session that the mentor missed counts as missed although it gets another time', async () => {
    const { bookingId, mentorId } = await db.addPaidBookingIn(-3);
    const slot = await db.addSlot(mentorId, 5, '10:00', '11:00');
    await db.recordIncident(bookingId, 'mentor_no_show', { to: slot, reason: 'The mentor was ill' });
    expect(await casesOf(bookingId)).toEqual(['sessions: mentor_missed']);
    await db.startIn(bookingId, -2);
    await db.completeSessions();
    expect(await casesOf(bookingId)).toEqual(['sessions: held', 'sessions: mentor_missed']);
  });

  test('a session that was called off after its approval did not take place', async () => {
    const { bookingId } = await db.addPaidBookingIn(48);
    await db.recordIncident(bookingId, 'founder_cancels');
    expect(await casesOf(bookingId)).toEqual([]);
    await db.startIn(bookingId, -1);
    expect(await casesOf(bookingId)).toEqual(['sessions: cancelled']);
  });
});

/** Counts for many days at once, written as the nightly count would. */
async function writeDay(day: string, counts: Record<string, unknown> = {}) {
  const zero = Object.fromEntries(
    [
      'requests',
      'answered_in_time',
      'unanswered',
      'unanswered_refunded',
      'sessions',
      'held',
      'mentor_missed',
      'founder_missed',
      'cancelled',
      'refunds',
      'refunds_in_time',
      'asked',
      'answered',
      'helped',
    ].map((name) => [name, 0]),
  );
  await sql`delete from public.promise_days where day = private.today() - ${day}::int`;
  await sql`
    insert into public.promise_days ${sql({
      day: sql`private.today() - ${day}::int` as never,
      is_demonstration: false,
      answer_hours: Array<number>(25).fill(0) as never,
      ...zero,
      ...counts,
    })}`;
}

const told = async () => (await sql`select public.promise() as told`)[0]?.told;
const countNight = () => db.service`select public.count_nightly('count_promise')`;

describe('Days of the promise', () => {
  beforeEach(async () => {
    await sql`delete from public.promise_days`;
    await db.addMentor();
  });

  test('before the first count everybody is told no figure', async () => {
    expect(await told()).toMatchObject({
      counted_at: null,
      figures: { requests: null, sessions: null, refunds: null, check_ins: null },
      months: [],
      rows: [],
    });
  });

  test('a figure of 19 cases is not told, one of 20 is, rounded down', async () => {
    await writeDay('1', { refunds: 19, refunds_in_time: 19 });
    expect((await told()).figures.refunds).toBeNull();
    await writeDay('1', { refunds: 300, refunds_in_time: 299 });
    expect((await told()).figures.refunds).toEqual({ cases: 300, kept: 299, percent: 99 });
    expect((await told()).months[0].refunds).toMatchObject({ cases: 300 });
  });

  test('half are answered within an hour only where half of all requests were, those without an answer included', async () => {
    const hours = Array<number>(25).fill(0);
    hours[4] = 10;
    await writeDay('1', { requests: 20, answered_in_time: 10, unanswered: 10, answer_hours: hours });
    expect((await told()).figures.requests.half_within_hours).toBe(5);
    hours[4] = 9;
    await writeDay('1', { requests: 20, answered_in_time: 9, unanswered: 11, answer_hours: hours });
    expect((await told()).figures.requests.half_within_hours).toBeNull();
  });

  test('days with few cases are joined until no row tells of fewer than 20', async () => {
    for (const [day, requests] of [
      ['6', 19],
      ['5', 1],
      ['4', 0],
      ['3', 25],
      ['2', 7],
      ['1', 12],
    ] as const) {
      await writeDay(day, { requests, answered_in_time: requests });
    }
    const { rows } = await told();
    expect(rows.map(({ figure, cases }: { figure: string; cases: number }) => [figure, cases])).toEqual([
      ['requests', 20],
      ['requests', 44],
    ]);
  });

  test('a day that is over for more than 90 days keeps its counts until an administrator counts now, which is on record', async () => {
    await writeDay('90', { refunds: 7 });
    await writeDay('91', { refunds: 7 });
    await countNight();
    const kept = async () =>
      (
        await sql`select private.today() - day as ago, refunds from public.promise_days
        where day in (private.today() - 90, private.today() - 91) order by 1`
      ).map(({ ago, refunds }) => [ago, refunds]);
    expect(await kept()).toEqual([
      [90, 0],
      [91, 7],
    ]);
    await db.as(db.admin)`select public.count_figures()`;
    expect(await kept()).toEqual([
      [90, 0],
      [91, 0],
    ]);
    const [entry] = await sql`
      select actor, action, changes from private.audit_log where table_name = 'promise_days' order by id desc limit 1`;
    expect(entry).toMatchObject({ actor: db.admin, action: 'update', changes: { days: [null, expect.any(Number)] } });
  });

  test('only an administrator counts now or reads the cases behind a figure', async () => {
    const founder = await db.addFounder();
    await expect(db.as(founder)`select public.count_figures()`).rejects.toMatchObject({ code: '42501' });
    await expect(db.as(founder)`select public.promise_with_cases('requests')`).rejects.toMatchObject({ code: '42501' });
    await expect(db.as(founder)`select public.count_nightly('count_promise')`).rejects.toMatchObject({ code: '42501' });
  });

  test('an administrator reads the cases behind a figure, and the read is on record', async () => {
    const { bookingId, founder } = await db.addPaidBookingIn(-40);
    await db.completeSessions();
    await countNight();
    const [row] = await db.as(db.admin)`select public.promise_with_cases('sessions') as answer`;
    expect(row?.answer.figures.sessions.cases).toBeGreaterThan(0);
    expect(row?.answer.cases).toContainEqual(expect.objectContaining({ booking_id: bookingId, outcome: 'held' }));
    const reads = () => sql`
      select changes from private.audit_log where action = 'read' and actor = ${db.admin} order by id desc`;
    const recorded = await reads();
    expect(recorded[0]?.changes.people).toContain(founder);
    // The figures alone tell of no person.
    const [alone] = await db.as(db.admin)`select public.promise_with_cases() as answer`;
    expect(alone?.answer).toEqual({ ...row?.answer, cases: [] });
    expect(await reads()).toHaveLength(recorded.length);
  });

  test('System Health says when counters and promise were counted, and until then since when the first count is planned', async () => {
    const health = async () => {
      const [row] = await db.as(db.admin)`select public.admin_health() -> 'figures' as figures`;
      return row?.figures;
    };
    await sql`delete from public.public_counters`;
    await sql`delete from private.outbox where kind in ('count_figures', 'count_promise')`;
    expect(await health()).toMatchObject({ counted_at: null, promise_counted_at: null, waiting_since: null });
    await sql`
      insert into private.outbox (kind, state, created_at, finished_at) values
        ('count_figures', 'done', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
        ('count_promise', 'dead', '2026-01-03T00:00:00Z', '2026-01-03T00:00:00Z'),
        ('count_figures', 'ready', '2026-01-04T00:00:00Z', null), ('sweep_files', 'ready', '2026-01-02T00:00:00Z', null)`;
    expect(new Date((await health()).waiting_since)).toEqual(new Date('2026-01-03T00:00:00Z'));
    const [counted] = await db.as(db.admin)`select public.count_figures() as answer`;
    expect(counted?.answer).toEqual(await health());
    expect(await health()).toMatchObject({
      counted_at: expect.any(String),
      promise_counted_at: expect.any(String),
      waiting_since: null,
    });
  });

  test('invented cases are gone with the first mentor who is not invented, in what is told at once and in old days by the next night', async () => {
    await sql.begin(async (by) => {
      await by`set local session_replication_role = replica`;
      await by`update public.mentors set is_demonstration = true`;
    });
    await writeDay('1', { refunds: 40, is_demonstration: true });
    await writeDay('120', { refunds: 40, is_demonstration: true });
    expect((await told()).figures.refunds).toMatchObject({ cases: 40 });
    await db.addMentor();
    expect((await told()).figures.refunds).toBeNull();
    await countNight();
    const [old] = await sql`
      select refunds, is_demonstration from public.promise_days where day = private.today() - 120`;
    expect(old).toEqual({ refunds: 0, is_demonstration: false });
  });
});

const count = () => db.service`select public.count_nightly('count_figures')`;
/** As a visitor reads them. */
async function counters() {
  const [row] = await sql.begin(async (by) => {
    await by`set local role anon`;
    return by`select mentors, founders, sessions_held, verified_stories from public.public_counters`;
  });
  return row;
}

describe('Live counters', () => {
  test('they count bookable mentors, founders with a confirmed address, sessions held and verified stories', async () => {
    await count();
    const before = await counters();
    const mentorId = await db.addMentor();
    await sql`insert into public.mentors (name, price, min_notice_minutes) values ('Free', 0, 120)`;
    await sql`insert into public.mentors (name, price, min_notice_minutes, is_taking_bookings) values ('Away', 100, 120, false)`;
    const mentorsAccount = await db.addFounder();
    await sql`insert into public.mentor_private (mentor_id, email, user_id) values (${mentorId}, 'm@example.com', ${mentorsAccount})`;
    await sql`update auth.users set email_confirmed_at = null where id = ${await db.addFounder()}`;
    const held = await db.addPaidBookingIn(-3);
    const missed = await db.addPaidBookingIn(-3);
    await db.completeSessions();
    await db.recordIncident(missed.bookingId, 'founder_no_show');
    const storyOf = async (bookingId: string, isApproved: boolean) => {
      const id = randomUUID();
      await sql`insert into public.impact_stories (id, name, experience, is_approved) values (${id}, 'Ravi', 'It helped a lot.', ${isApproved})`;
      await sql`
        insert into private.story_sessions (story_id, booking_id, user_id, consent_text)
        select ${id}, b.id, b.user_id, 'I agree' from public.bookings b where b.id = ${bookingId}`;
      return id;
    };
    const story = await storyOf(held.bookingId, false);
    await storyOf(missed.bookingId, true);
    await count();
    expect(await counters()).toEqual({
      // The two bookings brought a mentor and a founder each.
      mentors: before?.mentors + 3,
      founders: before?.founders + 2,
      sessions_held: before?.sessions_held + 1,
      verified_stories: before?.verified_stories,
    });
    await sql`update public.impact_stories set is_approved = true where id = ${story}`;
    await count();
    expect((await counters())?.verified_stories).toBe(before?.verified_stories + 1);
    await sql`insert into private.refunds (payment_id, amount_paise, reason) select id, amount_paise, 'booking_cancelled' from private.payments where booking_id = ${held.bookingId}`;
    await count();
    expect((await counters())?.verified_stories).toBe(before?.verified_stories);
  });

  test('counters that are older than seven days are hidden', async () => {
    await count();
    const age = (days: number) =>
      sql`update public.public_counters set counted_at = now() - ${days} * interval '1 day' + interval '1 minute'`;
    await age(7);
    expect(await counters()).toBeDefined();
    await age(8);
    expect(await counters()).toBeUndefined();
  });

  test('counters of invented people are hidden as soon as another mentor exists', async () => {
    await sql.begin(async (by) => {
      await by`set local session_replication_role = replica`;
      await by`update public.mentors set is_demonstration = true`;
    });
    await count();
    expect((await counters())?.mentors).toBeGreaterThan(0);
    await db.addMentor();
    expect(await counters()).toBeUndefined();
    await count();
    expect((await counters())?.mentors).toBe(1);
  });
});

describe('How soon a mentor answers', () => {
  /** Requests of one mentor, decided by an administrator after so many hours each; Infinity: not answered. */
  async function withAnswers(hours: number[]) {
    const mentorId = await db.addMentor();
    for (const [index, each] of hours.entries()) {
      const slot = await db.addSlot(mentorId, index + 3, '10:00', '11:00');
      const { bookingId } = await db.buy(await db.addFounder(), slot);
      const isAnswered = Number.isFinite(each);
      await sql`
        update private.request_outcomes
        set ended_at = (select created_at from public.bookings where id = ${bookingId}) + ${isAnswered ? each : 24} * interval '1 hour',
          ended_by = ${isAnswered ? 'person' : 'deadline'}
        where booking_id = ${bookingId}`;
    }
    return mentorId;
  }
  const within = async (mentorId: string) => {
    await count();
    const [row] =
      await sql`select answers_within, updated_at = created_at as "isUntouched" from public.mentors where id = ${mentorId}`;
    expect(row?.isUntouched).toBe(true);
    return row?.answers_within;
  };

  test.each([
    { hours: [1, 1, 1, 1], shown: null },
    { hours: [1, 1, 1.9, 8, 20], shown: 2 },
    { hours: [1, 2.1, 3, 8, 20], shown: 6 },
    { hours: [1, 7, 11, 12, 20], shown: 12 },
    { hours: [1, 7, 12.1, 13, 20], shown: 24 },
    { hours: [1, 1, 1, 1, 1, Infinity, Infinity, Infinity, Infinity, Infinity, Infinity], shown: null },
    { hours: [1, 1, 1, 1, 1, 5, Infinity, Infinity, Infinity, Infinity, Infinity], shown: 6 },
  ])('a mentor whose requests were answered after $hours hours is shown with $shown', async ({ hours, shown }) => {
    expect(await within(await withAnswers(hours))).toBe(shown);
  });

  test("the mentor's own answer counts before the administrator's, and answers of more than 180 days ago do not", async () => {
    const mentorId = await withAnswers([20, 20, 20, 20, 20]);
    expect(await within(mentorId)).toBe(24);
    await sql`
      insert into private.mentor_answers (booking_id, mentor_id, answer, via, answered_at)
      select id, mentor_id, 'accept', 'link', created_at + interval '1 hour' from public.bookings where mentor_id = ${mentorId}`;
    expect(await within(mentorId)).toBe(2);
    await sql`update private.mentor_answers set answered_at = answered_at - interval '181 days' where mentor_id = ${mentorId}`;
    expect(await within(mentorId)).toBeNull();
  });

  test('no administrator writes how soon a mentor answers', async () => {
    const mentorId = await db.addMentor();
    const write = db.actAs(db.admin, (by) => by`update public.mentors set answers_within = 2 where id = ${mentorId}`);
    await expect(write).rejects.toMatchObject({ code: '42501', message: 'answers_within_protected' });
  });
});
