/** One review a session that took place, and what it does to the mentor's rating. */
import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSessionDesk, outcomes, type SessionDesk } from './session-desk.ts';

let desk: SessionDesk;
beforeAll(async () => {
  desk = await openSessionDesk();
});
afterEach(async () => {
  expect(await desk.market.violations()).toEqual([]);
});
afterAll(() => desk.market.close());

function mine(founder: string) {
  return desk.as(founder, (as) => as`select * from public.my_session_reviews()`);
}

/** Another completed session of the same mentor. */
async function anotherSessionOf(mentorId: string) {
  const founder = await desk.market.addFounder();
  const slot = await desk.market.addSlot(mentorId, 3, '12:00', '13:00');
  const { bookingId } = await desk.market.buy(founder, slot);
  await desk.setStatus(desk.admin, bookingId, 'confirmed');
  await desk.startsIn(bookingId, -24 * randomInt(2, 1000));
  await desk.completeSessions();
  await desk.market.sql`delete from public.mentor_availability where mentor_id = ${mentorId}`;
  return { founder, bookingId };
}

describe('a founder', () => {
  test('reviews a session that took place, and everybody reads it under a name that says little', async () => {
    const { founder, bookingId, mentorId } = await desk.aSession(-3, 'completed');
    await desk.market.sql`update public.profiles set name = ' Asha  Devi Rao ' where id = ${founder}`;
    expect(await mine(founder)).toMatchObject([
      { booking_id: bookingId, can_review: true, review_id: null, is_removed: false },
    ]);
    const [written] = await desk.review(founder, bookingId, 4, '  Found the hole in my funnel. ');
    expect(written).toMatchObject({ rating: 4, comment: 'Found the hole in my funnel.' });
    const shown = await desk.as(
      await desk.market.addFounder(),
      (as) => as`
        select author_name, rating, comment, is_demonstration from public.mentor_reviews where mentor_id = ${mentorId}`,
    );
    expect(shown).toEqual([
      {
        author_name: 'Asha R.',
        rating: 4,
        comment: 'Found the hole in my funnel.',
        is_demonstration: false,
      },
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
  ])('called “%s” signs as %s', async (name, author) => {
    const { founder, bookingId, mentorId } = await desk.aSession(-3, 'completed');
    await desk.market.sql`
      update public.profiles set name = case when ${name} = 'of the address' then split_part(email, '@', 1) else ${name} end
      where id = ${founder}`;
    await desk.review(founder, bookingId);
    const [row] = await desk.market.sql`
      select author_name from public.mentor_reviews where mentor_id = ${mentorId}`;
    expect(row?.author_name).toBe(author);
  });

  test('reviews once, also with two clicks at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { founder, bookingId, mentorId } = await desk.aSession(-3, 'completed');
      const ended = await outcomes([desk.review(founder, bookingId, 5), desk.review(founder, bookingId, 1)]);
      expect(ended.sort()).toEqual(['PT409 already_reviewed', 'done']);
      expect((await desk.mentorOf(mentorId)).reviews).toBe(1);
    }
  });

  test('reviews nothing that is not theirs, or did not take place', async () => {
    const completed = await desk.aSession(-3, 'completed');
    const confirmed = await desk.aSession(-3);
    const ahead = await desk.aSession(3, 'completed');
    const absent = await desk.aSession(-3, 'completed');
    await desk.record(absent.bookingId, 'founder_no_show');
    const stranger = await desk.market.addFounder();
    expect(
      await outcomes([
        desk.review(stranger, completed.bookingId),
        desk.review(desk.admin, completed.bookingId),
        desk.review(completed.founder, crypto.randomUUID()),
        desk.review(confirmed.founder, confirmed.bookingId),
        desk.review(ahead.founder, ahead.bookingId),
        desk.review(absent.founder, absent.bookingId),
        desk.review(completed.founder, completed.bookingId, 0),
        desk.review(completed.founder, completed.bookingId, 6),
        desk.review(completed.founder, completed.bookingId, 5, 'x'.repeat(2001)),
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

  test('writes no review past the function', async () => {
    const { founder, bookingId, mentorId } = await desk.aSession(-3, 'completed');
    await expect(
      desk.as(
        founder,
        (as) => as`
          insert into public.mentor_reviews (mentor_id, author_name, rating) values (${mentorId}, 'Asha', 5)`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await desk.review(founder, bookingId);
    for (const act of ['update public.mentor_reviews set rating = 1', 'delete from public.mentor_reviews']) {
      await desk.as(founder, (as) => as.unsafe(`${act} where mentor_id = '${mentorId}'`));
    }
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 5, reviews: 1 });
  });
});

describe('the mentor’s rating', () => {
  test('of a mentor without any is the founders’ own average', async () => {
    const { founder, bookingId, mentorId } = await desk.aSession(-3, 'completed');
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.5, reviews: 0 });
    await desk.review(founder, bookingId, 3);
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 3, reviews: 1 });
    const other = await anotherSessionOf(mentorId);
    await desk.review(other.founder, other.bookingId, 4);
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 3.5, reviews: 2 });
  });

  test('of the catalogue weighs as many reviews as it says, and small steps add up', async () => {
    const { mentorId } = await desk.aSession(-3, 'completed');
    await desk.market.sql`update public.mentors set rating = 4.8, reviews = 49 where id = ${mentorId}`;
    await desk.market.sql`
      insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration)
      values (${mentorId}, 'Ruchi Z.', 5, true)`;
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.8, reviews: 49 });
    for (let count = 1; count <= 3; count += 1) {
      const { founder, bookingId } = await anotherSessionOf(mentorId);
      await desk.review(founder, bookingId, 4);
    }
    // (4.8 × 49 + 4 × 3) ÷ 52 = 4.754; rounded at each step it would have stayed at 4.8.
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.8, reviews: 52 });
    const { founder, bookingId } = await anotherSessionOf(mentorId);
    await desk.review(founder, bookingId, 4);
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.7, reviews: 53 });
  });

  test('counts both of two reviews at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
      const other = await anotherSessionOf(mentorId);
      expect(
        await outcomes([desk.review(founder, bookingId, 5), desk.review(other.founder, other.bookingId, 2)]),
      ).toEqual(['done', 'done']);
      expect(await desk.mentorOf(mentorId)).toEqual({ rating: 3.5, reviews: 2 });
    }
  });

  test('does not warn an administrator who has the mentor open', async () => {
    const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
    const seen = async () =>
      (await desk.market.sql`select updated_at from public.mentors where id = ${mentorId}`)[0]?.updated_at;
    const before = await seen();
    await desk.review(founder, bookingId, 2);
    expect(await seen()).toEqual(before);
    await desk.market.sql`update public.mentors set price = 5000 where id = ${mentorId}`;
    expect(await seen()).not.toEqual(before);
  });
});

describe('an administrator', () => {
  const moderate = (statement: string) => desk.as(desk.admin, (as) => as.unsafe(statement));

  test('removes a review: the rating goes back, and it is not written again', async () => {
    const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
    await desk.market.sql`update public.mentors set rating = 4.0, reviews = 4 where id = ${mentorId}`;
    const [written] = await desk.review(founder, bookingId, 1, 'Spam.');
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 3.4, reviews: 5 });
    await moderate(`delete from public.mentor_reviews where id = '${written?.review_id}'`);
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4, reviews: 4 });
    expect(await outcomes([desk.review(founder, bookingId)])).toEqual(['PT409 already_reviewed']);
    expect(await mine(founder)).toMatchObject([{ can_review: false, is_removed: true, review_id: null }]);
    const log = await desk.as(desk.admin, (as) => as`select * from public.list_audit_log(20)`);
    expect(log).toContainEqual(
      expect.objectContaining({ actor: desk.admin, action: 'delete', table_name: 'mentor_reviews' }),
    );
  });

  test('sees which reviews count in the rating, a page at a time', async () => {
    const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
    await desk.market.sql`
      insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration, created_at)
      values (${mentorId}, 'Ruchi Z.', 5, true, now() - interval '1 day')`;
    await desk.review(founder, bookingId, 2, 'Late.');
    const list = (offset: number) =>
      desk.as(desk.admin, (as) => as`select * from public.list_mentor_reviews(${mentorId}, 1, ${offset})`);
    expect(await list(0)).toMatchObject([
      { rating: 2, comment: 'Late.', is_counted: true, total_count: '2' },
    ]);
    expect(await list(1)).toMatchObject([
      { author_name: 'Ruchi Z.', is_counted: false, is_demonstration: true, total_count: '2' },
    ]);
    await expect(
      desk.as(founder, (as) => as`select * from public.list_mentor_reviews(${mentorId})`),
    ).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
  });

  test('corrects a review: the rating follows', async () => {
    const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
    const [written] = await desk.review(founder, bookingId, 1);
    await moderate(`update public.mentor_reviews set rating = 5 where id = '${written?.review_id}'`);
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 5, reviews: 1 });
  });

  test('removes a review of the catalogue: its figures stay', async () => {
    const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
    await desk.market.sql`update public.mentors set rating = 4.8, reviews = 10 where id = ${mentorId}`;
    const [demo] = await desk.market.sql`
      insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration)
      values (${mentorId}, 'Ruchi Z.', 5, true) returning id`;
    await desk.review(founder, bookingId, 5);
    await moderate(`delete from public.mentor_reviews where id = '${demo?.id}'`);
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.8, reviews: 11 });
  });

  test('records that the session did not take place: its review goes, and another time is reviewed anew', async () => {
    const { mentorId, founder, bookingId, paymentId } = await desk.aSession(-3, 'completed');
    await desk.review(founder, bookingId, 1, 'Nobody came.');
    const to = await desk.market.addSlot(mentorId, 4, '15:00', '16:00');
    await desk.record(bookingId, 'mentor_no_show', { to });
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.5, reviews: 0 });
    await desk.startsIn(bookingId, -2);
    await desk.completeSessions();
    await desk.review(founder, bookingId, 5, 'Worth the wait.');
    expect(await desk.mentorOf(mentorId)).toEqual({ rating: 5, reviews: 1 });
    expect(await desk.market.refundsOf(paymentId)).toEqual([]);
  });

  test('records it while the founder writes: no review of a session that was refunded', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
      const [recorded, written] = await outcomes([
        desk.record(bookingId, 'mentor_no_show'),
        desk.review(founder, bookingId, 5),
      ]);
      expect(recorded).toBe('done');
      expect(['done', 'PT409 session_not_held']).toContain(written);
      expect(await desk.mentorOf(mentorId)).toEqual({ rating: 4.5, reviews: 0 });
    }
  });

  test('deletes a mentor with reviews of sessions', async () => {
    const { mentorId, founder, bookingId } = await desk.aSession(-3, 'completed');
    await desk.review(founder, bookingId);
    await desk.as(desk.admin, (as) => as`select public.delete_mentor(${mentorId})`);
    expect(await desk.market.sql`select from public.mentors where id = ${mentorId}`).toHaveLength(0);
    expect(await mine(founder)).toMatchObject([{ can_review: false }]);
  });
});
