/** Categories: what they are called, when they may be deleted, and what follows from a change. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { categorySchema } from '#features/mentors/listing/admin/category-form.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { claimsOf, seedPeople } from '#tests/kit/personas.ts';

const db = provideDatabase();
let pool: postgres.Sql;
beforeAll(async () => {
  await seedPeople(db.sql);
  pool = postgres(db.url, { max: 3, onnotice: () => {} });
});
afterAll(async () => {
  await pool.end();
});

const FUNDRAISING = 'c0000000-0000-4000-8000-000000000002';
let ownId: string;
beforeEach(async () => {
  await db.sql`delete from public.mentor_categories`;
  await db.sql`delete from public.categories where id::text not like 'c0000000%'`;
  ownId = randomUUID();
  await db.sql`insert into public.categories (id, name, order_index) values (${ownId}, 'Own', 9)`;
});

const link = (mentorId: string, categoryId = ownId) =>
  db.sql`insert into public.mentor_categories (mentor_id, category_id) values (${mentorId}, ${categoryId})`;

describe('the name of a category', () => {
  const takes = async (name: string) => {
    try {
      await db.sql`update public.categories set name = ${name} where id = ${ownId}`;
      return true;
    } catch (error) {
      expect(Object(error).constraint_name).toBe('categories_name_shape');
      return false;
    }
  };

  test.each([
    ['Design', true],
    ['A', true],
    ['é'.repeat(80), true],
    ['😀'.repeat(80), true],
    ['é'.repeat(81), false],
    ['', false],
    [' \u3164\n', false],
    [' Design', true],
    ['Design\n', true],
    ['De\nsign', true],
    ['ALL', false],
    ['All things', true],
  ])('%j is taken by the database as by the form: %s', async (name, isTaken) => {
    expect(await takes(name)).toBe(isTaken);
    const checked = categorySchema.safeParse({ name, description: '', icon: '' });
    expect(checked.success).toBe(isTaken);
    if (!checked.success) return;
    const [stored] = await db.sql`select name from public.categories where id = ${ownId}`;
    expect(stored?.name).toBe(checked.data.name);
  });

  test('is unique without regard to case', async () => {
    await expect(db.sql`insert into public.categories (name) values ('fundRAISING')`).rejects.toMatchObject({
      code: '23505',
      constraint_name: 'categories_name_key',
    });
  });
});

describe('deleting a category', () => {
  const remove = () => db.sql`delete from public.categories where id = ${ownId} returning id`;

  test('is refused while mentors have it, with their number, whoever asks', async () => {
    await link(await db.addMentor());
    await link(await db.addMentor());
    const refusal = { code: 'PT409', message: 'category_in_use', detail: '2' };
    await expect(remove()).rejects.toMatchObject(refusal);
    await expect(
      pool.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf('administrator'))}, true)`;
        await sql`set local role authenticated`;
        await sql`delete from public.categories where id = ${ownId}`;
      }),
    ).rejects.toMatchObject(refusal);
    // Negative control: without the guard the links refuse, and nothing goes with the category.
    await db.sql`alter table public.categories disable trigger guard_category_deletion`;
    await expect(remove()).rejects.toMatchObject({ code: '23503' });
    await db.sql`alter table public.categories enable trigger guard_category_deletion`;
    await db.sql`delete from public.mentor_categories`;
    expect(await remove()).toHaveLength(1);
  });

  test('waits for a mentor who is getting it, and counts that mentor', async () => {
    const mentorId = await db.addMentor();
    const { promise: isLinked, resolve: tellLinked } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
    const linking = pool.begin(async (sql) => {
      await sql`insert into public.mentor_categories (mentor_id, category_id) values (${mentorId}, ${ownId})`;
      tellLinked();
      await mayCommit;
    });
    await isLinked;
    const removing = expect(pool`delete from public.categories where id = ${ownId}`).rejects.toMatchObject({
      message: 'category_in_use',
      detail: '1',
    });
    await expect
      .poll(() => db.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .toHaveLength(1);
    letCommit();
    await Promise.all([linking, removing]);
  });
});

test('categories are listed in their order with the number of their mentors, to administrators alone', async () => {
  const mentorId = await db.addMentor();
  await link(mentorId);
  await link(mentorId, FUNDRAISING);
  await link(await db.addMentor(), FUNDRAISING);
  const rows = await db.as(db.admin)`select name, mentor_count from public.list_categories()`;
  expect(rows.map(({ name }) => name)).toEqual([
    ...['Legal & Compliance', 'Fundraising', 'Marketing & Branding', 'Product Development', 'Operations', 'Sales'],
    ...['Technology', 'Growth', 'Own'],
  ]);
  expect(rows.map(({ mentor_count }) => mentor_count)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 1]);
});

test('a mentor’s categories come in their order, and moving them leaves the mentors untouched', async () => {
  const mentorId = await db.addMentor();
  await db.sql`update public.mentors set name = 'Ordered' where id = ${mentorId}`;
  await link(mentorId, FUNDRAISING);
  await link(mentorId);
  const read = async () => {
    const [row] = await db.sql`
      select s.categories, m.updated_at from public.search_mentors('Ordered') s join public.mentors m using (id)`;
    return row;
  };
  const before = await read();
  expect(before?.categories).toEqual(['Fundraising', 'Own']);
  const seen = (await db.sql`select id from public.categories order by order_index`).map(({ id }) => id);
  await db.as(db.admin)`select public.reorder_categories(${[...seen].reverse()}, ${seen})`;
  expect(await read()).toEqual({ ...before, categories: ['Own', 'Fundraising'] });
  await db.as(db.admin)`select public.reorder_categories(${seen}, ${[...seen].reverse()})`;
});
