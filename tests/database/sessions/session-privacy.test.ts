import { expect, test } from 'vitest';
import { DEFAULT_CHOICES, retentionIntervals } from '#rules/people/retention.ts';
import { createBuilders } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { addPerson, linkMentor } = createBuilders(sql);

/** A session that is over, with everything that its page can hold; the founder's texts have this mark. */
async function aFullSession(mark: string) {
  const session = await db.addPaidBookingIn(-5, 'completed');
  const { id: mentor } = await addPerson();
  await linkMentor(session.mentorId, mentor);
  const { bookingId, founder, mentorId } = session;
  await sql`insert into public.session_briefs (booking_id, user_id, mentor_id, question)
    values (${bookingId}, ${founder}, ${mentorId}, ${`What about ${mark} now?`})`;
  await sql`insert into public.session_notes (booking_id, author_id, body)
    values (${bookingId}, ${founder}, ${`Note of ${mark}`}), (${bookingId}, ${mentor}, 'Note of the mentor')`;
  await sql`insert into public.session_summaries (booking_id, body, shared_at)
    values (${bookingId}, ${`${mark} will ask for more money.`}, now())`;
  await sql`insert into public.action_items (booking_id, owner, text) values (${bookingId}, 'founder', ${`Call ${mark}`})`;
  await sql`insert into public.session_contacts (booking_id, shares_email) values (${bookingId}, true)`;
  return { ...session, mentor };
}

test('with a founder’s account go brief, own notes, items and what was shared; the mentor’s note and summary stay', async () => {
  const { founder, bookingId } = await aFullSession('Zebulon Quill');
  await sql`update public.profiles set name = 'Zebulon Quill' where id = ${founder}`;
  await db.service`select public.delete_account(${founder}, 'v1.sealed')`;
  const left = await sql`
    select 'brief' as what, question as text from public.session_briefs where booking_id = ${bookingId}
    union all select 'note', body from public.session_notes where booking_id = ${bookingId}
    union all select 'summary', body from public.session_summaries where booking_id = ${bookingId}
    union all select 'item', text from public.action_items where booking_id = ${bookingId}
    union all select 'contact', '' from public.session_contacts where booking_id = ${bookingId}`;
  expect(left).toEqual([
    { what: 'note', text: 'Note of the mentor' },
    // The mentor's own words: a name in them decides nothing.
    { what: 'summary', text: 'Zebulon Quill will ask for more money.' },
  ]);
});

test('the page stays when the mentor left or was deleted', async () => {
  const { founder, bookingId, mentorId } = await aFullSession('Asha');
  await sql`update public.bookings set mentor_id = null where id = ${bookingId}`;
  const [row] = await db.as(founder)`select public.session_page(${bookingId}) as page`;
  expect(row?.page).toMatchObject({ role: 'founder', earlier: [], summary: { body: 'Asha will ask for more money.' } });
  await sql`update public.bookings set mentor_id = ${mentorId} where id = ${bookingId}`;
});

test('the export of an account has the founder’s share and no note of the mentor', async () => {
  const { founder, mentor } = await aFullSession('Marker');
  const exported = async (person: string) =>
    JSON.stringify((await sql`select private.export_of(${person}) as document`)[0]?.document);
  const mine = await exported(founder);
  for (const text of ['What about Marker now?', 'Note of Marker', 'Marker will ask', 'Call Marker']) {
    expect(mine).toContain(text);
  }
  expect(mine).not.toContain('Note of the mentor');
  const theirs = await exported(mentor);
  expect(theirs).toContain('Note of the mentor');
  expect(theirs).not.toContain('Note of Marker');
  expect(theirs).not.toContain('What about Marker now?');
});

test('a brief without a booking goes after 30 days, one with a booking stays', async () => {
  const { bookingId } = await aFullSession('Asha');
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const founder = await db.addFounder();
  const unpaid = await db.order(founder, slot);
  await sql`insert into public.session_briefs (booking_id, user_id, question)
    values (${unpaid.bookingId}, ${founder}, 'How do I price a pilot?')`;
  const apply = () =>
    db.service`select public.apply_retention(${sql.json(retentionIntervals(DEFAULT_CHOICES))}) as run`;
  await sql`update public.session_briefs set updated_at = now() - interval '29 days'`;
  await apply();
  expect(await sql`select from public.session_briefs where booking_id = ${unpaid.bookingId}`).toHaveLength(1);
  await sql`update public.session_briefs set updated_at = now() - interval '31 days'`;
  await apply();
  expect(await sql`select from public.session_briefs where booking_id = ${unpaid.bookingId}`).toHaveLength(0);
  expect(await sql`select from public.session_briefs where booking_id = ${bookingId}`).toHaveLength(1);
});
