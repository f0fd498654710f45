/** One review a session that took place, and what it does to the mentor's rating. */
import { expect, test } from 'vitest';
import { claimsOf } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { rehearse } from '#tests/kit/personas.ts';

const db = provideDatabase({ checksInvariants: true });

function mine(founder: string) {
  return db.as(founder)`select * from public.my_session_reviews()`;
}

/** Another completed session of the same mentor. */
let daysAgo = 1;

async function anotherSessionOf(mentorId: string) {
  const founder = await db.addFounder();
  const slot = await db.addSlot(mentorId, 3, '12:00', '13:00');
  const { bookingId } = await db.buy(founder, slot);
  await db.setStatus(db.admin, bookingId, 'confirmed');
  // Each on a day of its own: two sessions of a mentor cannot be at one time.
  daysAgo += 1;
  await db.startIn(bookingId, -24 * daysAgo);
  await db.completeSessions();
  await db.sql`delete from public.mentor_availability where mentor_id = ${mentorId}`;
  return { founder, bookingId };
}

test('a founder reviews a session that took place, and everybody reads it under a name that says little', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await db.sql`update public.profiles set name = ' Asha  Devi Rao ' where id = ${founder}`;
  expect(await mine(founder)).toMatchObject([
    { booking_id: bookingId, can_review: true, review_id: null, is_removed: false },
  ]);
  const [written] = await db.submitReview(founder, bookingId, 4, '  Found the hole in my funnel. ');
  expect(written).toMatchObject({ rating: 4, comment: 'Found the hole in my funnel.' });
  const shown = await db.as(await db.addFounder())`
    select author_name, rating, comment, is_demonstration from public.mentor_reviews where mentor_id = ${mentorId}`;
  expect(shown).toEqual([
    { author_name: 'Asha R.', rating: 4, comment: 'Found the hole in my funnel.', is_demonstration: false },
  ]);
  expect(await mine(founder)).toMatchObject([
    { can_review: false, review_id: written?.review_id, rating: 4, is_removed: false },
  ]);
});

test.each([
  ['Asha', 'Asha'],
  ['', 'Founder'],
  ['asha@startup.example', 'Founder'],
  ['of the address', 'Founder'],
])('a founder called “%s” signs as %s', async (name, author) => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await db.sql`
    update public.profiles
    set name = case when ${name} = 'of the address' then split_part(email, '@', 1) else ${name} end
    where id = ${founder}`;
  await db.submitReview(founder, bookingId);
  const [row] = await db.sql`
    select author_name from public.mentor_reviews where mentor_id = ${mentorId}`;
  expect(row?.author_name).toBe(author);
});

test('a founder reviews once, also with two clicks at once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
    const ended = await outcomes([db.submitReview(founder, bookingId, 5), db.submitReview(founder, bookingId, 1)]);
    expect(ended.sort()).toEqual(['PT409 already_reviewed', 'done']);
    expect((await db.mentorOf(mentorId)).reviews).toBe(1);
  }
});

test('a founder reviews nothing that is not theirs, or did not take place', async () => {
  const completed = await db.addPaidBookingIn(-3, 'completed');
  const confirmed = await db.addPaidBookingIn(-3);
  const ahead = await db.addPaidBookingIn(3, 'completed');
  const absent = await db.addPaidBookingIn(-3, 'completed');
  await db.recordIncident(absent.bookingId, 'founder_no_show');
  const stranger = await db.addFounder();
  expect(
    await outcomes([
      db.submitReview(stranger, completed.bookingId),
      db.submitReview(db.admin, completed.bookingId),
      db.submitReview(completed.founder, crypto.randomUUID()),
      db.submitReview(confirmed.founder, confirmed.bookingId),
      db.submitReview(ahead.founder, ahead.bookingId),
      db.submitReview(absent.founder, absent.bookingId),
      db.submitReview(completed.founder, completed.bookingId, 0),
      db.submitReview(completed.founder, completed.bookingId, 6),
      db.submitReview(completed.founder, completed.bookingId, 5, 'x'.repeat(2001)),
    ]),
  ).toEqual([
    'PT404 booking_not_found',
    'PT404 booking_not_found',
    'PT404 booking_not_found',
    'PT409 session_not_held',
    'PT409 session_not_held',
    'PT409 session_not_held',
    'PT422 rating_not_valid',
    'PT422 rating_not_valid',
    'PT422 comment_too_long',
  ]);
  expect(await mine(absent.founder)).toMatchObject([{ can_review: false }]);
  expect(await mine(stranger)).toEqual([]);
});

test('a founder writes no review past the function', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await expect(
    db.as(founder)`
      insert into public.mentor_reviews (mentor_id, author_name, rating) values (${mentorId}, 'Asha', 5)`,
  ).rejects.toMatchObject({ code: '42501' });
  await db.submitReview(founder, bookingId);
  for (const act of ['update public.mentor_reviews set rating = 1', 'delete from public.mentor_reviews']) {
    await db.as(founder).unsafe(`${act} where mentor_id = '${mentorId}'`);
  }
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 5, reviews: 1 });
});

test('the rating of a mentor without any is the founders’ own average', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.5, reviews: 0 });
  await db.submitReview(founder, bookingId, 3);
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 3, reviews: 1 });
  const other = await anotherSessionOf(mentorId);
  await db.submitReview(other.founder, other.bookingId, 4);
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 3.5, reviews: 2 });
});

test('the rating of the catalogue weighs as many reviews as it says, and small steps add up', async () => {
  const { mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await db.sql`update public.mentors set rating = 4.8, reviews = 49 where id = ${mentorId}`;
  await db.sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration)
    values (${mentorId}, 'Ruchi Z.', 5, true)`;
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.8, reviews: 49 });
  for (let count = 1; count <= 3; count += 1) {
    const { founder, bookingId } = await anotherSessionOf(mentorId);
    await db.submitReview(founder, bookingId, 4);
  }
  // (4.8 × 49 + 4 × 3) ÷ 52 = 4.754; rounded at each step it would have stayed at 4.8.
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.8, reviews: 52 });
  const { founder, bookingId } = await anotherSessionOf(mentorId);
  await db.submitReview(founder, bookingId, 4);
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.7, reviews: 53 });
});

test('the mentor’s rating counts both of two reviews at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
    const other = await anotherSessionOf(mentorId);
    expect(
      await outcomes([db.submitReview(founder, bookingId, 5), db.submitReview(other.founder, other.bookingId, 2)]),
    ).toEqual(['done', 'done']);
    expect(await db.mentorOf(mentorId)).toEqual({ rating: 3.5, reviews: 2 });
  }
});

test('the mentor’s rating does not warn an administrator who has the mentor open', async () => {
  const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
  const seen = async () => (await db.sql`select updated_at from public.mentors where id = ${mentorId}`)[0]?.updated_at;
  const before = await seen();
  await db.submitReview(founder, bookingId, 2);
  expect(await seen()).toEqual(before);
  await db.sql`update public.mentors set price = 5000 where id = ${mentorId}`;
  expect(await seen()).not.toEqual(before);
});

const moderate = (statement: string) => db.as(db.admin).unsafe(statement);

test('an administrator removes a review: the rating goes back, and it is not written again', async () => {
  const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
  await db.sql`update public.mentors set rating = 4.0, reviews = 4 where id = ${mentorId}`;
  const [written] = await db.submitReview(founder, bookingId, 1, 'Spam.');
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 3.4, reviews: 5 });
  await moderate(`delete from public.mentor_reviews where id = '${written?.review_id}'`);
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4, reviews: 4 });
  expect(await outcomes([db.submitReview(founder, bookingId)])).toEqual(['PT409 already_reviewed']);
  expect(await mine(founder)).toMatchObject([{ can_review: false, is_removed: true, review_id: null }]);
  const log = await db.as(db.admin)`select * from public.list_audit_log(20)`;
  expect(log).toContainEqual(
    expect.objectContaining({ actor: db.admin, action: 'delete', table_name: 'mentor_reviews' }),
  );
});

test('an administrator sees which reviews count in the rating, a page at a time', async () => {
  const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
  await db.sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration, created_at)
    values (${mentorId}, 'Ruchi Z.', 5, true, now() - interval '1 day')`;
  await db.submitReview(founder, bookingId, 2, 'Late.');
  const list = (offset: number) => db.as(db.admin)`select * from public.list_mentor_reviews(${mentorId}, 1, ${offset})`;
  expect(await list(0)).toMatchObject([{ rating: 2, comment: 'Late.', is_counted: true, total_count: '2' }]);
  expect(await list(1)).toMatchObject([
    { author_name: 'Ruchi Z.', is_counted: false, is_demonstration: true, total_count: '2' },
  ]);
  expect(await outcomes([db.as(founder)`select * from public.list_mentor_reviews(${mentorId})`])).toEqual([
    '42501 admin_only',
  ]);
});

test('an administrator corrects a review: the rating follows', async () => {
  const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
  const [written] = await db.submitReview(founder, bookingId, 1);
  await moderate(`update public.mentor_reviews set rating = 5 where id = '${written?.review_id}'`);
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 5, reviews: 1 });
});

test('an administrator removes a review of the catalogue: its figures stay', async () => {
  const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
  await db.sql`update public.mentors set rating = 4.8, reviews = 10 where id = ${mentorId}`;
  const [demo] = await db.sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration)
    values (${mentorId}, 'Ruchi Z.', 5, true) returning id`;
  await db.submitReview(founder, bookingId, 5);
  await moderate(`delete from public.mentor_reviews where id = '${demo?.id}'`);
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.8, reviews: 11 });
});

test('a session recorded as not held loses its review, and another time is reviewed anew', async () => {
  const { mentorId, founder, bookingId, paymentId } = await db.addPaidBookingIn(-3, 'completed');
  await db.submitReview(founder, bookingId, 1, 'Nobody came.');
  const to = await db.addSlot(mentorId, 4, '15:00', '16:00');
  await db.recordIncident(bookingId, 'mentor_no_show', { to });
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.5, reviews: 0 });
  await db.startIn(bookingId, -2);
  await db.completeSessions();
  await db.submitReview(founder, bookingId, 5, 'Worth the wait.');
  expect(await db.mentorOf(mentorId)).toEqual({ rating: 5, reviews: 1 });
  expect(await db.refundsOf(paymentId)).toEqual([]);
});

test('an absence recorded while the founder writes a review: a refunded session has no review', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { mentorId, founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
    const [recorded, written] = await outcomes([
      db.recordIncident(bookingId, 'mentor_no_show'),
      db.submitReview(founder, bookingId, 5),
    ]);
    expect(recorded).toBe('done');
    expect(['done', 'PT409 session_not_held']).toContain(written);
    expect(await db.mentorOf(mentorId)).toEqual({ rating: 4.5, reviews: 0 });
  }
});

test('an administrator deletes a mentor with reviews of sessions', async () => {
  // Without a payment: a mentor with earnings is not deleted.
  const founder = await db.addFounder();
  const { id: bookingId, mentorId } = await db.addBooking({ owner: founder, status: 'completed' });
  await db.startIn(bookingId, -3);
  await db.submitReview(founder, bookingId);
  await db.as(db.admin)`select public.delete_mentor(${mentorId})`;
  expect(await db.sql`select from public.mentors where id = ${mentorId}`).toHaveLength(0);
  expect(await mine(founder)).toMatchObject([{ can_review: false }]);
});

test('a review offers its author’s account to nobody, and would with the column that it had (negative control)', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await db.submitReview(founder, bookingId, 4, 'Found the hole in my funnel.');
  const readAll = (who: string, mutation = 'select') =>
    rehearse(db.sql, async (sql) => {
      await sql.unsafe(mutation);
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(who))}, true)`;
      await sql`set local role authenticated`;
      return JSON.stringify([
        await sql`select to_jsonb(r) as row from public.mentor_reviews r where r.mentor_id = ${mentorId}`,
        who === db.admin ? await sql`select to_jsonb(r) as row from public.list_mentor_reviews(${mentorId}) r` : [],
      ]);
    });
  for (const who of [await db.addFounder(), db.admin]) {
    expect(await readAll(who)).toContain('Found the hole in my funnel.');
    expect(await readAll(who)).not.toContain(founder);
    const restored = `
      alter table public.mentor_reviews add column user_id uuid;
      update public.mentor_reviews r set user_id = a.user_id from private.review_authors a where a.review_id = r.id`;
    expect(await readAll(who, restored)).toContain(founder);
  }
  const [author] = await db.sql`
    select a.user_id from private.review_authors a join private.session_reviews s using (review_id)
    where s.booking_id = ${bookingId}`;
  expect(author?.user_id).toBe(founder);
});

/** All reviews of one kind, by pages of ten, as a visitor reads them. */
async function pagesOf(mentorId: string, isOfSession: boolean) {
  const read: { id: string; rating: number; created_at: string }[] = [];
  for (;;) {
    const last = read.at(-1);
    const page = await db.sql`
      select id, rating, created_at::text from public.mentor_reviews_page(
        ${mentorId}, ${isOfSession}, ${last?.created_at ?? null}::text::timestamptz, ${last?.id ?? null})`;
    expect(page.length).toBeLessThanOrEqual(10);
    read.push(...(page as unknown as typeof read));
    if (page.length < 10) return read;
  }
}

test('the pages of reviews from sessions hold as many as their count says, with their average, after random histories', async () => {
  for (let round = 0; round < 4; round += 1) {
    const mentorId = await db.addMentor();
    const carried = Math.floor(Math.random() * 30);
    await db.sql`update public.mentors set rating = 4.7, reviews = ${carried} where id = ${mentorId}`;
    // Several at one moment, so that a page may end between them.
    await db.sql`
      insert into public.mentor_reviews (mentor_id, author_name, rating, is_of_session, created_at)
      select ${mentorId}, 'Founder', 1 + (random() * 4)::integer, n % 3 > 0, now() - (n / 4) * interval '1 day'
      from generate_series(1, ${Math.floor(Math.random() * 60)}::integer) n`;
    await db.sql`
      insert into private.session_reviews (booking_id, review_id)
      select gen_random_uuid(), r.id from public.mentor_reviews r where r.mentor_id = ${mentorId} and r.is_of_session`;
    await db.sql`delete from public.mentor_reviews r where r.mentor_id = ${mentorId} and random() < 0.2`;
    const [row] = await db.sql`select public.mentor_ratings(${mentorId}) as ratings`;
    const { sessions, carried: earlier } = row?.ratings ?? {};
    const [ofSessions, others] = [await pagesOf(mentorId, true), await pagesOf(mentorId, false)];
    expect(new Set(ofSessions.map(({ id }) => id)).size).toBe(sessions.count);
    expect(ofSessions.length).toBe(sessions.count);
    const average = ofSessions.reduce((sum, { rating }) => sum + rating, 0) / ofSessions.length;
    expect(sessions.rating).toBe(ofSessions.length > 0 ? Math.round(average * 10 + 1e-9) / 10 : null);
    expect(sessions.reviews.map(({ id }: { id: string }) => id)).toEqual(ofSessions.slice(0, 10).map(({ id }) => id));
    expect(earlier).toMatchObject({ count: carried, rating: carried > 0 ? 4.7 : null, written: others.length });
    expect((await db.mentorOf(mentorId)).reviews).toBe(carried + sessions.count);
  }
});

test('no client makes a review one of a session, or takes that away, though it may write every column', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  const [written] = await db.submitReview(founder, bookingId);
  const ofSession = async () =>
    (
      await db.sql`select is_of_session from public.mentor_reviews where mentor_id = ${mentorId} order by created_at`
    ).map((row) => row.is_of_session);
  expect(await ofSession()).toEqual([true]);
  await db.as(db.admin)`
    insert into public.mentor_reviews (mentor_id, author_name, rating, is_of_session) values (${mentorId}, 'Ravi', 5, true)`;
  await db.as(db.admin)`update public.mentor_reviews set is_of_session = true where mentor_id = ${mentorId}`;
  expect(await ofSession()).toEqual([true, false]);
  await db.as(db.admin)`
    update public.mentor_reviews set is_of_session = false, comment = 'Mended.' where id = ${written?.review_id}`;
  expect(await ofSession()).toEqual([true, false]);
  // With the rule removed, an administrator could.
  await rehearse(db.sql, async (sql) => {
    await sql`drop trigger guard_review_origin on public.mentor_reviews`;
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(db.admin))}, true)`;
    await sql`set local role authenticated`;
    await sql`update public.mentor_reviews set is_of_session = true where mentor_id = ${mentorId}`;
    const [row] = await sql`
      select bool_and(is_of_session) as forged from public.mentor_reviews where mentor_id = ${mentorId}`;
    expect(row?.forged).toBe(true);
  });
});
