import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { openDatabaseFixture, outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { linkMentor } = createBuilders(db.sql);

/** A paid, approved session that began so many hours ago, with the mentor's account. */
async function aSession(hoursAgo = 0.2) {
  const session = await db.addPaidBookingIn(-hoursAgo);
  const mentor = await db.addFounder();
  await linkMentor(session.mentorId, mentor);
  return { ...session, mentor };
}

/** As if the session had ended so many days ago, past every rule. */
async function endDaysAgo(bookingId: string, days: number) {
  await db.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`
      update public.bookings set date = (now() at time zone 'Asia/Kolkata')::date - ${Math.floor(days)}::int,
        start_time = '00:00', end_time = '00:00:01'
      where id = ${bookingId}`;
  });
}

const call = async (by: string, name: string, ...values: unknown[]) => {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const [row] = await db.actAs(by, (sql) =>
    sql.unsafe(`select public.${name}(${places}) as answer`, values as never[]),
  );
  return row?.answer;
};
const page = (by: string, bookingId: string) => call(by, 'session_page', bookingId);
const addItem = (by: string, bookingId: string, text = 'Call five customers', id: string = randomUUID()) =>
  call(by, 'save_action_item', bookingId, id, text, 'founder', null, 0);
const SUMMARY = 'We agreed on a price for the pilot.';

test('founder and mentor read the page as what they are, an administrator without a note, others not at all', async () => {
  const { founder, mentor, bookingId } = await aSession();
  expect(await page(founder, bookingId)).toMatchObject({ role: 'founder', contact: null, sharing: { email: false } });
  expect(await page(mentor, bookingId)).toMatchObject({ role: 'mentor', sharing: null, note: { revision: 0 } });
  expect(await page(db.admin, bookingId)).toMatchObject({ role: 'administrator', note: null });
  const other = await db.addFounder();
  expect(await outcomes([page(other, bookingId), page(other, randomUUID()), page(db.admin, randomUUID())])).toEqual(
    Array(3).fill('PT404 session_not_found'),
  );
  const log = await db.sql`
    select changes #>> '{filter,session_id}' as id from private.audit_log where action = 'read' and actor = ${db.admin}`;
  expect(log).toEqual([{ id: bookingId }]);
});

test('the founder alone reads on the page what was paid, and all read whether the mentor is listed', async () => {
  const { founder, mentor, mentorId, bookingId } = await aSession();
  const [payment] = await db.sql`select amount_paise from private.payments where booking_id = ${bookingId}`;
  const paidOf = async (by: string) => (await page(by, bookingId)).paid_paise;
  expect(await Promise.all([founder, mentor, db.admin].map(paidOf))).toEqual([payment?.amount_paise, null, null]);
  expect((await page(founder, bookingId)).booking.mentor_slug).toMatch(/^dev-mentor/);
  await db.sql`update public.mentors set listing_state = 'left' where id = ${mentorId}`;
  expect((await page(founder, bookingId)).booking.mentor_slug).toBeNull();
});

test('the mentor learns neither address nor phone of a founder who shared none, nor a name made of the address (18.29)', async () => {
  const { founder, mentor, bookingId } = await aSession();
  const [profile] = await db.sql`select email, name from public.profiles where id = ${founder}`;
  await db.sql`update public.profiles set phone = '9812345678' where id = ${founder}`;
  const shown = JSON.stringify(await page(mentor, bookingId));
  expect(shown).not.toContain(profile?.email);
  expect(shown).not.toContain('9812345678');
  expect(shown).not.toContain(String(profile?.email).split('@')[0]);
});

test('a founder shares address and phone with the mentor of one session, and takes them back', async () => {
  const { founder, mentor, bookingId } = await aSession();
  const share = (email: boolean, phone: boolean) => call(founder, 'share_contact', bookingId, email, phone);
  await expect(share(false, true)).rejects.toMatchObject({ code: 'PT422', message: 'phone_missing' });
  await db.sql`update public.profiles set phone = '9812345678' where id = ${founder}`;
  const [profile] = await db.sql`select email from public.profiles where id = ${founder}`;
  await share(true, true);
  expect((await page(mentor, bookingId)).contact).toEqual({ email: profile?.email, phone: '9812345678' });
  await share(true, false);
  expect((await page(mentor, bookingId)).contact).toEqual({ email: profile?.email, phone: null });
  for (const by of [mentor, db.admin, await db.addFounder()]) {
    await expect(call(by, 'share_contact', bookingId, true, true)).rejects.toMatchObject({ code: 'PT404' });
  }
  await endDaysAgo(bookingId, 16);
  await share(false, false);
  await expect(share(true, false)).rejects.toMatchObject({ message: 'session_closed' });
  expect((await page(mentor, bookingId)).contact).toEqual({ email: null, phone: null });
});

test('a founder who removes the phone shares it no more, and the next one only when asked anew', async () => {
  const [session, other] = [await aSession(), await aSession()];
  const { founder, mentor, bookingId } = session;
  const setPhone = (by: string, phone: string | null) =>
    db.as(by)`update public.profiles set phone = ${phone}, is_phone_kept = ${phone !== null} where id = ${by}`;
  for (const one of [session, other]) {
    await setPhone(one.founder, '9812345678');
    await call(one.founder, 'share_contact', one.bookingId, true, true);
  }
  const [profile] = await db.sql`select email from public.profiles where id = ${founder}`;
  await setPhone(founder, '9812345679');
  expect((await page(mentor, bookingId)).contact).toEqual({ email: profile?.email, phone: '9812345679' });
  await setPhone(founder, null);
  await setPhone(founder, '9898989898');
  expect((await page(mentor, bookingId)).contact).toEqual({ email: profile?.email, phone: null });
  expect((await page(founder, bookingId)).sharing).toMatchObject({ email: true, phone: false, has_phone: true });
  expect((await page(other.mentor, other.bookingId)).contact).toMatchObject({ phone: '9812345678' });
});

test('of a cancelled session its founder reads why, and the mentor sees no contact details any more', async () => {
  const { founder, mentor, bookingId } = await aSession(-30);
  await call(founder, 'share_contact', bookingId, true, false);
  expect((await page(mentor, bookingId)).contact).not.toBeNull();
  await db.recordIncident(bookingId, 'mentor_cancels', { reason: 'She has fallen ill.' });
  expect((await page(founder, bookingId)).booking).toMatchObject({ notes: 'She has fallen ill.' });
  expect(await page(mentor, bookingId)).toMatchObject({ contact: null, booking: { notes: null } });
  await expect(call(founder, 'share_contact', bookingId, true, true)).rejects.toMatchObject({ code: 'PT409' });
});

test('the mentor reads the link of a brief only from the approval on', async () => {
  const { founder, mentorId, bookingId } = await db.addPaidBooking();
  const mentor = await db.addFounder();
  await linkMentor(mentorId, mentor);
  const brief = { question: 'How do I price a pilot?', link: 'https://deck.example' };
  await call(founder, 'save_session_brief', bookingId, brief, 0);
  expect((await page(mentor, bookingId)).brief).toMatchObject({ question: brief.question, link: null });
  expect((await page(founder, bookingId)).brief).toMatchObject({ link: brief.link });
  await db.setStatus(db.admin, bookingId, 'confirmed');
  expect((await page(mentor, bookingId)).brief).toMatchObject({ link: brief.link });
});

test('two tabs on one note lose nothing that was typed: the second is told', async () => {
  const { founder, mentor, bookingId } = await aSession(-30);
  const save = (by: string, body: string, revision: number) => call(by, 'save_session_note', bookingId, body, revision);
  const saved = await outcomes([save(founder, 'of the first tab', 0), save(founder, 'of the second tab', 0)]);
  expect(saved.sort()).toEqual(['PT409 changed_meanwhile', 'done']);
  const { note } = await page(founder, bookingId);
  expect(await save(founder, note.body, 0)).toEqual({ revision: 1 });
  expect(await save(founder, 'both together', 1)).toEqual({ revision: 2 });
  expect(await save(mentor, 'of the mentor', 0)).toEqual({ revision: 1 });
  expect((await page(mentor, bookingId)).note).toEqual({ body: 'of the mentor', revision: 1 });
  expect((await page(founder, bookingId)).note).toEqual({ body: 'both together', revision: 2 });
  await expect(save(founder, 'a'.repeat(5001), 2)).rejects.toMatchObject({ message: 'note_too_long' });
  expect(await save(founder, '', 2)).toEqual({ revision: 3 });
  for (const by of [db.admin, await db.addFounder()]) {
    await expect(save(by, 'not mine', 0)).rejects.toMatchObject({ message: 'session_not_found' });
  }
});

test('notes have no end, and a cancelled session keeps facts, brief and own notes alone', async () => {
  const { founder, mentor, bookingId } = await aSession();
  await call(mentor, 'save_session_summary', bookingId, SUMMARY, 0);
  await call(mentor, 'share_session_summary', bookingId, 1, false);
  await addItem(founder, bookingId);
  expect(await page(founder, bookingId)).toMatchObject({ has_outcome: true, items: [{ owner: 'founder' }] });
  await db.recordIncident(bookingId, 'founder_no_show');
  expect(await page(founder, bookingId)).toMatchObject({
    has_outcome: false,
    items: [],
    summary: null,
    can_write: false,
  });
  await expect(addItem(founder, bookingId)).rejects.toMatchObject({ message: 'session_closed' });
  expect(await call(founder, 'save_session_note', bookingId, 'still mine', 0)).toEqual({ revision: 1 });
});

test('of ten items that are added at once, five exist', async () => {
  const { founder, mentor, bookingId } = await aSession();
  const adding = Array.from({ length: 10 }, (_, n) => addItem(n % 2 ? founder : mentor, bookingId, `Item number ${n}`));
  const results = await outcomes(adding);
  expect(results.filter((result) => result === 'done')).toHaveLength(5);
  expect(results.filter((result) => result === 'PT409 too_many_items')).toHaveLength(5);
  expect((await page(founder, bookingId)).items).toHaveLength(5);
});

test('without the lock of the booking, six items exist (negative control)', async () => {
  const broken = await openDatabaseFixture();
  try {
    const [lock] = await broken.sql`select pg_get_functiondef('private.lock_session'::regproc) as definition`;
    await broken.sql.unsafe(lock?.definition.replace('for no key update', ''));
    const { founder, bookingId } = await broken.addPaidBookingIn(-0.2);
    const add = (by: postgres.TransactionSql) =>
      by`select public.save_action_item(${bookingId}, ${randomUUID()}, 'Call customers', 'founder', null, 0)`;
    for (const _ of '1234') await broken.actAs(founder, add);
    await broken.actAs(founder, async (by) => {
      await add(by);
      // The other's count does not see this one yet, and does not wait for it.
      await broken.actAs(founder, add);
    });
    expect(await broken.sql`select from public.action_items where booking_id = ${bookingId}`).toHaveLength(6);
  } finally {
    await broken.close();
  }
});

test('items: who may change what, from the start until 14 days after the end', async () => {
  const { founder, mentor, bookingId } = await aSession();
  const { id } = await addItem(founder, bookingId);
  const save = (by: string, text: string, owner: string, due: string | null, revision: number) =>
    call(by, 'save_action_item', bookingId, id, text, owner, due, revision);
  const mark = (by: string, isDone: boolean, revision: number) =>
    call(by, 'mark_action_item', bookingId, id, isDone, revision);
  const tooShort = save(mentor, '  ab ', 'mentor', null, 1);
  await expect(tooShort).rejects.toMatchObject({ code: 'PT422', message: 'item_text_length', detail: 'text' });
  const [days] = await db.sql`
    select (private.today() - 1)::text as yesterday, (private.today() + 181)::text as later, private.today()::text as today`;
  for (const day of [days?.yesterday, days?.later]) {
    const wrongDay = save(mentor, 'Call customers', 'mentor', day, 1);
    await expect(wrongDay).rejects.toMatchObject({ message: 'item_day_not_valid', detail: 'due_on' });
  }
  expect(await save(mentor, 'Send the  template', 'mentor', days?.today, 1)).toEqual({ id, revision: 2 });
  await expect(save(founder, 'Too late for this', 'mentor', null, 1)).rejects.toMatchObject({
    message: 'changed_meanwhile',
  });
  await expect(mark(founder, true, 2)).rejects.toMatchObject({ code: 'PT409', message: 'not_yours' });
  expect(await mark(mentor, true, 2)).toMatchObject({ revision: 3, done_at: expect.any(String) });
  await endDaysAgo(bookingId, 16);
  await expect(save(founder, 'Another text', 'founder', null, 3)).rejects.toMatchObject({ message: 'session_closed' });
  await expect(call(founder, 'delete_action_item', bookingId, id, 3)).rejects.toMatchObject({
    message: 'session_closed',
  });
  expect(await mark(mentor, false, 3)).toEqual({ revision: 4, done_at: null });
  await endDaysAgo(bookingId, 182);
  await expect(mark(mentor, true, 4)).rejects.toMatchObject({ message: 'session_closed' });
});

test('an item is removed by either side; before the start none is added', async () => {
  const { founder, mentor, bookingId } = await aSession();
  const { id } = await addItem(founder, bookingId);
  await expect(call(mentor, 'delete_action_item', bookingId, id, 0)).rejects.toMatchObject({
    message: 'changed_meanwhile',
  });
  await call(mentor, 'delete_action_item', bookingId, id, 1);
  await call(founder, 'delete_action_item', bookingId, id, 1);
  expect((await page(founder, bookingId)).items).toEqual([]);
  const ahead = await aSession(-20);
  await expect(addItem(ahead.founder, ahead.bookingId)).rejects.toMatchObject({ message: 'session_closed' });
  const summary = call(ahead.mentor, 'save_session_summary', ahead.bookingId, SUMMARY, 0);
  await expect(summary).rejects.toMatchObject({ message: 'session_closed' });
});

test('a draft reaches no founder; sharing twice at once plans one e-mail, and a fourth is refused', async () => {
  const { founder, mentor, bookingId } = await aSession();
  await expect(call(mentor, 'share_session_summary', bookingId, 0, true)).rejects.toMatchObject({ code: 'PT422' });
  await expect(call(mentor, 'save_session_summary', bookingId, 'short', 0)).rejects.toMatchObject({
    message: 'summary_length',
  });
  await call(mentor, 'save_session_summary', bookingId, SUMMARY, 0);
  for (const by of [founder, db.admin]) expect((await page(by, bookingId)).summary).toBeNull();
  expect((await page(mentor, bookingId)).summary).toMatchObject({ body: SUMMARY, shared_at: null });
  const [facts] = await db.service`select public.summary_for_jobs(${bookingId}) as facts`;
  expect(facts?.facts).toBeNull();
  const share = (revision: number) => call(mentor, 'share_session_summary', bookingId, revision, true);
  expect((await outcomes([share(1), share(1)])).sort()).toEqual(['PT409 changed_meanwhile', 'done']);
  const jobs = async () =>
    (
      await db.sql`select key from private.outbox where kind = 'summary_mail' and payload ->> 'booking_id' = ${bookingId}`
    ).length;
  expect(await jobs()).toBe(1);
  for (const by of [founder, db.admin]) expect((await page(by, bookingId)).summary).toMatchObject({ body: SUMMARY });
  await share(2);
  await share(3);
  await expect(share(4)).rejects.toMatchObject({ code: 'PT409', message: 'mail_limit' });
  expect(await jobs()).toBe(3);
  await expect(call(founder, 'save_session_summary', bookingId, SUMMARY, 4)).rejects.toMatchObject({ code: 'PT404' });
});

test('a mentor who has left reads the page and writes nothing', async () => {
  const { mentor, mentorId, bookingId } = await aSession();
  await db.sql`update public.mentors set listing_state = 'left' where id = ${mentorId}`;
  expect(await page(mentor, bookingId)).toMatchObject({ role: 'mentor' });
  const refused = await outcomes([
    call(mentor, 'save_session_note', bookingId, 'a note', 0),
    call(mentor, 'save_session_summary', bookingId, SUMMARY, 0),
    addItem(mentor, bookingId),
  ]);
  expect(refused).toEqual(Array(3).fill('PT409 mentor_left'));
});

test('the audit log has who wrote a summary or an item, not what, and nothing of a note', async () => {
  const { founder, mentor, bookingId } = await aSession();
  await call(mentor, 'save_session_summary', bookingId, 'MARKER of the summary, long enough', 0);
  await addItem(founder, bookingId, 'MARKER of the item');
  await call(mentor, 'save_session_note', bookingId, 'MARKER of the note', 0);
  const log = await db.sql`
    select table_name, actor, changes::text from private.audit_log
    where table_name in ('session_summaries', 'action_items', 'session_notes') and actor in (${founder}, ${mentor})
    order by id`;
  expect(log.map(({ table_name, actor }) => [table_name, actor])).toEqual([
    ['session_summaries', mentor],
    ['action_items', founder],
  ]);
  expect(JSON.stringify(log)).not.toContain('MARKER');
});

test('earlier sessions of the same two people are listed with their open items', async () => {
  const { founder, mentor, mentorId, bookingId } = await aSession();
  await addItem(founder, bookingId);
  await endDaysAgo(bookingId, 3);
  const slot = await db.addSlot(mentorId, 2, '10:00', '11:00');
  const next = await db.buy(founder, slot);
  await db.buy(await db.addFounder(), await db.addSlot(mentorId, 2, '12:00', '13:00'));
  for (const by of [founder, mentor]) {
    expect((await page(by, next.bookingId)).earlier).toEqual([
      expect.objectContaining({ id: bookingId, open_items: 1 }),
    ]);
  }
  expect((await page(founder, bookingId)).earlier).toEqual([]);
});
