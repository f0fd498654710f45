/** What the back office shows of one booking beside the list. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

const details = async (bookingId: string, by = db.admin) => {
  const [row] = await db.as(by)`select public.booking_details(${bookingId}) as details`;
  return row?.details;
};

test('a booking’s details name its founder, payment, refund and what was sent', async () => {
  const { bookingId, founder, paymentId } = await db.addPaidBooking();
  await sql`
    update public.profiles set startup_name = 'Chai Works', industry = 'Food', idea = 'Tea for offices, delivered hot.'
    where id = ${founder}`;
  await sql`update private.payments set method = 'upi' where id = ${paymentId}`;
  const mail = (event: string, key = bookingId) => sql`
    insert into private.outbox (kind, key, payload, state, finished_at)
    values ('email', ${`booking:${key}:${event}:founder:0`}, '{}', 'done', now())`;
  await mail('submitted');
  await mail('submitted', randomUUID());
  expect(await details(bookingId)).toMatchObject({
    founder: { startup: 'Chai Works', industry: 'Food', idea: 'Tea for offices, delivered hot.', phone: null },
    session_count: 0,
    sessions: [],
    reviews: [],
    mentor_day: [],
    payment: { id: paymentId, amount_paise: 350_000, method: 'upi' },
    refund: null,
    mails: [{ event: 'submitted', role: 'founder', state: 'done', last_error: null }],
  });
  await db.as(db.admin)`select public.reject_booking(${bookingId}, 'mentor_not_suited')`;
  expect(await details(bookingId)).toMatchObject({
    refund: { amount_paise: 350_000, state: 'queued', processed_at: null, failure: null },
  });
});

test('a booking’s details name the founder’s other sessions and reviews, and the mentor’s day', async () => {
  const { bookingId, founder, mentorId } = await db.addPaidBooking();
  const [{ date } = {}] = await sql`select date::text from public.bookings where id = ${bookingId}`;
  for (let day = 1; day <= 6; day += 1) {
    await sql`
      insert into public.bookings (mentor_name, date, start_time, end_time, user_id, status)
      values (${`Mentor ${day}`}, current_date - ${day}::integer, '10:00', '11:00', ${founder}, 'completed')`;
  }
  await sql`
    insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time, user_email, status)
    values (${mentorId}, 'Dev Mentor', ${date}, '18:00', '19:00', 'other@startup.example', 'confirmed'),
      (${mentorId}, 'Dev Mentor', ${date}, '20:00', '21:00', 'gone@startup.example', 'rejected')`;
  await sql`
    with written as (
      insert into public.mentor_reviews (mentor_id, author_name, rating, comment)
      values (${mentorId}, 'Asha', 4, 'Clear advice.') returning id
    )
    insert into private.review_authors (review_id, user_id) select id, ${founder} from written`;
  const found = await details(bookingId);
  expect(found.session_count).toBe(6);
  expect(found.sessions.map(({ mentor_name }: { mentor_name: string }) => mentor_name)).toEqual([
    'Mentor 1',
    'Mentor 2',
    'Mentor 3',
    'Mentor 4',
    'Mentor 5',
  ]);
  expect(found.reviews).toMatchObject([{ mentor_name: 'Dev Mentor', rating: 4, comment: 'Clear advice.' }]);
  expect(found.mentor_day).toMatchObject([
    { user_name: 'other@startup.example', start_time: '18:00:00', status: 'confirmed' },
  ]);
});

test('a booking of a deleted account that nobody paid still has details', async () => {
  const [row] = await sql`
    insert into public.bookings (mentor_name, date, start_time, end_time)
    values ('By Hand', current_date + 9, '03:00', '04:00') returning id`;
  expect(await details(row?.id)).toMatchObject({ founder: null, session_count: 0, payment: null, refund: null });
});

test('only administrators read a booking’s details; of an unknown one there are none', async () => {
  const { bookingId, founder } = await db.addPaidBooking();
  for (const person of [founder, await db.addFounder()]) {
    await expect(details(bookingId, person)).rejects.toThrow('admin_only');
  }
  await expect(details(randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'booking_not_found' });
});
