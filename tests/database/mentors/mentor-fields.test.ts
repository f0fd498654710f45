/** What the database asks of a mentor, and what a new one is. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { CATEGORIES, createMentorForm, slot, valid } from './mentor-form.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { save, read, slotsOf } = createMentorForm(db);

test('a new mentor has every field, no rating yet, and an id that the browser may choose', async () => {
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

test('a new mentor is found by its category at once', async () => {
  await save({ ...valid, name: 'Zubeida Findable' }, { categories: [CATEGORIES[0] ?? ''] });
  const rows = await sql`select name from public.search_mentors('zubeida', 'Legal & Compliance')`;
  expect(rows).toHaveLength(1);
});

test('a new mentor without a portrait of its own is refused', async () => {
  for (const image of ['', null, '/placeholder.svg']) {
    await expect(save({ ...valid, image })).rejects.toMatchObject({ code: 'PT422', message: 'image_required' });
  }
});

describe('the database asks for', () => {
  const refusals: [string, Record<string, unknown>, { email?: string | null; categories?: string[] }][] = [
    ['name_required', { name: '  ' }, {}],
    ['name_too_long', { name: 'x'.repeat(201) }, {}],
    ['title_required', { title: '' }, {}],
    ['expertise_required', { expertise: null }, {}],
    ['bio_required', { bio: '\t\n ' }, {}],
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
    ['companies_invalid', { companies: ['A', 'B', 'C', 'D', 'E', 'F'] }, {}],
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
      await expect(db.as(db.admin)`update public.mentors set ${sql(change)} where id = ${id}`).rejects.toMatchObject({
        code: 'PT422',
        message,
      });
    }
    expect(await outcomes([db.as(db.admin)`insert into public.mentors (name) values ('Only a name')`])).toEqual([
      'PT422 title_required',
    ]);
  });

  test('nothing of a mentor of an older time who is merely featured', async () => {
    const id = await db.addMentor(0);
    await db.as(db.admin)`select public.set_homepage_feature(${id}, true)`;
    await db.as(db.admin)`select public.set_homepage_feature(${id}, false)`;
  });
});
