/** Nobody matches: up to three mentors who can be booked, each with one true reason (docs/product/mentors.md#nothing-found). */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

interface Asked {
  search: string;
  category: string;
  price: [number, number];
  languages: string[];
  free: boolean;
}
const ANY: Asked = { search: '', category: '', price: [0, 15_000], languages: [], free: false };

const nearest = (asked: Partial<Asked>) => {
  const { search, category, price, languages, free } = { ...ANY, ...asked };
  return sql`
    select * from public.nearest_mentors(${search}, ${category}, ${price[0]}, ${price[1]}, ${languages}, ${free})`;
};
const found = (asked: Partial<Asked>) => {
  const { search, category, price, languages, free } = { ...ANY, ...asked };
  return sql`
    select id, next_starts from public.search_mentors(${search}, ${category}, ${price[0]}, ${price[1]}, 0, 100, ${languages}, ${free})`;
};
const reasons = async (asked: Partial<Asked>) =>
  (await nearest(asked)).map(({ name, reason, about }) => [name, reason, about]);

beforeAll(async () => {
  await sql`delete from public.mentors`;
  const add = async (mentor: Record<string, unknown>, daysAhead?: number, category?: string) => {
    const [row] = await sql`insert into public.mentors ${sql(mentor)} returning id`;
    if (daysAhead) await db.addSlot(row?.id, daysAhead, '10:00', '11:00');
    if (category) {
      await sql`
        insert into public.mentor_categories (mentor_id, category_id)
        select ${row?.id}, id from public.categories where name = ${category}`;
    }
  };
  await add({ name: 'Asha', price: 5000, rating: 4.9, expertise: 'Toys', languages: ['en', 'hi'] }, 9, 'Sales');
  await add({ name: 'Bina', price: 0, rating: 5, expertise: 'Toys' }, 1, 'Growth');
  await add({ name: 'Chitra', price: 2000, rating: 4.7, bio: 'She once sold toys to Germany.' }, 3, 'Growth');
  await add({ name: 'Dev', price: 2500, rating: 4.2, is_taking_bookings: false, expertise: 'Toys' }, 2, 'Growth');
  await add(
    { name: 'Esha', price: 20_000, rating: 4.1, languages: ['ta'], shows_next_availability: false },
    6,
    'Growth',
  );
});

test('a search that matches without one of its filters says which one', async () => {
  expect((await reasons({ search: 'toys', price: [0, 3500], languages: ['en'] }))[0]).toEqual([
    'Asha',
    'price',
    'toys',
  ]);
  expect((await reasons({ search: 'toys', category: 'Technology' }))[0]).toEqual(['Asha', 'category', 'toys']);
  expect((await reasons({ search: 'toys', languages: ['ml'] }))[0]).toEqual(['Asha', 'languages', 'toys']);
  expect((await reasons({ search: 'asha', free: true }))[0]).toEqual(['Asha', 'free', 'asha']);
  // Without a search there is nothing that it matches.
  expect((await reasons({ category: 'Sales', free: true }))[0]).toEqual(['Chitra', 'category', '']);
});

test('the next times of a suggestion are those of the list, without one that a founder is paying for', async () => {
  const [asha] = await sql`select id from public.mentors where name = 'Asha'`;
  const slot = await db.addSlot(asha?.id, 10, '14:00', '15:00');
  const times = async (source: 'nearest' | 'list') => {
    const rows =
      source === 'nearest' ? await nearest({ search: 'toys', languages: ['ml'] }) : await found({ search: 'toys' });
    return rows.find(({ id }) => id === asha?.id)?.next_starts;
  };
  expect(await times('nearest')).toHaveLength(2);
  expect(await times('nearest')).toEqual(await times('list'));
  const hold = await db.order(await db.addFounder(), slot);
  expect(await times('nearest')).toHaveLength(1);
  expect(await times('nearest')).toEqual(await times('list'));
  await db.expireHold(hold);
  await sql`delete from public.mentor_availability where mentor_id = ${asha?.id} and start_time = '14:00'`;
});

test('then come mentors with some of the words, those of the bio too, and then those who are often recommended', async () => {
  const [chitra] = await sql`select (private.today() + 3)::text as day`;
  expect(await reasons({ search: 'germany zebra' })).toEqual([
    ['Chitra', 'word', 'germany'],
    ['Asha', 'recommended', expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)],
    // Who does not show the next free time is named without a day.
    ['Esha', 'recommended', ''],
  ]);
  expect(await reasons({ search: 'zebra' })).toContainEqual(['Chitra', 'recommended', chitra?.day]);
});

test('some of the words count as in a search: what they mean, begin and misspell too, and the rare ones first', async () => {
  expect((await reasons({ search: 'zebra customers' }))[0]).toEqual(['Asha', 'word', 'sales']);
  expect((await reasons({ search: 'zebra tamil growth' })).map(([name, , about]) => [name, about])).toEqual([
    ['Esha', 'tamil'],
    ['Chitra', 'growth'],
    ['Asha', expect.stringMatching(/^\d{4}-/)],
  ]);
  expect((await reasons({ search: 'zebra engl' }))[0]).toEqual(['Asha', 'word', 'english']);
  expect((await reasons({ search: 'zebra grwth' }))[0]).toEqual(['Chitra', 'word', 'growth']);
});

const asked = fc.record({
  search: fc.constantFrom(
    '',
    'toys',
    'germany toys',
    'zebra',
    'ash',
    'sales tamil',
    'customers zebra',
    'ml zebra',
    'the',
    '%',
    'x'.repeat(300),
  ),
  category: fc.constantFrom('', 'all', 'Sales', 'Growth', 'Technology', 'No such category'),
  price: fc.constantFrom<[number, number]>([0, 15_000], [0, 3500], [7000, 10_500], [3500, 7000]),
  languages: fc.constantFrom<string[]>([], ['hi'], ['ml'], ['ta', 'ml'], ['xx']),
  free: fc.boolean(),
});

/** Whether a reason is what the tables say. */
async function isTrue(row: Record<string, string>, { search, ...filters }: Asked): Promise<boolean> {
  const [facts] = await sql`
    select m.price, m.languages, array(
        select c.name from public.mentor_categories mc join public.categories c on c.id = mc.category_id
        where mc.mentor_id = m.id
      ) as categories,
      m.search_words || private.words_of(m.bio) as words,
      exists (
        select from public.mentor_slots(m.id) s
        where not s.is_booked and not s.is_held and s.date + s.start_time < (now() at time zone 'Asia/Kolkata') + interval '7 days'
      ) as is_free
    from public.mentors m where m.id = ${row.id ?? ''}`;
  const matches = async (dropped: Partial<Asked>) =>
    (await found({ search, ...filters, ...dropped })).some(({ id }) => id === row.id);
  switch (row.reason) {
    case 'price':
      return (
        (facts?.price < filters.price[0] || facts?.price > filters.price[1]) &&
        (await matches({ price: [0, 2_000_000] }))
      );
    case 'category':
      return !facts?.categories.includes(filters.category) && (await matches({ category: '' }));
    case 'languages':
      return (
        !facts?.languages.some((code: string) => filters.languages.includes(code)) && (await matches({ languages: [] }))
      );
    case 'free':
      return !facts?.is_free && (await matches({ free: false }));
    case 'word':
      return row.about?.split(' ').every((word) => facts?.words.includes(word)) ?? false;
    default:
      return row.reason === 'recommended';
  }
}

test('no combination of search and filters shows a page without a mentor while one can be booked, and each reason is true', async () => {
  const seen = new Set<string>();
  const samples = fc.sample(asked, { numRuns: 150, seed: 23 });
  for (const one of samples) {
    if ((await found(one)).length > 0) continue;
    const rows = await nearest(one);
    const names = rows.map(({ name }) => name);
    expect(names, JSON.stringify(one)).toHaveLength(3);
    expect(new Set(names).size, 'nobody twice').toBe(3);
    expect(
      names.filter((name) => ['Bina', 'Dev'].includes(name)),
      'only who can be booked',
    ).toEqual([]);
    for (const row of rows) {
      expect(await isTrue(row, one), JSON.stringify([one, row.name, row.reason, row.about])).toBe(true);
      seen.add(row.reason);
    }
  }
  expect([...seen].sort()).toEqual(['category', 'free', 'languages', 'price', 'recommended', 'word']);
});

test('where nobody can be booked, nobody comes near', async () => {
  await sql`update public.mentors set price = 0`;
  expect([...(await nearest({ search: 'zebra' }))]).toEqual([]);
});
