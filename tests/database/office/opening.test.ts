/** The first steps of a new marketplace (docs/product/back-office.md#open-your-marketplace). */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

const opening = async () => {
  const [row] = await db.as(db.admin)`select public.marketplace_opening() as answer`;
  return row?.answer;
};

test('A new marketplace has its categories and nothing else', async () => {
  expect(await opening()).toMatchObject({
    categories: 8,
    mentors: 0,
    first_mentor: null,
    times: 0,
    calendar: 'missing',
    payments: 0,
    logos: 0,
    stories: 0,
    last_sent_at: null,
    is_mail_away: false,
  });
});

test('Only a listed mentor, a time that can be booked and an approved story count as steps done', async () => {
  const mentorId = await db.addMentor();
  await sql`update public.mentors set listing_state = 'draft' where id = ${mentorId}`;
  await sql`insert into public.impact_stories (name, experience) values ('Asha Rao', 'It worked out well.')`;
  expect(await opening()).toMatchObject({ mentors: 0, first_mentor: mentorId, times: 0, stories: 0 });
  await sql`update public.mentors set listing_state = 'listed' where id = ${mentorId}`;
  await sql`update public.impact_stories set is_approved = true`;
  await db.addSlot(mentorId, 2, '10:00', '11:00');
  await db.addSlot(mentorId, 2, '12:00', '13:00');
  await db.addSlot(mentorId, 2, '14:00', '15:00');
  await sql`update public.mentor_availability set hidden_because = 'paused' where start_time = '12:00'`;
  await sql`update public.mentor_availability set date = private.today() - 1 where start_time = '14:00'`;
  expect(await opening()).toMatchObject({ mentors: 1, times: 1, stories: 1 });
});

test('A press on "Send yourself one" is one e-mail a minute, to the administrator who pressed', async () => {
  const mailed = () => sql`select payload, key from private.outbox where payload ->> 'mail' = 'mail_check'`;
  for (let press = 0; press < 2; press += 1) {
    const [row] = await db.as(db.admin)`select public.send_mail_check() as address`;
    const [profile] = await sql`select email from public.profiles where id = ${db.admin}`;
    expect(row?.address).toBe(profile?.email);
  }
  const jobs = await mailed();
  // Two where the minute ended between the presses.
  expect([1, 2]).toContain(jobs.length);
  expect(new Set(jobs.map(({ key }) => key)).size).toBe(jobs.length);
  expect(jobs[0]?.payload).toEqual({ mail: 'mail_check', admin_id: db.admin });
  const [row] = await sql`select private.mail_mail_check(jsonb_build_object('admin_id', ${db.admin}::uuid)) as answer`;
  expect(row?.answer.recipients).toMatchObject([{ role: 'administrator' }]);
  const founder = await db.addFounder();
  const [none] = await sql`select private.mail_mail_check(jsonb_build_object('admin_id', ${founder}::uuid)) as answer`;
  expect(none?.answer ?? null, 'who is no administrator any more gets none').toBeNull();
});

test('The first steps are hidden for all administrators once one of them has hidden them', async () => {
  const isOpening = async () => {
    const [row] = await db.as(db.admin)`select public.admin_overview() -> 'is_opening' as answer`;
    return row?.answer;
  };
  expect(await isOpening()).toBe(true);
  await db.as(db.admin)`select public.hide_marketplace_opening()`;
  expect(await isOpening()).toBe(false);
});

test('A founder neither reads nor hides the first steps, and starts no e-mail', async () => {
  const founder = await db.addFounder();
  for (const name of ['marketplace_opening', 'hide_marketplace_opening', 'send_mail_check'])
    await expect(db.as(founder).unsafe(`select public.${name}()`), name).rejects.toMatchObject({ code: '42501' });
});
