/** Slugs of mentors and categories, and what the sitemap reads (docs/product/mentors.md#addresses-and-sharing). */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { isSlug } from '#rules/mentors/mentor-path.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

/** One statement of somebody who is not signed in. */
function visitor(template: TemplateStringsArray, ...values: string[]) {
  return sql.begin(async (transaction) => {
    await transaction`set local role anon`;
    return transaction(template, ...values);
  }) as unknown as Promise<postgres.RowList<postgres.Row[]>>;
}

async function add(name: string, id: string = randomUUID()): Promise<{ id: string; slug: string }> {
  const [row] = await sql`insert into public.mentors (id, name) values (${id}, ${name}) returning id, slug`;
  return row as { id: string; slug: string };
}
const rename = async (id: string, name: string): Promise<string> =>
  (await sql`update public.mentors set name = ${name} where id = ${id} returning slug`)[0]?.slug;
const found = async (slug: string): Promise<string | null> =>
  (await visitor`select public.mentor_of_slug(${slug}) as id`)[0]?.id;

test.each([
  ['Zoya Menon', 'zoya-menon'],
  ["Dr. R.K. D'Souza (Ph.D.)", 'dr-rk-dsouza-phd'],
  ['Anne-Marie - B', 'anne-marie-b'],
  ['José Ångström', 'jose-angstrom'],
  ['Søren Łukasz Weiß', 'soren-lukasz-weiss'],
  ['Q & A', 'q-a'],
])('the database makes of the mentor’s name “%s” the slug %s', async (name, slug) => {
  expect((await add(name)).slug).toBe(slug);
});

test.each(['Category', 'Saved', 'New', 'Edit', 'search'])(
  'a mentor named “%s” gets a slug that no page has',
  async (name) => {
    expect((await add(name)).slug).toBe(`${name.toLowerCase()}-2`);
  },
);

test('names without a Latin letter, of the same letters and like an id give different slugs that are well formed', async () => {
  const id = randomUUID();
  const names = [
    '🚀',
    'अनन्या',
    '---',
    `Asha ${id}`,
    id,
    'x'.repeat(200),
    `${'x'.repeat(79)} y`,
    'Twin',
    'Twin',
    'twin!',
  ];
  const slugs: string[] = [];
  for (const name of names) slugs.push((await add(name)).slug);
  expect(new Set(slugs).size).toBe(names.length);
  for (const slug of slugs) expect(slug).toSatisfy(isSlug);
  expect(slugs.slice(7)).toEqual(['twin', 'twin-2', 'twin-3']);
  expect(slugs[3]).toBe(`asha-${id}-2`);
  const rocket = await add('🚀');
  expect(rocket.slug).toBe(`mentor-${rocket.id.slice(0, 8)}`);
});

test('every earlier slug leads to its mentor, in capitals too, and to nobody else, also once the mentor is gone', async () => {
  const mentor = await add('First Name');
  expect(await rename(mentor.id, 'Second Name')).toBe('second-name');
  expect(await rename(mentor.id, 'Third Name')).toBe('third-name');
  for (const slug of ['first-name', 'second-name', 'third-name', 'First-NAME']) {
    expect(await found(slug), slug).toBe(mentor.id);
  }
  const other = await add('First Name');
  expect(other.slug).toBe('first-name-2');
  expect(await rename(mentor.id, 'First Name')).toBe('first-name');
  expect(await rename(mentor.id, 'First Name!')).toBe('first-name');
  await sql`delete from public.mentors where id = ${mentor.id}`;
  expect(await found('second-name')).toBeNull();
  expect((await add('Second Name')).slug).toBe('second-name-2');
});

test('a draft is not found by its slug', async () => {
  const { id, slug } = await add('Hidden Draft');
  await sql`update public.mentors set listing_state = 'draft' where id = ${id}`;
  expect(await found(slug)).toBeNull();
});

test('a slug that anybody writes, administrators and the server included, is replaced by that of the name', async () => {
  const { id, slug } = await add('Own Slug');
  for (const person of [db.as(db.admin), db.service]) {
    await person`update public.mentors set slug = 'better-place' where id = ${id}`;
  }
  await db.service`update public.categories set slug = 'better-place' where name = 'Sales'`;
  const byAdmin = db.as(db.admin)`update public.categories set slug = 'better-place' where name = 'Sales'`;
  expect(await outcomes([byAdmin])).toEqual(['42501 permission denied for table categories']);
  const [row] = await sql`
    select slug, (select slug from public.categories where name = 'Sales') as category from public.mentors where id = ${id}`;
  expect(row).toEqual({ slug, category: 'sales' });
  const [made] = await sql`insert into public.mentors (name, slug) values ('Made Here', 'sales') returning slug`;
  expect(made?.slug).toBe('made-here');
  for (const table of ['private.mentor_slugs', 'private.category_slugs']) {
    const query = `select from ${table}`;
    const refused = expect.stringMatching(/^42501 permission denied/);
    expect(await outcomes([db.as(db.admin).unsafe(query), db.service.unsafe(query)])).toEqual([refused, refused]);
  }
});

test('twenty mentors of one name who are added at once have twenty slugs', async () => {
  const added = await Promise.all(Array.from({ length: 20 }, () => add('Crowd')));
  expect(new Set(added.map(({ slug }) => slug)).size).toBe(20);
});

test('a category’s slug says “and” for “&”, and its former slugs lead to the present one', async () => {
  const slugs = async () =>
    (await sql`select slug from public.categories order by order_index`).map(({ slug }) => slug);
  expect((await slugs()).slice(0, 3)).toEqual(['legal-and-compliance', 'fundraising', 'marketing-and-branding']);
  await sql`update public.categories set name = 'Money & Investors' where name = 'Fundraising'`;
  try {
    const read = visitor`select name, slug from public.category_of_slug('Fundraising')`;
    expect(await read).toEqual([{ name: 'Money & Investors', slug: 'money-and-investors' }]);
    expect(await visitor`select from public.category_of_slug('nothing')`).toEqual([]);
  } finally {
    await sql`update public.categories set name = 'Fundraising' where slug = 'money-and-investors'`;
  }
  expect(await slugs()).toContain('fundraising');
});

test('the sitemap has listed mentors and categories with one, page by page, with their latest change', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await sql`
    insert into public.mentor_categories (mentor_id, category_id)
    select ${mentorId}, id from public.categories where name = 'Operations'`;
  await sql`update public.mentors set updated_at = '2026-01-01' where id = ${mentorId}`;
  const left = await add('Gone Away');
  await sql`update public.mentors set listing_state = 'left' where id = ${left.id}`;

  const entries = await visitor`select * from public.sitemap_entries()`;
  const paths = entries.map(({ path }) => path);
  const [{ slug }] = (await sql`select slug from public.mentors where id = ${mentorId}`) as unknown as [
    { slug: string },
  ];
  expect(paths.filter((path) => path.startsWith('category/'))).toEqual(['category/operations']);
  expect(paths).toContain(`${slug}-${mentorId}`);
  expect(paths.join()).not.toContain(left.id);

  const paged: string[] = [];
  for (;;) {
    const page = await visitor`select path from public.sitemap_entries(${paged.at(-1) ?? ''}, 3)`;
    paged.push(...page.map(({ path }) => path));
    if (page.length < 3) break;
  }
  expect(paged).toEqual(paths);

  const before = entries.find(({ path }) => path === `${slug}-${mentorId}`)?.changed_at;
  await db.submitReview(founder, bookingId);
  const [after] = await visitor`
    select changed_at from public.sitemap_entries() where path = ${`${slug}-${mentorId}`}`;
  const [review] = await sql`select max(created_at) as at from public.mentor_reviews where mentor_id = ${mentorId}`;
  expect(after?.changed_at).toEqual(review?.at);
  expect(after?.changed_at.getTime()).toBeGreaterThan(before?.getTime());
});
