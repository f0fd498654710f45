/** One row of everything, so that each policy has something to show or to hide. */
import type postgres from 'postgres';
import { createBuilders } from '#tests/kit/builders.ts';
import { people, seedPeople } from '#tests/kit/personas.ts';

/** The mentor's address: must never reach anyone but an administrator. */
export const mentorEmail = 'dev.mentor@private.example';

function id(digit: string): string {
  return `00000000-0000-4000-8000-00000000000${digit}`;
}

export const rowIds = {
  mentor: id('1'),
  otherMentor: id('2'),
  category: 'c0000000-0000-4000-8000-000000000001',
  otherCategory: 'c0000000-0000-4000-8000-000000000002',
  unusedCategory: 'c0000000-0000-4000-8000-000000000009',
  slot: id('3'),
  review: id('4'),
  otherReview: '00000000-0000-4000-8000-000000000021',
  thirdReview: '00000000-0000-4000-8000-000000000022',
  report: '00000000-0000-4000-8000-000000000023',
  draft: '00000000-0000-4000-8000-000000000024',
  founderBooking: id('5'),
  otherBooking: id('6'),
  application: id('7'),
  approvedStory: id('8'),
  pendingStory: id('9'),
  testimonial: id('a'),
  podcast: id('b'),
  draftPodcast: id('c'),
  logo: id('d'),
  request: id('e'),
  newRow: id('f'),
  idleMentor: '00000000-0000-4000-8000-000000000010',
  /** With an address, and no account. */
  addressedMentor: '00000000-0000-4000-8000-000000000025',
  mentorsBooking: '00000000-0000-4000-8000-000000000011',
  sentTime: '00000000-0000-4000-8000-000000000014',
  draftTime: '00000000-0000-4000-8000-000000000015',
  item: '00000000-0000-4000-8000-000000000012',
  otherItem: '00000000-0000-4000-8000-000000000013',
  hiddenSlot: '00000000-0000-4000-8000-000000000014',
  timeOff: '00000000-0000-4000-8000-000000000015',
};

export const buckets = ['mentor_images', 'video_testimonials', 'partner_logos'] as const;

/** A file in the folder of portraits, in each bucket. */
export const portrait = 'mentors/portrait-640.webp';

/** Fills a fresh database. `sql` is the superuser's. */
export async function seedPolicyFixtures(sql: postgres.Sql): Promise<void> {
  await seedPeople(sql);
  // An account whose profile is missing, for whoever tries to write one.
  const { addPerson, addMentor, linkMentor, addSlot, addBooking } = createBuilders(sql);
  await addPerson({ id: rowIds.newRow, email: 'new@startup.example' });
  await sql`delete from public.profiles where id = ${rowIds.newRow}`;
  const { founder, otherFounder, mentor, otherMentor } = people;
  await addMentor({ id: rowIds.mentor, name: 'Dev Mentor', price: 3500, email: mentorEmail });
  await addMentor({ id: rowIds.otherMentor, name: 'Isha Mentor', price: 5000 });
  await addMentor({ id: rowIds.idleMentor, name: 'Uma Mentor', price: 5000 });
  await addMentor({ id: rowIds.addressedMentor, name: 'Lata Mentor', price: 5000, email: 'lata@private.example' });
  await sql`update public.mentors set listing_state = 'draft' where id = ${rowIds.otherMentor}`;
  await linkMentor(rowIds.mentor, mentor.id);
  await linkMentor(rowIds.otherMentor, otherMentor.id);
  await sql`
    insert into public.mentor_categories (mentor_id, category_id) values
      (${rowIds.mentor}, ${rowIds.category}), (${rowIds.otherMentor}, ${rowIds.otherCategory})`;
  await sql`
    insert into public.categories (id, name, icon, order_index) values (${rowIds.unusedCategory}, 'Unused', 'scale', 9)`;
  await addSlot({ id: rowIds.slot, mentorId: rowIds.mentor, daysAhead: 2 });
  await addSlot({ id: rowIds.hiddenSlot, mentorId: rowIds.mentor, daysAhead: 20 });
  await sql`update public.mentor_availability set hidden_because = 'calendar' where id = ${rowIds.hiddenSlot}`;
  await sql`
    insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
    values (${rowIds.mentor}, 0, 600, 660)`;
  await sql`
    insert into public.mentor_date_overrides (mentor_id, date, ranges) values (${rowIds.mentor}, '2099-01-01', '{}')`;
  await sql`
    insert into public.mentor_time_off (id, mentor_id, first_day, last_day)
    values (${rowIds.timeOff}, ${rowIds.mentor}, '2099-01-02', '2099-01-03')`;
  await sql`
    insert into public.mentor_reviews (id, mentor_id, author_name, rating, comment)
    values (${rowIds.review}, ${rowIds.mentor}, 'Asha', 5, 'Helped.')`;
  await sql`
    insert into public.mentor_reviews (id, mentor_id, author_name, rating, comment) values
      (${rowIds.otherReview}, ${rowIds.mentor}, 'Ravi', 4, 'Useful.'),
      (${rowIds.thirdReview}, ${rowIds.mentor}, 'Tara', 3, '')`;
  await sql`
    insert into public.review_replies (review_id, mentor_id, body, removed_at) values
      (${rowIds.review}, ${rowIds.mentor}, 'Thank you.', null), (${rowIds.otherReview}, ${rowIds.mentor}, 'No.', now())`;
  await sql`
    insert into public.review_reports (id, review_id, mentor_id, reason)
    values (${rowIds.report}, ${rowIds.otherReview}, ${rowIds.mentor}, 'insulting')`;
  await sql`
    insert into public.mentor_drafts (id, mentor_id, fields) values (${rowIds.draft}, ${rowIds.mentor}, '{"city":"Goa"}')`;
  await sql`
    insert into public.public_counters (mentors, founders, sessions_held, verified_stories, is_demonstration, counted_at)
    values (7, 1, 1, 1, false, now())`;
  await sql`
    insert into public.promise_days (
      day, is_demonstration, requests, answered_in_time, unanswered, unanswered_refunded, answer_hours, sessions, held,
      mentor_missed, founder_missed, cancelled, refunds, refunds_in_time, asked, answered, helped)
    values ('2026-01-01', false, 5, 4, 1, 1, '{}', 3, 3, 0, 0, 0, 1, 1, 1, 1, 1)`;
  await sql`insert into private.review_authors (review_id, user_id) values (${rowIds.review}, ${founder.id})`;
  for (const [bookingId, owner, daysAhead] of [
    [rowIds.founderBooking, founder, 3],
    [rowIds.otherBooking, otherFounder, 4],
  ] as const)
    await addBooking(owner.id, { id: bookingId, mentorId: rowIds.mentor, daysAhead });
  // A mentor may be a founder too, of another mentor's session.
  await addBooking(mentor.id, { id: rowIds.mentorsBooking, mentorId: rowIds.otherMentor, daysAhead: 5 });
  await sql`
    insert into public.change_requests (id, booking_id, user_id, kind)
    values (${rowIds.request}, ${rowIds.founderBooking}, ${founder.id}, 'move')`;
  await sql`
    insert into public.favourites (user_id, mentor_id)
    values (${founder.id}, ${rowIds.mentor}), (${otherFounder.id}, ${rowIds.otherMentor})`;
  for (const [bookingId, owner, itemId] of [
    [rowIds.founderBooking, founder, rowIds.item],
    [rowIds.otherBooking, otherFounder, rowIds.otherItem],
  ] as const) {
    await sql`
      insert into public.session_briefs (booking_id, user_id, mentor_id, question)
      values (${bookingId}, ${owner.id}, ${rowIds.mentor}, 'How do I price a pilot?')`;
    await sql`
      insert into public.session_notes (booking_id, author_id, body)
      values (${bookingId}, ${owner.id}, 'Of the founder'), (${bookingId}, ${mentor.id}, 'Of the mentor')`;
    // The summary of the founder's session is shared, that of the other's is a draft.
    await sql`
      insert into public.session_summaries (booking_id, body, shared_at)
      values (${bookingId}, 'We agreed on a price for it.', ${bookingId === rowIds.founderBooking ? sql`now()` : null})`;
    await sql`
      insert into public.action_items (id, booking_id, owner, text)
      values (${itemId}, ${bookingId}, 'founder', 'Call customers')`;
    await sql`insert into public.session_contacts (booking_id, shares_email) values (${bookingId}, true)`;
  }
  await sql`
    insert into public.time_proposals (id, booking_id, mentor_id, kind, date, start_time, end_time, state, sent_at)
    select v.id, ${rowIds.founderBooking}, ${rowIds.mentor}, 'decline', private.today() + 6, v.at, v.at + interval '1 hour',
      v.state, case when v.state = 'open' then now() end
    from (values (${rowIds.sentTime}::uuid, time '10:00', 'open'), (${rowIds.draftTime}::uuid, time '12:00', 'draft')) v (id, at, state)`;
  await sql`
    insert into public.mentor_applications (id, name, phone, linkedin)
    values (${rowIds.application}, 'Nila', '9876543210', 'https://www.linkedin.com/in/nila')`;
  await sql`
    insert into public.impact_stories (id, name, experience, is_approved) values
      (${rowIds.approvedStory}, 'Kabir', 'It worked.', true), (${rowIds.pendingStory}, 'Tara', 'Wait.', false)`;
  await sql`
    insert into public.video_testimonials (id, name, role, video_url)
    values (${rowIds.testimonial}, 'Om', 'Founder', 'https://files.example/om.mp4')`;
  await sql`
    insert into public.podcasts (id, title, youtube_url, youtube_id, published) values
      (${rowIds.podcast}, 'One', 'https://youtu.be/aaaaaaaaaaa', 'aaaaaaaaaaa', true),
      (${rowIds.draftPodcast}, 'Two', 'https://youtu.be/bbbbbbbbbbb', 'bbbbbbbbbbb', false)`;
  await sql`
    insert into public.partner_logos (id, name, image_url, order_index)
    values (${rowIds.logo}, 'Campus', 'https://files.example/campus.png', 1)`;
  for (const bucket of buckets) {
    await sql`
      insert into storage.objects (bucket_id, name)
      values (${bucket}, ${`${bucket}-file`}), (${bucket}, ${portrait})`;
  }
}
