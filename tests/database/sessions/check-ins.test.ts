/** What founders are asked after a session. docs/product/outcomes.md#check-ins */
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { linkMentor } = createBuilders(db.sql);

const MAIL = { to: 'x@startup.example', subject: '', html: '', text: '' };
const ANSWER = { answer: 'yes', change: 'First ten customers', customers: 10, revenue_inr: null, team: 0 };

const complete = (id: string) => db.sql`update public.bookings set status = 'completed' where id = ${id}`;

/** A paid session that took place and ended less than an hour ago. */
async function heldSession() {
  const session = await db.addPaidBookingIn(-2);
  await complete(session.bookingId);
  return session;
}
/** As if the session's check-in of a day were due since a minute. */
const makeDue = (bookingId: string, day = 7) => db.sql`
  update private.check_ins set due_at = now() - interval '1 minute' where booking_id = ${bookingId} and day = ${day}`;
const rowsOf = (bookingId: string) => db.sql`
  select day, state, skip_reason from private.check_ins where booking_id = ${bookingId} order by day`;
const toMail = async (bookingId: string, day = 7) =>
  (await db.service`select public.check_in_for_jobs(${bookingId}, ${day}) as found`)[0]?.found;
const queue = (bookingId: string, day = 7) =>
  db.service`select public.queue_check_in(${bookingId}, ${day}, ${db.sql.json(MAIL)})`;
const mailsOf = async (bookingId: string) => {
  const rows =
    await db.sql`select key from private.outbox where kind = 'email' and key like ${`booking:${bookingId}:check_in:%`}`;
  return rows.map(({ key }) => key.split(':').at(-1));
};
const jobsOf = (bookingId: string, kind = 'check_in') => db.sql`
  select (run_at at time zone 'Asia/Kolkata')::text as at from private.outbox
  where kind = ${kind} and payload ->> 'booking_id' = ${bookingId} order by run_at`;
const answer = (by: string, bookingId: string, day = 7, values: object = ANSWER) =>
  db.as(by)`select public.answer_my_check_in(${bookingId}, ${day}, ${db.sql.json(values as never)}) as stored`;
const page = async (by: string, bookingId: string) =>
  (await db.as(by)`select public.session_page(${bookingId}) as page`)[0]?.page;
const refund = (bookingId: string, state = 'queued') => db.sql`
  insert into private.refunds (payment_id, amount_paise, reason, state)
  select id, amount_paise, 'test', ${state} from private.payments where booking_id = ${bookingId}`;

test('a session that is held gets three check-ins at 10 AM in India, once, also when two workers complete it and it is undone and redone', async () => {
  const { bookingId } = await db.addPaidBookingIn(-2);
  await Promise.all([db.service`select public.complete_sessions()`, db.service`select public.complete_sessions()`]);
  const planned = [7, 30, 90].map((day) => ({ day, state: 'planned', skip_reason: null }));
  expect(await rowsOf(bookingId)).toEqual(planned);
  const [session] = await db.sql`
    select array(select (date + d + time '10:00')::text from unnest(array[7, 30, 90]) d) as at
    from public.bookings where id = ${bookingId}`;
  const ats = session?.at.map((at: string) => ({ at }));
  expect(await jobsOf(bookingId)).toEqual(ats);
  // The founder's absence is recorded, and taken back.
  await db.sql`update public.bookings set incident = 'founder_no_show' where id = ${bookingId}`;
  await db.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`update public.bookings set incident = null, incident_at = null, status = 'rescheduled' where id = ${bookingId}`;
  });
  await complete(bookingId);
  expect(await rowsOf(bookingId)).toEqual(planned);
  expect(await jobsOf(bookingId)).toEqual(ats);
});

test('a session that ended long ago is asked about only on the days that are still to come', async () => {
  const { bookingId } = await db.addPaidBookingIn(-24 * 8);
  await complete(bookingId);
  expect((await rowsOf(bookingId)).map(({ day }) => day)).toEqual([30, 90]);
});

test('a session that is held again on a later day is asked about from that day on', async () => {
  const { bookingId } = await heldSession();
  await db.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`update public.bookings set status = 'rescheduled', date = date - 3 where id = ${bookingId}`;
  });
  const [before] = await jobsOf(bookingId);
  await complete(bookingId);
  const jobs = await jobsOf(bookingId);
  expect(jobs).toHaveLength(6);
  expect(jobs[1]).toEqual(before);
  // The job of the former day finds it due already; that of a day to come would find nothing.
  await db.sql`update private.check_ins set due_at = now() + interval '1 day' where booking_id = ${bookingId}`;
  expect(await toMail(bookingId)).toBeNull();
});

test('a check-in is mailed once, with the open items in the first e-mail, also by two workers', async () => {
  const { bookingId } = await heldSession();
  await db.sql`
    insert into public.action_items (booking_id, owner, text, done_at) values
      (${bookingId}, 'founder', 'Call five customers', null), (${bookingId}, 'mentor', 'Send the deck', now())`;
  expect(await toMail(bookingId)).toBeNull();
  await makeDue(bookingId);
  expect(await toMail(bookingId)).toMatchObject({ items: [{ text: 'Call five customers' }] });
  await Promise.all([queue(bookingId), queue(bookingId), queue(bookingId)]);
  expect(await mailsOf(bookingId)).toEqual(['7']);
  expect(await toMail(bookingId)).toBeNull();
  await db.sql`update private.check_ins set sent_at = sent_at - interval '23 days' where booking_id = ${bookingId}`;
  await makeDue(bookingId, 30);
  expect(await toMail(bookingId, 30)).toMatchObject({ items: [] });
});

test('a founder gets one such e-mail a day; the second waits until the next day, 10 AM', async () => {
  const one = await heldSession();
  const other = await heldSession();
  await db.sql`update public.bookings set user_id = ${one.founder} where id = ${other.bookingId}`;
  await makeDue(one.bookingId);
  await makeDue(other.bookingId);
  await Promise.all([queue(one.bookingId), queue(other.bookingId)]);
  const sent = [await mailsOf(one.bookingId), await mailsOf(other.bookingId)];
  expect(sent.flat()).toEqual(['7']);
  const waits = sent[0]?.length === 0 ? one : other;
  const [tomorrow] = await db.sql`select (private.today() + 1 + time '10:00')::text as at`;
  expect((await jobsOf(waits.bookingId))[0]).toEqual(tomorrow);
  await db.sql`update private.check_ins set sent_at = sent_at - interval '1 day' where state = 'sent'`;
  await queue(waits.bookingId);
  expect(await mailsOf(waits.bookingId)).toEqual(['7']);
});

test('after a refund, a recorded absence, or a stop before the due time there is no e-mail, for good; after a deletion neither', async () => {
  const [refunded, missed, stopped] = [await heldSession(), await heldSession(), await heldSession()];
  await refund(refunded.bookingId);
  await db.sql`update public.bookings set incident = 'founder_no_show' where id = ${missed.bookingId}`;
  await db.as(stopped.founder)`select public.set_my_mail_stop('check_ins', true)`;
  for (const { bookingId } of [refunded, missed, stopped]) {
    await makeDue(bookingId);
    await queue(bookingId);
    expect(await mailsOf(bookingId)).toEqual([]);
  }
  const reasonOf = async (id: string) => (await rowsOf(id))[0]?.skip_reason;
  expect(await Promise.all([refunded, missed, stopped].map(({ bookingId }) => reasonOf(bookingId)))).toEqual([
    'not_verified',
    'not_verified',
    'stopped',
  ]);
  await db.sql`delete from private.refunds where payment_id in (
    select id from private.payments where booking_id = ${refunded.bookingId})`;
  await db.as(stopped.founder)`select public.set_my_mail_stop('check_ins', false)`;
  for (const { bookingId } of [refunded, stopped]) {
    expect(await toMail(bookingId)).toBeNull();
  }
  const gone = await heldSession();
  await makeDue(gone.bookingId);
  await answer(gone.founder, gone.bookingId);
  await db.sql`select private.forget_person(${gone.founder})`;
  expect(await rowsOf(gone.bookingId)).toEqual([]);
  expect(await toMail(gone.bookingId)).toBeNull();
});

test('the founder answers from the due date on, also what no e-mail asked, and changes the answer; no other person does', async () => {
  const { founder, bookingId, mentorId } = await heldSession();
  const mentor = await db.addFounder();
  await linkMentor(mentorId, mentor);
  expect(await outcomes([answer(founder, bookingId), answer(founder, bookingId, 8)])).toEqual(
    Array(2).fill('PT409 not_due'),
  );
  await makeDue(bookingId);
  const other = await db.addFounder();
  expect(await outcomes([answer(mentor, bookingId), answer(db.admin, bookingId), answer(other, bookingId)])).toEqual(
    Array(3).fill('PT404 session_not_found'),
  );
  await db.as(founder)`select public.set_my_mail_stop('check_ins', true)`;
  await queue(bookingId);
  expect(await rowsOf(bookingId)).toMatchObject([{ state: 'skipped' }, {}, {}]);
  const [row] = await answer(founder, bookingId);
  expect(row?.stored).toMatchObject({ ...ANSWER, day: 7, is_released: false });
  await answer(founder, bookingId, 7, { answer: 'no', is_released: true });
  expect((await page(founder, bookingId)).check_ins).toMatchObject([
    { day: 7, answer: 'no', change: '', customers: null, is_released: true },
  ]);
});

test('an answer needs a choice, one line of 200 characters, and whole numbers to a thousand million', async () => {
  const { founder, bookingId } = await heldSession();
  await makeDue(bookingId);
  const refusals = [{ answer: 'maybe' }, {}, { answer: 'yes', change: 'x'.repeat(201) }].map((values) =>
    answer(founder, bookingId, 7, values),
  );
  const numbers = [-1, 1.5, 1_000_000_001, 'many', ''].map((team) =>
    answer(founder, bookingId, 7, { answer: 'yes', team }),
  );
  expect(await outcomes([...refusals, ...numbers])).toEqual([
    'PT422 answer_required',
    'PT422 answer_required',
    'PT422 change_too_long',
    ...Array(5).fill('PT422 number_not_whole'),
  ]);
  await answer(founder, bookingId, 7, { answer: 'yes', team: 1_000_000_000, customers: 0, change: ' a \n b ' });
  expect((await page(founder, bookingId)).check_ins[0]).toMatchObject({
    team: 1_000_000_000,
    customers: 0,
    change: 'a b',
  });
});

test('after a refund there is nothing to answer, and a failed refund brings it back', async () => {
  const { founder, bookingId } = await heldSession();
  await makeDue(bookingId);
  await refund(bookingId);
  expect(await outcomes([answer(founder, bookingId)])).toEqual(['PT409 session_refunded']);
  expect((await page(founder, bookingId)).check_ins).toEqual([]);
  await db.sql`update private.refunds set state = 'failed' where payment_id in (
    select id from private.payments where booking_id = ${bookingId})`;
  await answer(founder, bookingId);
  expect((await page(founder, bookingId)).check_ins).toHaveLength(1);
  await db.sql`delete from private.refunds where state = 'failed'`;
  const missed = await heldSession();
  await makeDue(missed.bookingId);
  await db.sql`update public.bookings set incident = 'founder_no_show' where id = ${missed.bookingId}`;
  expect(await outcomes([answer(missed.founder, missed.bookingId)])).toEqual(['PT409 session_missed']);
});

test('a mentor reads the answers that the founder released, another mentor none, an administrator each, with an entry of the audit log', async () => {
  const { founder, bookingId, mentorId } = await heldSession();
  const [mentor, other] = [await db.addFounder(), await db.addFounder()];
  await linkMentor(mentorId, mentor);
  await linkMentor(await db.addMentor(), other);
  await makeDue(bookingId);
  await answer(founder, bookingId);
  expect((await page(mentor, bookingId)).check_ins).toEqual([]);
  expect((await page(db.admin, bookingId)).check_ins).toMatchObject([ANSWER]);
  await answer(founder, bookingId, 7, { ...ANSWER, is_released: true });
  expect((await page(mentor, bookingId)).check_ins).toMatchObject([ANSWER]);
  await expect(page(other, bookingId)).rejects.toMatchObject({ message: 'session_not_found' });
  const list = (by: string, at = 0) => db.as(by)`select public.list_check_ins(${at}) as list`;
  await expect(list(founder)).rejects.toMatchObject({ code: '42501' });
  const found = (await list(db.admin))[0]?.list;
  expect(found.rows[0]).toMatchObject({ booking_id: bookingId, ...ANSWER });
  expect(found.counts).toMatchObject([{ day: 7 }, { day: 30 }, { day: 90 }]);
  expect(found.counts[0].yes + found.counts[0].partly + found.counts[0].no).toBe(found.total);
  expect((await list(db.admin, 50))[0]?.list.rows).toEqual([]);
  expect(
    await db.sql`select from private.audit_log where table_name = 'check_ins' and changes -> 'people' ? ${founder}`,
  ).not.toEqual([]);
});

test('an e-mail that was sent although the session was not held breaks a rule', async () => {
  const { bookingId } = await heldSession();
  const broken = () =>
    db.sql`select subject from private.invariant_violations where rule = 'check_in_mailed_while_not_held'`;
  await db.sql`update private.check_ins set state = 'sent', sent_at = now() where booking_id = ${bookingId} and day = 7`;
  expect(await broken()).toEqual([]);
  // An absence that is recorded later breaks none.
  await db.sql`update public.bookings set incident = 'founder_no_show' where id = ${bookingId}`;
  expect(await broken()).toEqual([]);
  await db.sql`update private.check_ins set sent_at = now() + interval '1 hour' where booking_id = ${bookingId} and day = 7`;
  expect(await broken()).toEqual([{ subject: bookingId }]);
  await db.sql`delete from private.check_ins where booking_id = ${bookingId}`;
});

test('a mentor with an account is reminded of a missing summary a day after the end, once, unless one is shared or it is stopped', async () => {
  const { bookingId, mentorId } = await heldSession();
  const wanted = async () => (await db.service`select public.summary_wanted_for_jobs(${bookingId}) as id`)[0]?.id;
  const [job] = await jobsOf(bookingId, 'summary_wanted');
  const [end] = await db.sql`
    select (upper(during) at time zone 'Asia/Kolkata' + interval '1 day')::text as at from public.bookings where id = ${bookingId}`;
  expect(job).toEqual(end);
  expect(await wanted()).toBeNull();
  const mentor = await db.addFounder();
  await linkMentor(mentorId, mentor);
  expect(await wanted()).toBe(mentor);
  await db.as(mentor)`select public.set_my_mail_stop('session_summaries', true)`;
  expect(await wanted()).toBeNull();
  await db.as(mentor)`select public.set_my_mail_stop('session_summaries', false)`;
  await db.sql`insert into public.session_summaries (booking_id, body) values (${bookingId}, 'A draft of a summary.')`;
  expect(await wanted()).toBe(mentor);
  await db.sql`update public.session_summaries set shared_at = now() where booking_id = ${bookingId}`;
  expect(await wanted()).toBeNull();
});
