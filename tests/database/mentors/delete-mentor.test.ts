/** Deleting mentors, and who is on the home page. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { untilBlockedOr } from '#tests/kit/lock-barrier.ts';
import { CATEGORIES, createMentorForm, valid } from './mentor-form.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { save, read } = createMentorForm(db);

const remove = (id: string, who = db.admin) => db.as(who)`select public.delete_mentor(${id})`;

test('deleting a mentor takes categories, slots, reviews and the address along, and leaves past bookings', async () => {
  const founder = await db.addFounder();
  const { id: bookingId, mentorId } = await db.addBooking({ owner: founder, status: 'rejected' });
  await save({ ...valid, id: mentorId }, { categories: CATEGORIES });
  await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating) values (${mentorId}, 'Ravi', 5)`;
  await remove(mentorId);
  for (const table of ['mentor_categories', 'mentor_availability', 'mentor_reviews', 'mentor_private']) {
    expect(await sql`select from ${sql(`public.${table}`)} where mentor_id = ${mentorId}`).toHaveLength(0);
  }
  const [booking] = await db.as(
    founder,
  )`select mentor_id, mentor_name, status from public.bookings where id = ${bookingId}`;
  expect(booking).toEqual({ mentor_id: null, mentor_name: 'Dev Mentor', status: 'rejected' });
});

test('deleting a mentor is refused while there are sessions to come or payments under way', async () => {
  const { mentorId, bookingId } = await db.addPaidBooking();
  await expect(remove(mentorId)).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_bookings' });
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await expect(remove(mentorId)).rejects.toMatchObject({ message: 'mentor_has_open_bookings' });
  const held = await db.addMentor();
  await db.hold(await db.addFounder(), await db.addSlot(held, 2, '10:00', '11:00'));
  await expect(remove(held)).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_payments' });
});

test('a mentor is not deleted before the worker has noted what the last session earned', async () => {
  const { mentorId } = await db.addPaidBookingIn(-2);
  await expect(remove(mentorId)).rejects.toMatchObject({ message: 'mentor_has_open_bookings' });
  await db.completeSessions();
  await expect(remove(mentorId)).rejects.toMatchObject({ message: 'mentor_has_earnings' });
});

test('deleting a mentor whose hours are saved at the same moment waits, and neither waits for ever', async () => {
  const id = await db.addMentor();
  const { removed } = await sql.begin(async (by) => {
    // As save_hours begins.
    await by`select from public.mentors where id = ${id} for no key update`;
    let isOver = false;
    const removed = outcomes([remove(id)]).finally(() => {
      isOver = true;
    });
    await untilBlockedOr(sql, () => isOver);
    await by`select private.lock_mentor(${id})`;
    return { removed };
  });
  expect(await removed).toEqual(['done']);
});

test.each([
  ['mentor_categories', 'mentor_categories_not_deleted'],
  ['mentor_availability', 'mentor_availability_not_deleted'],
])('deleting a mentor changes nothing where rows of %s stay, and says so', async (table, message) => {
  const id = await save(valid, { categories: CATEGORIES });
  await db.addSlot(id, 2, '10:00', '11:00');
  const undo = await fail(table, 'true');
  await expect(remove(id)).rejects.toMatchObject({ code: 'PT500', message, detail: 'the disk is full' });
  await undo();
  expect(await read(id)).toMatchObject(valid);
  for (const kept of ['mentor_categories', 'mentor_availability']) {
    expect(await sql`select from ${sql(`public.${kept}`)} where mentor_id = ${id}`).not.toHaveLength(0);
  }
  await remove(id);
  expect(await sql`select from public.mentors where id = ${id}`).toHaveLength(0);
});

test('deleting a mentor goes on where the reviews were not deleted at first', async () => {
  const id = await save(valid);
  await sql`insert into public.mentor_reviews (mentor_id, author_name, rating) values (${id}, 'Ravi', 5)`;
  await sql`create sequence public.tries`;
  const undo = await fail('mentor_reviews', `nextval('public.tries') = 1`);
  await remove(id);
  await undo();
  expect(await sql`select from public.mentor_reviews where mentor_id = ${id}`).toHaveLength(0);
  expect(await sql`select from public.mentors where id = ${id}`).toHaveLength(0);
});

/** Deleting rows of a table fails while a condition holds, until the answer is called. */
async function fail(table: string, condition: string): Promise<() => Promise<unknown>> {
  await sql.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
    begin
      if ${condition} then raise exception 'the disk is full'; end if;
      return old;
    end $$;
    create trigger fail before delete on public.${table} for each row execute function public.fail();`);
  return () => sql.unsafe('drop function public.fail() cascade');
}

test('deleting a mentor who does not exist is answered with not found', async () => {
  await expect(remove(randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'mentor_not_found' });
});

test('deleting and saving mentors are for administrators alone', async () => {
  const founder = await db.addFounder();
  const id = await save(valid);
  await expect(remove(id, founder)).rejects.toMatchObject({ message: 'admin_only' });
  await expect(save({ ...valid, id }, { who: founder })).rejects.toMatchObject({ message: 'admin_only' });
  expect(await read(id)).toMatchObject(valid);
});

const feature = (id: string, isFeatured: boolean) =>
  db.as(db.admin)`select public.set_homepage_feature(${id}, ${isFeatured})`;
const place = (id: string, order: number | null) => db.as(db.admin)`select public.set_display_order(${id}, ${order})`;

test('the home page takes four mentors, in four places', async () => {
  const [a = '', b = '', c = '', d = '', e = ''] = await Promise.all(
    ['Asha', 'Bala', 'Chandra', 'Devi', 'Esha'].map((name) => save({ ...valid, name })),
  );
  for (const id of [a, b, c, d]) await feature(id, true);
  await feature(a, true);
  await expect(feature(e, true)).rejects.toMatchObject({ code: 'PT409', message: 'too_many_featured_mentors' });
  await place(a, 1);
  await expect(place(b, 1)).rejects.toMatchObject({ code: 'PT409', message: 'display_order_taken', detail: 'Asha' });
  await place(a, 1);
  await place(b, 4);
  for (const order of [0, 5, -1]) {
    await expect(place(c, order)).rejects.toMatchObject({ code: 'PT422', message: 'display_order_out_of_range' });
  }
  await expect(place(e, 2)).rejects.toMatchObject({ code: 'PT409', message: 'mentor_not_featured' });
  await feature(a, false);
  expect(await read(a)).toMatchObject({ is_featured_on_homepage: false, homepage_display_order: null });
  await place(b, 1);
  await place(b, null);
  await feature(e, true);
  await expect(feature(randomUUID(), true)).rejects.toMatchObject({ code: 'PT404', message: 'mentor_not_found' });
  await expect(place(randomUUID(), 1)).rejects.toMatchObject({ code: 'PT404', message: 'mentor_not_found' });
});
