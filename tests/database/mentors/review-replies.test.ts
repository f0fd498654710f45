/** What a mentor may say about a review, and what stays the founder's and the administrators'. */
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

async function addReviewedMentor(reviews = 1) {
  const [user, mentorId] = await Promise.all([db.addFounder(), db.addMentor()]);
  await sql`
    insert into public.mentor_private (mentor_id, email, user_id) values (${mentorId}, 'm@mentors.example', ${user})`;
  const rows = await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, comment)
    select ${mentorId}, 'Asha R.', 2, 'Too quick.' from generate_series(1, ${reviews}::int) returning id`;
  const ids = rows.map(({ id }) => id as string);
  return { user, mentorId, reviewId: ids[0] as string, ids };
}

const reply = (user: string, reviewId: string, body: string) =>
  db.as(user)`select public.save_reply(${reviewId}, ${body})`;
const remove = (user: string, reviewId: string) => db.as(user)`select public.delete_reply(${reviewId})`;
const report = (user: string, reviewId: string, reason = 'insulting', text: string | null = null) =>
  db.as(user)`select public.report_review(${reviewId}, ${reason}, ${text})`;
const decide = async (mentorId: string, removes: boolean) => {
  const [open] = await sql`select id from public.review_reports where mentor_id = ${mentorId} and state = 'open'`;
  await db.as(db.admin)`select public.decide_report(${open?.id ?? null}, ${removes})`;
  return open?.id as string;
};
const seenBy = async (person: string, reviewId: string) =>
  (await db.as(person)`select body from public.review_replies where review_id = ${reviewId}`).map(({ body }) => body);
const age = (reviewId: string, written: string) =>
  sql`update public.review_replies set created_at = now() - ${written}::interval where review_id = ${reviewId}`;

test('a reply is edited 13 days and 23 hours after it was written, not a second after 14 days', async () => {
  const { user, reviewId } = await addReviewedMentor();
  await reply(user, reviewId, ' Thank you, Asha. ');
  const founder = await db.addFounder();
  expect(await seenBy(founder, reviewId)).toEqual(['Thank you, Asha.']);
  await age(reviewId, '13 days 23 hours');
  await reply(user, reviewId, 'Thank you. Next time I take longer.');
  expect(await seenBy(founder, reviewId)).toEqual(['Thank you. Next time I take longer.']);
  await age(reviewId, '14 days 1 second');
  expect(await outcomes([reply(user, reviewId, 'Too late')])).toEqual(['PT409 reply_final']);
  expect(await seenBy(founder, reviewId)).toEqual(['Thank you. Next time I take longer.']);
  // Deleting it does not begin the days anew.
  await remove(user, reviewId);
  expect(await seenBy(founder, reviewId)).toEqual([]);
  expect(await outcomes([reply(user, reviewId, 'Again')])).toEqual(['PT409 reply_final']);
});

test('a reply that its mentor deleted leaves no text, and may be written again within the days', async () => {
  const { user, reviewId } = await addReviewedMentor();
  await reply(user, reviewId, 'First words');
  await age(reviewId, '3 days');
  await remove(user, reviewId);
  expect(await sql`select body from public.review_replies where review_id = ${reviewId}`).toEqual([{ body: '' }]);
  await reply(user, reviewId, 'Second words');
  const [row] = await sql`
    select body, deleted_at, created_at < now() - interval '2 days' as is_old from public.review_replies
    where review_id = ${reviewId}`;
  expect(row).toEqual({ body: 'Second words', deleted_at: null, is_old: true });
});

test('a reply that an administrator removed is gone for visitors and cannot come back', async () => {
  const { user, reviewId } = await addReviewedMentor();
  await reply(user, reviewId, 'Buy my course');
  await db.as(db.admin)`select public.remove_reply(${reviewId})`;
  await db.as(db.admin)`select public.remove_reply(${reviewId})`;
  expect(await seenBy(await db.addFounder(), reviewId)).toEqual([]);
  await remove(user, reviewId);
  expect(await outcomes([reply(user, reviewId, 'Buy my course')])).toEqual(['PT409 reply_removed']);
  // Also when the mentor deleted it before.
  const second = await addReviewedMentor();
  await reply(second.user, second.reviewId, 'Buy it');
  await remove(second.user, second.reviewId);
  await db.as(db.admin)`select public.remove_reply(${second.reviewId})`;
  expect(await outcomes([reply(second.user, second.reviewId, 'Buy it')])).toEqual(['PT409 reply_removed']);
  expect(await outcomes([db.as(user)`select public.remove_reply(${reviewId})`])).toEqual(['42501 admin_only']);
});

test('a mentor alters neither rating, text nor existence of a review, by any call or past them', async () => {
  const { user, mentorId, reviewId } = await addReviewedMentor();
  const review = () => sql`select * from public.mentor_reviews where id = ${reviewId}`;
  const before = await review();
  const stranger = await addReviewedMentor();
  const attempts = [
    db.as(user)`update public.mentor_reviews set rating = 5, comment = 'Great' where id = ${reviewId} returning id`,
    db.as(user)`delete from public.mentor_reviews where id = ${reviewId} returning id`,
    db.as(user)`insert into public.mentor_reviews (mentor_id, author_name, rating) values (${mentorId}, 'Me', 5)`,
    reply(stranger.user, reviewId, 'Not mine'),
    remove(stranger.user, reviewId),
    report(stranger.user, reviewId),
    db.as(user)`select public.decide_report(gen_random_uuid(), true)`,
    db.as(user)`select public.list_mentor_reviews(${mentorId})`,
  ];
  const ended = await Promise.allSettled(attempts);
  const rows = ended.slice(0, 2).map((one) => one.status === 'fulfilled' && one.value.length);
  expect(rows).toEqual([0, 0]);
  expect(await outcomes(attempts.slice(2))).toEqual([
    expect.stringMatching(/^42501 new row violates row-level security/),
    ...Array(3).fill('PT404 review_not_found'),
    ...Array(2).fill('42501 admin_only'),
  ]);
  await reply(user, reviewId, 'Thanks');
  await report(user, reviewId);
  expect(await review()).toEqual(before);
  // Reported, it stays public until it is decided.
  expect(await db.as(await db.addFounder())`select id from public.mentor_reviews where id = ${reviewId}`).toHaveLength(
    1,
  );
});

test.each([
  ['', 'PT422 reply_length'],
  [' \n ', 'PT422 reply_length'],
  ['x'.repeat(1001), 'PT422 reply_length'],
  ['🙂'.repeat(1000), 'done'],
])('a reply has 1 to 1,000 characters', async (body, ended) => {
  const { user, reviewId } = await addReviewedMentor();
  expect(await outcomes([reply(user, reviewId, body)])).toEqual([ended]);
});

test('a review has one open report, also of two at once, and a mentor at most ten', async () => {
  const { user, mentorId, ids } = await addReviewedMentor(12);
  expect(
    await outcomes([
      report(user, ids[0] as string, 'because'),
      report(user, ids[0] as string, 'other', 'no'),
      report(user, ids[0] as string, 'other', null),
    ]),
  ).toEqual(['PT422 reason_unknown', 'PT422 reason_text_length', 'PT422 reason_text_length']);
  const ended = await outcomes([report(user, ids[0] as string), report(user, ids[0] as string)]);
  expect(ended.sort()).toEqual(['PT409 report_open', 'done']);
  const rest = await outcomes(ids.slice(1).map((id) => report(user, id, 'other', 'He names my home address')));
  expect(rest.filter((end) => end === 'done')).toHaveLength(9);
  expect(rest.filter((end) => end === 'PT429 too_many_reports')).toHaveLength(2);
  await decide(mentorId, false);
  expect(await outcomes([report(user, ids[11] as string, 'insulting')])).not.toEqual(['PT429 too_many_reports']);
});

test('administrators keep or remove a reported review, once, and the mentor is told', async () => {
  for (const removes of [false, true]) {
    const { user, mentorId, reviewId } = await addReviewedMentor();
    await reply(user, reviewId, 'Thanks');
    await report(user, reviewId, 'private_information');
    const reportId = await decide(mentorId, removes);
    expect(await outcomes([db.as(db.admin)`select public.decide_report(${reportId}, true)`])).toEqual([
      'PT409 report_decided',
    ]);
    const left = await sql`select from public.mentor_reviews where id = ${reviewId}`;
    expect(left).toHaveLength(removes ? 0 : 1);
    // The reply goes with its review.
    expect(await sql`select from public.review_replies where review_id = ${reviewId}`).toHaveLength(removes ? 0 : 1);
    const jobs = await sql`select payload from private.outbox where key = ${`report:${reportId}`}`;
    expect(jobs).toHaveLength(1);
    const [facts] = await sql`select private.mail_report_decided(${sql.json(jobs[0]?.payload)}) as facts`;
    expect(facts?.facts).toMatchObject({
      recipients: [{ to: 'm@mentors.example', role: 'mentor' }],
      facts: { state: removes ? 'removed' : 'kept' },
    });
  }
});

test('a review that is removed in another way answers its report, also while it is decided', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { user, mentorId, reviewId } = await addReviewedMentor();
    await report(user, reviewId);
    const ended = await outcomes([
      db.as(db.admin)`delete from public.mentor_reviews where id = ${reviewId}`,
      decide(mentorId, true),
      report(user, reviewId),
    ]);
    expect(ended.filter((end) => end.startsWith('40'))).toEqual([]);
    const reports = await sql`select state from public.review_reports where mentor_id = ${mentorId}`;
    expect(reports).toEqual([{ state: 'removed' }]);
  }
  const { user, mentorId, reviewId } = await addReviewedMentor();
  await report(user, reviewId);
  await sql`delete from public.mentors where id = ${mentorId}`;
  expect(await sql`select from public.review_reports where mentor_id = ${mentorId}`).toHaveLength(0);
});

test('a new review is told to its mentor, unless they chose otherwise', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await sql`insert into public.mentor_private (mentor_id, email) values (${mentorId}, 'm@mentors.example')`;
  const [written] = await db.submitReview(founder, bookingId, 4, 'Found the hole.');
  const jobs = await sql`select payload from private.outbox where key = ${`review:${written?.review_id}`}`;
  expect(jobs).toHaveLength(1);
  const facts = async () =>
    (await sql`select private.mail_new_review(${sql.json(jobs[0]?.payload)}) as facts`)[0]?.facts;
  expect(await facts()).toMatchObject({ facts: { rating: 4, comment: 'Found the hole.', has_account: false } });
  await sql`
    update public.mentor_settings set notifications = notifications || '{"new_review": false}'
    where mentor_id = ${mentorId}`;
  expect(await facts()).toBeNull();
});

test('replies and reports are in the audit log, without their words', async () => {
  const { user, reviewId } = await addReviewedMentor();
  await reply(user, reviewId, 'Secret words of a reply');
  await report(user, reviewId, 'other', 'Secret words of a report');
  await db.as(db.admin)`select public.remove_reply(${reviewId})`;
  const entries = await sql`
    select actor, action, table_name, changes from private.audit_log
    where table_name in ('review_replies', 'review_reports') and (row_id = ${reviewId} or actor = ${user}) order by id`;
  expect(entries.map(({ actor, action, table_name }) => [actor, action, table_name])).toEqual([
    [user, 'insert', 'review_replies'],
    [user, 'insert', 'review_reports'],
    [db.admin, 'update', 'review_replies'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('Secret words');
});
