/** Saving and deleting mentors: what is refused, what is written, and what is left alone. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingDesk, openBookingDesk } from '../booking-desk.ts';

let desk: BookingDesk;
let sql: postgres.Sql;
beforeAll(async () => {
  desk = await openBookingDesk();
  sql = desk.market.sql;
});
afterAll(async () => {
  expect(await desk.market.violations()).toEqual([]);
  await desk.market.close();
});

const CATEGORIES = [1, 2, 3].map((n) => `c0000000-0000-4000-8000-00000000000${n}`);
const valid = {
  name: 'Asha Rao',
  title: 'Partner',
  expertise: 'Sales',
  bio: 'Sold things for ten years.',
  price: 3500,
  image: '/media/asha.webp',
  specializations: ['B2B', 'Pricing'],
};
type Slots = { date: string | null; start_time: string | null; end_time: string | null }[];

async function save(
  mentor: Record<string, unknown>,
  rest: { email?: string | null; categories?: string[] | null; slots?: Slots | null; who?: string } = {},
): Promise<string> {
  const { email = 'asha@mentors.example', categories = null, slots = null } = rest;
  const [row] = await desk.as(
    rest.who ?? desk.admin,
    (as) => as`
      select public.save_mentor(${as.json(mentor as postgres.JSONValue)}, ${email}, ${categories},
        ${slots ? as.json(slots) : null}) as id`,
  );
  return row?.id;
}

async function read(id: string) {
  const [row] = await sql`
    select m.*, p.email,
      array(select category_id::text from public.mentor_categories where mentor_id = m.id order by 1) as categories
    from public.mentors m left join public.mentor_private p on p.mentor_id = m.id where m.id = ${id}`;
  return row;
}

async function slotsOf(id: string) {
  const rows = await sql`
    select id, date::text, start_time::text, is_booked from public.mentor_availability
    where mentor_id = ${id} order by date, start_time`;
  return [...rows];
}

const slot = (day: number, hour: number) => ({
  date: `2099-03-${String(day).padStart(2, '0')}`,
  start_time: `${hour}:00`,
  end_time: `${hour + 1}:00`,
});

describe('a new mentor', () => {
  test('has every field, no rating yet, and an id that the browser may choose', async () => {
    const id = randomUUID();
    const slots = [slot(1, 10), slot(2, 10)];
    expect(await save({ id, ...valid }, { categories: CATEGORIES.slice(0, 2), slots })).toBe(id);
    expect(await read(id)).toMatchObject({
      ...valid,
      email: 'asha@mentors.example',
      rating: '0.0',
      reviews: 0,
      is_featured_on_homepage: false,
      categories: CATEGORIES.slice(0, 2),
    });
    expect((await slotsOf(id)).map((one) => one.date)).toEqual(['2099-03-01', '2099-03-02']);
  });

  test('is found by its category at once', async () => {
    await save({ ...valid, name: 'Zubeida Findable' }, { categories: [CATEGORIES[0] ?? ''] });
    const rows = await sql`select name from public.search_mentors('zubeida', 'Legal & Compliance')`;
    expect(rows).toHaveLength(1);
  });

  test('without a portrait of its own is refused', async () => {
    for (const image of ['', null, '/placeholder.svg']) {
      await expect(save({ ...valid, image })).rejects.toMatchObject({
        code: 'PT422',
        message: 'image_required',
      });
    }
  });
});

describe('the database asks for', () => {
  const refusals: [string, Record<string, unknown>, { email?: string | null; categories?: string[] }][] = [
    ['name_required', { name: '  ' }, {}],
    ['name_too_long', { name: 'x'.repeat(201) }, {}],
    ['title_required', { title: '' }, {}],
    ['expertise_required', { expertise: null }, {}],
    ['bio_required', { bio: '\t\n '.trim() }, {}],
    ['bio_too_long', { bio: 'x'.repeat(10_001) }, {}],
    ['price_invalid', { price: 0 }, {}],
    ['price_invalid', { price: -5 }, {}],
    ['price_invalid', { price: 99.5 }, {}],
    ['price_invalid', { price: 'much' }, {}],
    ['price_invalid', { price: 1_000_001 }, {}],
    ['price_invalid', { price: null }, {}],
    ['image_invalid', { image: 'javascript:alert(1)' }, {}],
    ['email_required', {}, { email: ' ' }],
    ['email_required', {}, { email: null }],
    ['email_invalid', {}, { email: 'asha@' }],
    ['email_invalid', {}, { email: 'asha rao@mentors.example' }],
    ['specializations_invalid', { specializations: 'B2B' }, {}],
    ['specializations_invalid', { specializations: ['x'.repeat(101)] }, {}],
    ['category_not_found', {}, { categories: [randomUUID()] }],
    ['mentor_invalid', { id: 'new' }, {}],
  ];
  test.each(refusals)('%s: %j %j', async (message, fields, rest) => {
    const [before] = await sql`select count(*) from public.mentors`;
    await expect(save({ ...valid, ...fields }, rest)).rejects.toMatchObject({ code: 'PT422', message });
    expect(await sql`select count(*) from public.mentors`).toEqual([before]);
  });

  test('everything that is missing, at once', async () => {
    await expect(save({}, { email: '' })).rejects.toMatchObject({
      message: 'name_required',
      detail:
        'name_required,title_required,expertise_required,bio_required,price_invalid,image_required,email_required',
    });
  });

  test.each([
    ['slot_incomplete', { date: null, start_time: '10:00', end_time: '11:00' }],
    ['slot_incomplete', { date: '2099-01-01', start_time: '', end_time: '11:00' }],
    ['slot_incomplete', { date: '2099-02-30', start_time: '10:00', end_time: '11:00' }],
    ['slot_incomplete', { date: 'infinity', start_time: '10:00', end_time: '11:00' }],
    ['slot_ends_before_start', { date: '2099-01-01', start_time: '11:00', end_time: '10:00' }],
    ['slot_ends_before_start', { date: '2099-01-01', start_time: '11:00', end_time: '11:00' }],
    ['slot_in_past', { date: '2020-01-01', start_time: '10:00', end_time: '11:00' }],
  ])('%s: %j', async (message, one) => {
    await expect(save(valid, { slots: [slot(1, 9), one] })).rejects.toMatchObject({ code: 'PT422', message });
  });

  test('the same of a client that writes to the table itself', async () => {
    const id = await save(valid);
    for (const [message, change] of [
      ['name_required', { name: ' ' }],
      ['bio_required', { bio: '' }],
      ['price_invalid', { price: 0 }],
    ] as const) {
      await expect(
        desk.as(desk.admin, (as) => as`update public.mentors set ${as(change)} where id = ${id}`),
      ).rejects.toMatchObject({ code: 'PT422', message });
    }
    await expect(
      desk.as(desk.admin, (as) => as`insert into public.mentors (name) values ('Only a name')`),
    ).rejects.toMatchObject({ code: 'PT422', message: 'title_required' });
  });

  test('nothing of a mentor of an older time who is merely featured', async () => {
    const id = await desk.market.addMentor(0);
    await desk.as(desk.admin, (as) => as`select public.set_homepage_feature(${id}, true)`);
    await desk.as(desk.admin, (as) => as`select public.set_homepage_feature(${id}, false)`);
  });
});

describe('a changed mentor', () => {
  test('keeps what the form does not know, and what was left out', async () => {
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

  test('has the categories and slots of the form, and rows that stay keep their ids', async () => {
    const id = await save(valid, { categories: CATEGORIES.slice(0, 2), slots: [slot(1, 10), slot(2, 10)] });
    const before = await slotsOf(id);
    await save(
      { ...valid, id },
      { categories: CATEGORIES.slice(1), slots: [slot(2, 10), slot(3, 10), slot(3, 10)] },
    );
    const after = await slotsOf(id);
    expect((await read(id))?.categories).toEqual(CATEGORIES.slice(1));
    expect(after.map((one) => one.date)).toEqual(['2099-03-02', '2099-03-03']);
    expect(after[0]).toEqual(before[1]);
    await save({ ...valid, id }, { categories: [], slots: [] });
    expect([(await read(id))?.categories, await slotsOf(id)]).toEqual([[], []]);
  });

  test('that somebody deleted meanwhile does not come back', async () => {
    const id = await save(valid);
    const seenAt = (await read(id))?.updated_at;
    await desk.as(desk.admin, (as) => as`select public.delete_mentor(${id})`);
    await expect(save({ ...valid, id, updated_at: seenAt })).rejects.toMatchObject({
      code: 'PT404',
      message: 'mentor_not_found',
    });
  });

  test('that somebody else changed meanwhile is not overwritten', async () => {
    const id = await save(valid);
    const seenAt = (await read(id))?.updated_at;
    await save({ ...valid, id, name: 'Quicker', updated_at: seenAt });
    await expect(save({ ...valid, id, name: 'Slower', updated_at: seenAt })).rejects.toMatchObject({
      code: 'PT409',
      message: 'mentor_changed_meanwhile',
    });
    expect((await read(id))?.name).toBe('Quicker');
  });

  test('is wholly as before when one slot is refused', async () => {
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

  test('is in the audit log: who, what, before and after, the address without its value', async () => {
    const id = await save(valid);
    await save(
      { ...valid, id, price: 4000 },
      { email: 'other@mentors.example', categories: [CATEGORIES[0] ?? ''] },
    );
    const log = await desk.as(desk.admin, (as) => as`select * from public.list_audit_log(3)`);
    expect(
      log.map(({ table_name, action, row_label, changes }) => ({ table_name, action, row_label, changes })),
    ).toEqual([
      {
        table_name: 'mentor_categories',
        action: 'insert',
        row_label: 'Asha Rao · Legal & Compliance',
        changes: { mentor_id: [null, id], category_id: [null, CATEGORIES[0]] },
      },
      { table_name: 'mentor_private', action: 'update', row_label: 'Asha Rao', changes: { email: null } },
      { table_name: 'mentors', action: 'update', row_label: 'Asha Rao', changes: { price: [3500, 4000] } },
    ]);
  });
});

describe('a time that is sold or held', () => {
  test('survives a save that leaves it out, with its row', async () => {
    const { market } = desk;
    const id = await market.addMentor();
    const sold = await market.addSlot(id, 3, '10:00', '11:00');
    const held = await market.addSlot(id, 3, '12:00', '13:00');
    const expired = await market.addSlot(id, 3, '14:00', '15:00');
    const free = await market.addSlot(id, 3, '16:00', '17:00');
    const { bookingId } = await market.buy(await market.addFounder(), sold);
    await market.hold(await market.addFounder(), held);
    await market.expireHold(await market.order(await market.addFounder(), expired));
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

  test('stays sold when the form lists it again', async () => {
    const { market } = desk;
    const { mentorId, slot: sold } = await desk.aPaidBooking();
    await save(
      { ...valid, id: mentorId },
      {
        slots: [{ date: sold.date, start_time: sold.startTime, end_time: sold.endTime }],
      },
    );
    expect(await market.isBooked(sold)).toBe(true);
    await expect(market.hold(await market.addFounder(), sold)).rejects.toMatchObject({
      message: 'slot_taken',
    });
  });

  test('is sold for a new slot that overlaps it', async () => {
    const { mentorId, slot: sold } = await desk.aPaidBooking();
    await save(
      { ...valid, id: mentorId },
      { slots: [{ date: sold.date, start_time: '10:30', end_time: '11:30' }] },
    );
    expect((await slotsOf(mentorId)).map((one) => one.is_booked)).toEqual([true, true]);
  });

  test('would be lost without the look at the claims', async () => {
    const { mentorId, slot: sold } = await desk.aPaidBooking();
    await sql
      .begin(async (transaction) => {
        await transaction`
          create or replace function private.has_claim(p_mentor_id uuid, p_during tstzrange) returns boolean
          language sql stable set search_path = '' as 'select false'`;
        await transaction`select private.replace_slots(${mentorId}, '[]')`;
        const rows = await transaction`select from public.mentor_availability where mentor_id = ${mentorId}`;
        expect(rows).toHaveLength(0);
        throw new Error('roll back');
      })
      .catch((error) => expect(error.message).toBe('roll back'));
    expect(await desk.market.isBooked(sold)).toBe(true);
  });

  test('that is over does not stand in the way of a save', async () => {
    const id = await save(valid);
    await sql`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${id}, '2020-01-01', '10:00', '11:00')`;
    await save({ ...valid, id }, { slots: [{ date: '2020-01-01', start_time: '10:00', end_time: '11:00' }] });
    expect(await slotsOf(id)).toHaveLength(1);
  });
});

describe('deleting', () => {
  const remove = (id: string, who = desk.admin) =>
    desk.as(who, (as) => as`select public.delete_mentor(${id})`);

  test('takes categories, slots, reviews and the address along, and leaves past bookings', async () => {
    const founder = await desk.market.addFounder();
    const { id: bookingId, mentorId } = await desk.aBooking({ owner: founder, status: 'rejected' });
    await save({ ...valid, id: mentorId }, { categories: CATEGORIES });
    await sql`
      insert into public.mentor_reviews (mentor_id, author_name, rating) values (${mentorId}, 'Ravi', 5)`;
    await remove(mentorId);
    for (const table of ['mentor_categories', 'mentor_availability', 'mentor_reviews', 'mentor_private']) {
      expect(await sql`select from ${sql(`public.${table}`)} where mentor_id = ${mentorId}`).toHaveLength(0);
    }
    const [booking] = await desk.as(
      founder,
      (as) => as`select mentor_id, mentor_name, status from public.bookings where id = ${bookingId}`,
    );
    expect(booking).toEqual({ mentor_id: null, mentor_name: 'Dev Mentor', status: 'rejected' });
  });

  test('is refused while there are sessions to come or payments under way', async () => {
    const { mentorId, bookingId } = await desk.aPaidBooking();
    await expect(remove(mentorId)).rejects.toMatchObject({
      code: 'PT409',
      message: 'mentor_has_open_bookings',
    });
    await desk.setStatus(desk.admin, bookingId, 'confirmed');
    await expect(remove(mentorId)).rejects.toMatchObject({ message: 'mentor_has_open_bookings' });
    const held = await desk.market.addMentor();
    await desk.market.hold(
      await desk.market.addFounder(),
      await desk.market.addSlot(held, 2, '10:00', '11:00'),
    );
    await expect(remove(held)).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_payments' });
  });

  test('nobody is not found', async () => {
    await expect(remove(randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'mentor_not_found' });
  });

  test('and saving are an administrator’s', async () => {
    const founder = await desk.market.addFounder();
    const id = await save(valid);
    await expect(remove(id, founder)).rejects.toMatchObject({ message: 'admin_only' });
    await expect(save({ ...valid, id }, { who: founder })).rejects.toMatchObject({ message: 'admin_only' });
    expect(await read(id)).toMatchObject(valid);
  });
});

describe('the home page', () => {
  const feature = (id: string, isFeatured: boolean) =>
    desk.as(desk.admin, (as) => as`select public.set_homepage_feature(${id}, ${isFeatured})`);
  const place = (id: string, order: number | null) =>
    desk.as(desk.admin, (as) => as`select public.set_display_order(${id}, ${order})`);

  test('takes four mentors, in four places', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await Promise.all(
      ['Asha', 'Bala', 'Chandra', 'Devi', 'Esha'].map((name) => save({ ...valid, name })),
    );
    for (const id of [a, b, c, d]) await feature(id, true);
    await feature(a, true);
    await expect(feature(e, true)).rejects.toMatchObject({
      code: 'PT409',
      message: 'too_many_featured_mentors',
    });
    await place(a, 1);
    await expect(place(b, 1)).rejects.toMatchObject({
      code: 'PT409',
      message: 'display_order_taken',
      detail: 'Asha',
    });
    await place(a, 1);
    await place(b, 4);
    for (const order of [0, 5, -1]) {
      await expect(place(c, order)).rejects.toMatchObject({
        code: 'PT422',
        message: 'display_order_out_of_range',
      });
    }
    await expect(place(e, 2)).rejects.toMatchObject({ code: 'PT409', message: 'mentor_not_featured' });
    await feature(a, false);
    expect(await read(a)).toMatchObject({ is_featured_on_homepage: false, homepage_display_order: null });
    await place(b, 1);
    await place(b, null);
    await feature(e, true);
    await expect(feature(randomUUID(), true)).rejects.toMatchObject({
      code: 'PT404',
      message: 'mentor_not_found',
    });
    await expect(place(randomUUID(), 1)).rejects.toMatchObject({
      code: 'PT404',
      message: 'mentor_not_found',
    });
  });
});
