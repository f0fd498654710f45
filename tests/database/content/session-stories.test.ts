/** Stories about a session: the mark, the mentor's name, and who may do what (docs/product/outcomes.md#verified-stories). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sessionStory } from '#copy/content/session-story.ts';
import { createBuilders } from '#tests/kit/builders.ts';
import { openDatabaseFixture, outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const share = (founder: string, bookingId: string, text = 'It helped.', { agrees = true, names = true } = {}) =>
  db.as(founder)`select public.share_story(${bookingId}, 'Asha R.', ${text}, ${agrees}, ${names})`;

const withdraw = (founder: string, bookingId: string) => db.as(founder)`select public.withdraw_story(${bookingId})`;

/** A held, paid session with a shared story; `approve` and `answer` put it on the wall with the mentor's name. */
async function addStory(names = true) {
  const session = await db.addPaidBookingIn(-3, 'completed');
  await share(session.founder, session.bookingId, `It helped. ${randomUUID()}`, { names });
  const [row] = await db.sql`select story_id from private.story_sessions where booking_id = ${session.bookingId}`;
  const id = row?.story_id as string;
  const approve = (isApproved = true) =>
    db.as(db.admin)`update public.impact_stories set is_approved = ${isApproved} where id = ${id}`;
  const mentor = await db.addFounder();
  await createBuilders(db.sql).linkMentor(session.mentorId, mentor);
  const answer = (value: string) => db.as(mentor)`select public.answer_story_name(${id}, ${value})`;
  return { ...session, id, approve, answer, mentor };
}

async function onWall(id: string, mentor: string | null = null) {
  const rows = await db.sql`select * from public.wall_stories(${mentor}, p_limit => 50)`;
  return rows.find((row) => row.id === id);
}

test('the consent that is stored is the one beside the box', async () => {
  const [row] = await db.sql`select private.story_consent() as words`;
  expect(row?.words).toBe(sessionStory.consent);
});

test('a founder shares one story about a verified session, which waits for review with its consent', async () => {
  const { founder, bookingId, mentorId, id } = await addStory();
  const [row] = await db.sql`
    select s.name, s.is_approved, s.image_url, t.mentor_id, t.user_id, t.consent_text, t.wants_mentor_name,
      t.mentor_answer, now() - t.consented_at < interval '1 minute' as is_now
    from private.story_sessions t join public.impact_stories s on s.id = t.story_id where t.booking_id = ${bookingId}`;
  expect(row).toEqual({
    name: 'Asha R.',
    is_approved: false,
    image_url: null,
    mentor_id: mentorId,
    user_id: founder,
    consent_text: sessionStory.consent,
    wants_mentor_name: true,
    mentor_answer: null,
    is_now: true,
  });
  expect(await onWall(id)).toBeUndefined();
  await expect(share(founder, bookingId, 'Another one.')).rejects.toMatchObject({
    code: 'PT409',
    message: 'story_exists',
  });
  // The answer to the first call was lost: the same story again is no second one.
  const [stored] = await db.sql`select experience from public.impact_stories where id = ${id}`;
  await share(founder, bookingId, stored?.experience);
  expect(await db.sql`select from private.story_sessions where booking_id = ${bookingId}`).toHaveLength(1);
});

test('two clicks at once share one story', async () => {
  const { founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
  const ended = await outcomes([share(founder, bookingId, 'One.'), share(founder, bookingId, 'Two.')]);
  expect(ended.sort()).toEqual(['PT409 story_exists', 'done']);
});

test('a story needs a text, a name, an agreement, and the founder’s own verified session', async () => {
  const held = await db.addPaidBookingIn(-3, 'completed');
  const ahead = await db.addPaidBookingIn(3);
  const refunded = await db.addPaidBookingIn(-3, 'completed');
  await db.recordIncident(refunded.bookingId, 'founder_no_show');
  const stranger = await db.addFounder();
  expect(
    await outcomes([
      share(held.founder, held.bookingId, ' \n '),
      share(held.founder, held.bookingId, 'x'.repeat(601)),
      db.as(held.founder)`select public.share_story(${held.bookingId}, ' ', 'It helped.', true)`,
      db.as(held.founder)`select public.share_story(${held.bookingId}, ${'x'.repeat(121)}, 'It helped.', true)`,
      share(held.founder, held.bookingId, 'It helped.', { agrees: false }),
      db.as(held.founder)`select public.share_story(${held.bookingId}, 'Asha', 'It helped.', null)`,
      share(stranger, held.bookingId),
      share(db.admin, held.bookingId),
      withdraw(db.admin, held.bookingId),
      share(ahead.founder, ahead.bookingId),
      share(refunded.founder, refunded.bookingId),
    ]),
  ).toEqual([
    'PT422 story_length',
    'PT422 story_length',
    'PT422 name_length',
    'PT422 name_length',
    'PT422 consent_missing',
    'PT422 consent_missing',
    'PT404 session_not_found',
    'PT404 session_not_found',
    'PT404 session_not_found',
    'PT409 session_not_verified',
    'PT409 session_not_verified',
  ]);
});

test('the mark goes with a queued refund, comes back when it failed, and goes with an incident', async () => {
  const { id, approve, answer, mentorId, bookingId } = await addStory();
  await approve();
  await answer('yes');
  const named = { is_verified: true, mentor_id: mentorId };
  expect(await onWall(id)).toMatchObject(named);
  // In a transaction that is undone: a refund of a session that took place breaks a rule about money.
  await db.sql
    .begin(async (sql) => {
      const wall = async () => {
        const [row] = await sql`
          select is_verified, mentor_id from public.wall_stories(p_limit => 50) where id = ${id}`;
        const [named] = await sql`select count(*)::int as n from public.wall_stories(${mentorId}::text)`;
        return [row?.is_verified, row?.mentor_id, named?.n];
      };
      await sql`
        insert into private.refunds (payment_id, amount_paise, reason)
        select y.id, y.amount_paise, 'booking_cancelled' from private.payments y where y.booking_id = ${bookingId}`;
      expect(await wall()).toEqual([false, null, 0]);
      await sql`update private.refunds set state = 'failed'
        where payment_id in (select y.id from private.payments y where y.booking_id = ${bookingId})`;
      expect(await wall()).toEqual([true, mentorId, 1]);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  await db.recordIncident(bookingId, 'founder_no_show');
  expect(await onWall(id)).toMatchObject({ is_verified: false, mentor_id: null, mentor_name: null, mentor_slug: null });
});

test('the mentor is named only while founder and mentor agree and the mentor is listed', async () => {
  const { id, approve, answer, mentorId } = await addStory();
  await approve();
  const name = async () => (await onWall(id))?.mentor_id ?? null;
  expect(await name()).toBeNull();
  await answer('no');
  expect(await name()).toBeNull();
  await answer('yes');
  expect(await name()).toBe(mentorId);
  expect(await onWall(id, mentorId)).toMatchObject({ total_count: 1 });
  await db.sql`update public.mentors set listing_state = 'draft' where id = ${mentorId}`;
  expect([await name(), await onWall(id, mentorId)]).toEqual([null, undefined]);
  await db.sql`update public.mentors set listing_state = 'listed' where id = ${mentorId}`;
  await answer('no');
  expect([await name(), await onWall(id, mentorId)]).toEqual([null, undefined]);
  const other = await addStory(false);
  await other.approve();
  await expect(other.answer('yes')).rejects.toMatchObject({ message: 'story_gone' });
  await db.sql`
    update private.story_sessions set mentor_answer = 'yes', answered_at = now() where story_id = ${other.id}`;
  expect(await onWall(other.id)).toMatchObject({ is_verified: true, mentor_id: null });
});

test('with a rule that does not ask for the founder’s choice, the mentor would be named (negative control)', async () => {
  const broken = await openDatabaseFixture();
  try {
    await broken.sql.unsafe(`
      create or replace function private.named_mentor(p_story private.story_sessions) returns uuid
      language sql stable set search_path = '' as $$ select p_story.mentor_id where p_story.mentor_answer = 'yes' $$`);
    const { founder, bookingId, mentorId } = await broken.addPaidBookingIn(-3, 'completed');
    await broken.as(founder)`select public.share_story(${bookingId}, 'Asha R.', 'It helped.', true, false)`;
    await broken.sql`update public.impact_stories set is_approved = true`;
    await broken.sql`update private.story_sessions set mentor_answer = 'yes', answered_at = now()`;
    expect(await broken.sql`select mentor_id from public.wall_stories()`).toEqual([{ mentor_id: mentorId }]);
  } finally {
    await broken.close();
  }
});

test('no persona sets the mark: not by the table of stories, and not by the one behind it', async () => {
  const { founder, mentor, id } = await addStory();
  const [unmarked] = await db.sql`
    insert into public.impact_stories (name, experience, is_approved) values ('Meera', 'It helped.', true) returning id`;
  for (const person of [founder, mentor, db.admin, await db.addFounder()]) {
    for (const statement of [
      `insert into private.story_sessions (story_id, booking_id, user_id, consent_text)
        select '${unmarked?.id}', booking_id, user_id, consent_text from private.story_sessions`,
      `update private.story_sessions set story_id = '${unmarked?.id}'`,
      `update public.impact_stories set experience = 'Buy this.' where id = '${id}'`,
      `update public.impact_stories set id = gen_random_uuid() where id = '${id}'`,
      `insert into public.impact_stories (name, experience, is_approved) values ('A', 'B', true)`,
      `select * from private.story_sessions`,
    ]) {
      const ended = await db
        .as(person)
        .unsafe(statement)
        .catch((error: { code: string }) => error.code);
      // Without a right to the row an update finds nothing.
      expect([statement, Array.isArray(ended) ? ended.length : ended]).toEqual([
        statement,
        person === db.admin || !statement.startsWith('update public') ? '42501' : 0,
      ]);
    }
  }
  const [kept] = await db.sql`select experience from public.impact_stories where id = ${id}`;
  expect(kept?.experience).toMatch(/^It helped/);
  expect(await onWall(unmarked?.id)).toMatchObject({ is_verified: false });
});

test('a visitor reads nothing of the booking, the consent or the founder', async () => {
  const { id, approve, bookingId, founder } = await addStory();
  await approve();
  const row = await onWall(id);
  expect(Object.keys(row ?? {}).sort()).toEqual(
    'created_at experience id image_url is_verified mentor_id mentor_name mentor_slug name total_count'.split(' '),
  );
  expect(JSON.stringify(row)).not.toContain(bookingId);
  expect(JSON.stringify(row)).not.toContain(founder);
});

test('a withdrawn story is gone from every reading at once, with its e-mails, and may be written anew', async () => {
  const { founder, bookingId, mentorId, id, approve, answer } = await addStory();
  await approve();
  await answer('yes');
  await db.service`select public.queue_story_mail(${id}, 'name', '{"to": "m@example.com", "subject": "It helped"}')`;
  await withdraw(founder, bookingId);
  await withdraw(founder, bookingId);
  expect(await db.sql`select from public.impact_stories where id = ${id}`).toHaveLength(0);
  expect([await onWall(id), await onWall(id, mentorId)]).toEqual([undefined, undefined]);
  const [mail] = await db.sql`select payload, state from private.outbox where key = ${`story:${id}:name`}`;
  expect(mail).toEqual({ payload: {}, state: 'done' });
  await share(founder, bookingId, 'Written anew.');
});

test('an administrator’s deletion and the end of the booking take a linked story wholly away', async () => {
  const deleted = await addStory();
  await db.as(db.admin)`delete from public.impact_stories where id = ${deleted.id}`;
  expect(await db.sql`select from private.story_sessions where booking_id = ${deleted.bookingId}`).toHaveLength(0);
  const erased = await addStory();
  await erased.approve();
  await db.sql`select private.forget_person(${erased.founder})`;
  expect(await db.sql`select from public.impact_stories where id = ${erased.id}`).toHaveLength(0);
});

test('a story of another founder’s booking breaks a rule', async () => {
  const { id, founder } = await addStory();
  await db.sql`update private.story_sessions set user_id = ${await db.addFounder()} where story_id = ${id}`;
  expect(await db.violations()).toEqual(['story_of_another_person']);
  await db.sql`update private.story_sessions set user_id = ${founder} where story_id = ${id}`;
});

test('the mentor is asked once, when a story that wants the name is approved', async () => {
  const { id, approve, mentor } = await addStory();
  const jobs = async () =>
    (
      await db.sql`
      select kind from private.outbox where payload ->> 'story_id' = ${id} order by kind`
    ).map((row) => row.kind);
  await approve();
  expect(await jobs()).toEqual(['story_approved', 'story_name']);
  const mail = { to: 'm@example.com', subject: 'May we name you?', text: '', html: '', attachments: [] };
  const queue = () => db.service`select public.queue_story_mail(${id}, 'name', ${db.sql.json(mail)})`;
  await Promise.all([queue(), queue()]);
  expect(await db.sql`select from private.outbox where kind = 'email' and key = ${`story:${id}:name`}`).toHaveLength(1);
  await approve(false);
  await approve();
  expect(await jobs()).toEqual(['story_approved', 'story_approved', 'story_name']);
  const [mine] = await db.as(mentor)`select public.my_story_names() as stories`;
  expect(mine?.stories).toMatchObject([{ id, name: 'Asha R.', answer: null }]);
  const silent = await addStory(false);
  await silent.approve();
  expect(
    (await db.sql`select kind from private.outbox where payload ->> 'story_id' = ${silent.id}`).map(({ kind }) => kind),
  ).toEqual(['story_approved']);
});

test('only the mentor of the session answers, and only while the story is public and verified', async () => {
  const { id, approve, answer, bookingId } = await addStory();
  await expect(answer('yes')).rejects.toMatchObject({ code: 'PT404', message: 'story_gone' });
  await approve();
  const other = await addStory();
  await expect(db.as(other.mentor)`select public.answer_story_name(${id}, 'yes')`).rejects.toMatchObject({
    message: 'story_gone',
  });
  await expect(answer('maybe')).rejects.toMatchObject({ code: 'PT422', message: 'answer_unknown' });
  await answer('yes');
  await db.recordIncident(bookingId, 'founder_no_show');
  await expect(answer('yes')).rejects.toMatchObject({ message: 'story_gone' });
});

test('the wall pages through every story once, also through those of one moment', async () => {
  await db.sql`delete from public.impact_stories`;
  await db.sql`
    insert into public.impact_stories (name, experience, is_approved, created_at)
    select 'Meera', 'Story ' || n, true, timestamptz '2026-01-01' + (n / 4) * interval '1 day'
    from generate_series(1, 23) n`;
  const seen: string[] = [];
  let last: { created_at: Date; id: string } | undefined;
  for (;;) {
    const rows = await db.sql`
      select id, created_at from public.wall_stories(null, ${last?.created_at ?? null}, ${last?.id ?? null}, 5)`;
    seen.push(...rows.map((row) => row.id));
    last = rows.at(-1) as typeof last;
    if (rows.length < 5) break;
  }
  expect(new Set(seen).size).toBe(23);
  expect(seen).toHaveLength(23);
});

test('an administrator reads mark, mentor, consent and check-in of a story, and leaves an entry', async () => {
  const { id, bookingId, founder } = await addStory();
  await db.sql`
    insert into private.check_ins (booking_id, day, due_at, state, answer, change, answered_at)
    values (${bookingId}, 7, now(), 'answered', 'yes', 'First customer.', now())
    on conflict (booking_id, day) do update
    set state = 'answered', answer = 'yes', change = 'First customer.', answered_at = now(), skip_reason = null`;
  const [row] = await db.as(db.admin)`select public.story_facts(${[id]}::uuid[]) as facts`;
  expect(row?.facts[id]).toMatchObject({
    is_verified: true,
    booking_id: bookingId,
    names_mentor: true,
    consent_text: sessionStory.consent,
    check_in: { day: 7, answer: 'yes', change: 'First customer.' },
  });
  const entries = await db.sql`
    select changes from private.audit_log where action = 'read' and table_name = 'impact_stories'`;
  expect(entries.map(({ changes }) => changes.people)).toEqual([[founder]]);
  const [page] = await db.as(founder)`select public.session_page(${bookingId}) as page`;
  expect(page?.page.story).toMatchObject({ can_share: false, change: 'First customer.', shared: { id } });
});
