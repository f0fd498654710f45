/** Saving a mentor again: what is written, what is left alone, and the times that are sold or held. */

import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { keepHours } from './hours-form.ts';
import { CATEGORIES, createMentorForm, slot, valid } from './mentor-form.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { save, read, slotsOf } = createMentorForm(db);
const { addMentorWithAccount } = keepHours(db);

test('a changed mentor keeps what the form does not know, and what was left out', async () => {
  const id = await save(valid, { categories: CATEGORIES, slots: [slot(1, 10)] });
  await sql`update public.mentors set rating = 4.9, reviews = 12, role = 'Investor' where id = ${id}`;
  const { specializations: _, ...changed } = { ...valid, id, title: 'Founder', image: '' };
  await save(changed, { email: 'new@mentors.example' });
  expect(await read(id)).toMatchObject({
    title: 'Founder',
    image: valid.image,
    rating: '4.9',
    reviews: 12,
    role: 'Investor',
    email: 'new@mentors.example',
    specializations: valid.specializations,
    categories: CATEGORIES,
  });
  expect(await slotsOf(id)).toHaveLength(1);
});

test('a changed mentor has the categories and slots of the form, and rows that stay keep their ids', async () => {
  const id = await save(valid, { categories: CATEGORIES.slice(0, 2), slots: [slot(1, 10), slot(2, 10)] });
  const before = await slotsOf(id);
  await save({ ...valid, id }, { categories: CATEGORIES.slice(1), slots: [slot(2, 10), slot(3, 10), slot(3, 10)] });
  const after = await slotsOf(id);
  expect((await read(id))?.categories).toEqual(CATEGORIES.slice(1));
  expect(after.map((one) => one.date)).toEqual(['2099-03-02', '2099-03-03']);
  expect(after[0]).toEqual(before[1]);
  await save({ ...valid, id }, { categories: [], slots: [] });
  expect([(await read(id))?.categories, await slotsOf(id)]).toEqual([[], []]);
});

test('a changed mentor that somebody deleted meanwhile does not come back', async () => {
  const id = await save(valid);
  const seenAt = (await read(id))?.updated_at;
  await db.as(db.admin)`select public.delete_mentor(${id})`;
  expect(await outcomes([save({ ...valid, id, updated_at: seenAt })])).toEqual(['PT404 mentor_not_found']);
});

test('a changed mentor that somebody else changed meanwhile is not overwritten', async () => {
  const id = await save(valid);
  const seenAt = (await read(id))?.updated_at;
  await save({ ...valid, id, name: 'Quicker', updated_at: seenAt });
  expect(await outcomes([save({ ...valid, id, name: 'Slower', updated_at: seenAt })])).toEqual([
    'PT409 mentor_changed_meanwhile',
  ]);
  expect((await read(id))?.name).toBe('Quicker');
});

test('the editor of a mentor keeps a single time that was added meanwhile, and the version of the mentor stays valid', async () => {
  const { user, mentorId: id } = await addMentorWithAccount();
  const seenAt = (await read(id))?.updated_at;
  await db.as(user)`select public.save_single_times(${id}, ${sql.json([slot(21, 10)])}, '[]')`;
  const added = sql.json([slot(22, 10)]);
  const mentor = sql.json({ ...valid, id, updated_at: seenAt });
  await db.as(db.admin)`select public.save_mentor(${mentor}, 'asha@mentors.example', null, ${added})`;
  expect((await slotsOf(id)).map((one) => one.date)).toEqual(['2099-03-21', '2099-03-22']);
});

test('an address that the mentor changed meanwhile is not set back by an editor that was opened before', async () => {
  const id = await save(valid);
  const seenAt = (await read(id))?.updated_at;
  await sql`update public.mentor_private set email = 'new@mentors.example' where mentor_id = ${id}`;
  expect(await outcomes([save({ ...valid, id, updated_at: seenAt })])).toEqual(['PT409 mentor_changed_meanwhile']);
  expect(await read(id)).toMatchObject({ email: 'new@mentors.example' });
});

test('a slot of the editor takes the place of a generated time that it overlaps, and the mentor is told', async () => {
  const { mentorId: id } = await addMentorWithAccount();
  const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time, source)
    values (${id}, ${day}, '18:00', '18:45', 'rule')`;
  await save({ ...valid, id }, { slots: [{ date: day, start_time: '18:15', end_time: '19:00' }] });
  expect((await slotsOf(id)).map(({ start_time }) => start_time)).toEqual(['18:15:00']);
  const told = await sql`
    select from private.outbox where payload ->> 'mail' = 'hours_changed' and payload ->> 'mentor_id' = ${id}`;
  expect(told).toHaveLength(1);
});

test('a notice that the editor sets is not set back by a form of the hours that was opened before', async () => {
  const { user, mentorId: id } = await addMentorWithAccount();
  const [before] = await db.as(user)`select public.read_hours() as hours`;
  const saveHours = (hours: { updated_at: string }) =>
    db.as(user)`select public.save_hours(null, ${sql.json(hours as never)}, ${hours.updated_at})`;
  await save({ ...valid, id, min_notice_minutes: 2880 });
  expect(await outcomes([saveHours(before?.hours)])).toEqual(['PT409 hours_changed_meanwhile']);
  expect(await read(id)).toMatchObject({ min_notice_minutes: 2880 });
  // A save that leaves the notice as it is, is no new version of the hours.
  const [present] = await db.as(user)`select public.read_hours() as hours`;
  await save({ ...valid, id, title: 'Founder', min_notice_minutes: 2880 });
  expect(await outcomes([saveHours(present?.hours)])).toEqual(['done']);
});

test('a changed mentor is wholly as before when one slot is refused', async () => {
  const id = await save(valid, { slots: [slot(1, 10)] });
  const before = [await read(id), await slotsOf(id)];
  await expect(
    save(
      { ...valid, id, name: 'Half' },
      { email: 'half@mentors.example', slots: [slot(5, 10), { ...slot(6, 10), end_time: '09:00' }] },
    ),
  ).rejects.toMatchObject({ message: 'slot_ends_before_start' });
  expect([await read(id), await slotsOf(id)]).toEqual(before);
});

test('a changed mentor is in the audit log: who, what, before and after, the address without its value', async () => {
  const id = await save(valid);
  await save({ ...valid, id, price: 4000 }, { email: 'other@mentors.example', categories: [CATEGORIES[0] ?? ''] });
  const log = await db.as(db.admin)`select * from public.list_audit_log(3)`;
  expect(log.map(({ table_name, action, row_label, changes }) => ({ table_name, action, row_label, changes }))).toEqual(
    [
      {
        table_name: 'mentor_categories',
        action: 'insert',
        row_label: 'Asha Rao · Legal & Compliance',
        changes: { mentor_id: [null, id], category_id: [null, CATEGORIES[0]] },
      },
      { table_name: 'mentor_private', action: 'update', row_label: 'Asha Rao', changes: { email: null } },
      { table_name: 'mentors', action: 'update', row_label: 'Asha Rao', changes: { price: [3500, 4000] } },
    ],
  );
});

test('a time that is sold or held survives a save that leaves it out, with its row', async () => {
  const id = await db.addMentor();
  const sold = await db.addSlot(id, 3, '10:00', '11:00');
  const held = await db.addSlot(id, 3, '12:00', '13:00');
  const expired = await db.addSlot(id, 3, '14:00', '15:00');
  const free = await db.addSlot(id, 3, '16:00', '17:00');
  const { bookingId } = await db.buy(await db.addFounder(), sold);
  await db.hold(await db.addFounder(), held);
  await db.expireHold(await db.order(await db.addFounder(), expired));
  const before = await slotsOf(id);
  await save({ ...valid, id }, { slots: [slot(1, 10)] });
  expect((await slotsOf(id)).map((one) => [one.start_time, one.is_booked])).toEqual([
    ['10:00:00', true],
    ['12:00:00', false],
    ['10:00:00', false],
  ]);
  expect((await slotsOf(id)).slice(0, 2)).toEqual(before.slice(0, 2));
  expect(free.date).toBe(sold.date);
  const [booking] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(booking?.status).toBe('pending_admin_review');
});

test('a time that is sold or held stays sold when the form lists it again', async () => {
  const { mentorId, slot: sold } = await db.addPaidBooking();
  await save(
    { ...valid, id: mentorId },
    { slots: [{ date: sold.date, start_time: sold.startTime, end_time: sold.endTime }] },
  );
  expect(await db.isBooked(sold)).toBe(true);
  await expect(db.hold(await db.addFounder(), sold)).rejects.toMatchObject({ message: 'slot_taken' });
});

test('a time that is sold or held is sold for a new slot that overlaps it', async () => {
  const { mentorId, slot: sold } = await db.addPaidBooking();
  await save({ ...valid, id: mentorId }, { slots: [{ date: sold.date, start_time: '10:30', end_time: '11:30' }] });
  expect((await slotsOf(mentorId)).map((one) => one.is_booked)).toEqual([true, true]);
});

test('a time that is sold or held would be lost without the look at the claims', async () => {
  const { mentorId, slot: sold } = await db.addPaidBooking();
  await sql
    .begin(async (transaction) => {
      await transaction`
        create or replace function private.has_claim(p_mentor_id uuid, p_during tstzrange) returns boolean
        language sql stable set search_path = '' as 'select false'`;
      await transaction`select private.change_slots(${mentorId}, null, ${sql.json([
        { date: sold.date, start_time: sold.startTime, end_time: sold.endTime },
      ])})`;
      const rows = await transaction`select from public.mentor_availability where mentor_id = ${mentorId}`;
      expect(rows).toHaveLength(0);
      throw new Error('roll back');
    })
    .catch((error) => expect(error.message).toBe('roll back'));
  expect(await db.isBooked(sold)).toBe(true);
});

test('a time that is sold or held that is over does not stand in the way of a save', async () => {
  const id = await save(valid);
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${id}, '2020-01-01', '10:00', '11:00')`;
  await save({ ...valid, id }, { slots: [{ date: '2020-01-01', start_time: '10:00', end_time: '11:00' }] });
  expect(await slotsOf(id)).toHaveLength(1);
});

test('minimum notice and absence are saved, stay where they are not named, and are checked', async () => {
  const id = await save(valid);
  const kept = { min_notice_minutes: 720, is_taking_bookings: true, taking_bookings_from: null };
  expect(await read(id)).toMatchObject(kept);
  const [tomorrow] = await sql`select (private.today() + 1)::text as date, private.today()::text as today`;
  const away = { is_taking_bookings: false, taking_bookings_from: tomorrow?.date };
  await save({ ...valid, id, min_notice_minutes: 120, ...away });
  await save({ ...valid, id });
  expect(await read(id)).toMatchObject({ min_notice_minutes: 120, is_taking_bookings: false });
  await save({ ...valid, id, is_taking_bookings: true, taking_bookings_from: tomorrow?.date });
  expect(await read(id)).toMatchObject({ is_taking_bookings: true, taking_bookings_from: null });
  const refusals = [
    { min_notice_minutes: 119 },
    { min_notice_minutes: 10081 },
    { min_notice_minutes: '2h' },
    { is_taking_bookings: false, taking_bookings_from: tomorrow?.today },
    { taking_bookings_from: 'soon' },
  ];
  expect(await outcomes(refusals.map((wrong) => save({ ...valid, id, ...wrong })))).toEqual([
    'PT422 min_notice_invalid',
    'PT422 min_notice_invalid',
    'PT422 min_notice_invalid',
    'PT422 taking_bookings_from_past',
    'PT422 mentor_invalid',
  ]);
});

test('administrators are told which mentors have no open time in 14 days', async () => {
  const open = await db.addMentor();
  await db.addSlot(open, 10, '10:00', '11:00');
  const sold = await db.addMentor();
  await db.buy(await db.addFounder(), await db.addSlot(sold, 10, '10:00', '11:00'));
  const late = await db.addMentor();
  await db.addSlot(late, 16, '10:00', '11:00');
  const away = await db.addMentor();
  await db.addSlot(away, 10, '10:00', '11:00');
  await sql`update public.mentors set is_taking_bookings = false where id = ${away}`;
  const rows = await db.as(db.admin)`
    select id from public.mentors_without_times(${[open, sold, late, away]}::uuid[]) as id`;
  expect(rows.map(({ id }) => id).toSorted()).toEqual([sold, late, away].toSorted());
});
