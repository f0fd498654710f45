/**
 * The listing's rule exists twice, in rules/ and in the database. On any catalogue both must choose the same
 * mentors.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { filterMentors, type MentorFilter } from '#rules/mentors/search.ts';
import { cleanLine } from '#rules/shell/text.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { rehearse } from '#tests/kit/personas.ts';

const database = provideTestDatabase();
let categoryIds: Map<string, string>;
let stopWords: string[];
beforeAll(async () => {
  // The model below knows no synonyms.
  await database.sql`delete from public.search_synonyms`;
  const rows = await database.sql`select id, name from public.categories`;
  categoryIds = new Map(rows.map((row) => [row.name, row.id]));
  const [row] = await database.sql`select private.stop_words() as words`;
  stopWords = row?.words;
});

interface Mentor {
  id: string;
  name: string;
  title: string;
  expertise: string;
  specializations: string[];
  companies: string[];
  categories: string[];
  price: number;
  rating: number;
  is_featured_on_homepage: boolean;
  homepage_display_order: number | null;
}

const categoryNames = [
  ...['Legal & Compliance', 'Fundraising', 'Marketing & Branding', 'Product Development'],
  ...['Operations', 'Sales', 'Technology', 'Growth'],
];

// What LIKE would treat specially, letters with accents in both cases, several scripts, and few enough to collide.
const character = fc.constantFrom(...'aAbBeéÉñÑüÜßøØ%_\\ -&.\'"日नд', 'Д', '100%', '\u0301', '\u200b');
const text = (maxLength: number) => fc.array(character, { maxLength }).map((characters) => characters.join(''));
/** As the table has it. */
const line = (maxLength: number) => text(maxLength).map(cleanLine);

const mentor: fc.Arbitrary<Mentor> = fc.record({
  id: fc.uuid({ version: 4 }),
  name: line(8).map((name) => name || 'A'),
  title: line(6),
  expertise: line(6),
  specializations: fc.array(line(5), { maxLength: 3 }),
  companies: fc.array(line(5), { maxLength: 3 }),
  categories: fc.subarray(categoryNames, { maxLength: 3 }),
  price: fc.constantFrom(0, 1, 3500, 3501, 7000, 10_500, 15_000, 15_001, 20_000),
  rating: fc.constantFrom(3, 4.5, 4.9, 5),
  is_featured_on_homepage: fc.constant(false),
  homepage_display_order: fc.constant(null),
});

const catalogue = fc
  .uniqueArray(mentor, { selector: (one) => one.id, minLength: 1, maxLength: 14 })
  .chain((mentors) =>
    fc
      .tuple(fc.constant(mentors), fc.shuffledSubarray([1, 2, 3, 4, null]), fc.nat(4))
      .map(([all, orders, featured]) =>
        all.map((one, index) =>
          index < Math.min(featured, orders.length)
            ? { ...one, is_featured_on_homepage: true, homepage_display_order: orders[index] ?? null }
            : one,
        ),
      ),
  );

const filter = (mentors: Mentor[]): fc.Arbitrary<MentorFilter> => {
  const pieces = mentors.flatMap((one) => [
    one.name,
    one.title,
    one.expertise,
    ...one.specializations,
    ...one.companies,
    ...one.categories,
  ]);
  // A piece of what is there, in either case, so that most searches find something.
  const found = fc
    .tuple(fc.constantFrom(...pieces), fc.nat(6), fc.nat(6), fc.boolean())
    .map(([piece, from, length, isUpper]) => {
      const part = piece.slice(from, from + length);
      return isUpper ? part.replaceAll('ß', '').toUpperCase() : part.toLowerCase();
    });
  return fc.record({
    search: fc.oneof(found, text(4), fc.constant('')),
    category: fc.constantFrom('', 'all', 'Nothing', 'sales', ...categoryNames),
    priceRange: fc.constantFrom<[number, number][]>([0, 15_000], [0, 3500], [3500, 7000], [10_500, 15_000], [5, 4]),
  });
};

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Featured first in their order, then by rating, name and id. */
function compareInListing(a: Mentor, b: Mentor): number {
  return (
    Number(b.is_featured_on_homepage) - Number(a.is_featured_on_homepage) ||
    (a.homepage_display_order ?? 5) - (b.homepage_display_order ?? 5) ||
    b.rating - a.rating ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  );
}

const TIERS: (string | null)[] = ['word', 'related', 'typo', 'part'];

function raise(id: string): never {
  throw new Error(`Nobody has the id ${id}`);
}

/** A text's words in their order, by the classes of Unicode instead of by ranges. */
function wordsIn(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u200b-\u200d]/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .normalize('NFC');
  return plain.split(/[^\p{L}\p{M}\p{Nd}]+/u).filter(Boolean);
}

/** As wordsIn, with the joined form of each compound. */
function indexedWords(text: string): string[] {
  const compounds = text.split(/[^\p{L}\p{M}\p{Nd}\u200b-\u200d-]+/u).map((one) => wordsIn(one).join(''));
  return [...wordsIn(text), ...compounds].filter(Boolean);
}

/** The tiers "word" and "related", for searches without synonyms. */
function tierByModel(mentors: Mentor[], search: string) {
  const wordsOf = new Map(
    mentors.map((mentor) => {
      const { name, title, expertise, specializations, companies, categories } = mentor;
      return [
        mentor,
        new Set([name, title, expertise, ...specializations, ...companies, ...categories].flatMap(indexedWords)),
      ];
    }),
  );
  const typed = wordsIn(cleanLine(search));
  const telling = typed.filter((word) => !stopWords.includes(word));
  const words = (telling.length > 0 ? telling : typed).slice(0, 8);
  return (mentor: Mentor): 'word' | 'related' | null => {
    const own = [...(wordsOf.get(mentor) ?? [])];
    const tierOf = (place: number) => {
      const spans = words.flatMap((_, first) => [0, 1, 2].map((more) => [first, first + more] as const));
      const isWord = spans.some(
        ([first, last]) =>
          first <= place && place <= last && last < words.length && own.includes(words.slice(first, last + 1).join('')),
      );
      const word = words[place] ?? '';
      return isWord ? 0 : [...word].length >= 3 && own.some((one) => one.startsWith(word)) ? 1 : 2;
    };
    const worst = Math.max(...words.map((_, place) => tierOf(place)));
    return worst === 0 ? 'word' : worst === 1 ? 'related' : null;
  };
}

async function store(mentors: Mentor[]) {
  const { sql } = database;
  await sql.begin(async (transaction) => {
    await transaction`delete from public.mentors`;
    for (const { categories, ...columns } of mentors) {
      await transaction`insert into public.mentors ${transaction(columns)}`;
      const links = categories.map((name) => ({ mentor_id: columns.id, category_id: categoryIds.get(name) ?? '' }));
      if (links.length > 0) await transaction`insert into public.mentor_categories ${transaction(links)}`;
    }
  });
}

/** As a visitor. */
function search({ search, category, priceRange: [min, max] }: MentorFilter, offset = 0, limit = 100) {
  return rehearse(database.sql, async (sql, become) => {
    await become('visitor');
    return sql`
      select * from public.search_mentors(${search}, ${category}, ${min}, ${max}, ${offset}, ${limit})`;
  });
}

test('the database chooses what the rule chooses, in the listing’s order, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(
      catalogue.chain((mentors) =>
        fc.tuple(fc.constant(mentors), fc.array(filter(mentors), { minLength: 6, maxLength: 6 })),
      ),
      async ([mentors, filters]) => {
        await store(mentors);
        for (const one of filters) {
          const rows = await search(one);
          const found = rows.map((row) => mentors.find(({ id }) => id === row.id) ?? raise(row.id));
          // By words it finds more than by parts of words; by the other filters the same.
          const all = filterMentors(mentors, { ...one, search: '' });
          expect(found.filter((mentor) => !all.includes(mentor))).toEqual([]);
          expect(filterMentors(mentors, one).filter((mentor) => !found.includes(mentor))).toEqual([]);
          expect(new Set(found).size).toBe(found.length);
          if (cleanLine(one.search) === '') expect(found).toHaveLength(all.length);
          const tiers = rows.map((row) => TIERS.indexOf(row.match));
          const order = found.toSorted((a, b) => {
            const [tierOfA, tierOfB] = [a, b].map((mentor) => tiers[found.indexOf(mentor)] ?? 0);
            return (tierOfA ?? 0) - (tierOfB ?? 0) || compareInListing(a, b);
          });
          expect(found.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
          const isExact = tierByModel(mentors, one.search);
          for (const mentor of all) {
            const tier = found.includes(mentor) ? (tiers[found.indexOf(mentor)] ?? 0) : null;
            const expected = isExact(mentor);
            if (cleanLine(one.search) !== '' && (expected || (tier !== null && tier < 2))) {
              expect([one.search, mentor, tier]).toEqual([one.search, mentor, expected === 'word' ? 0 : 1]);
            }
          }
          expect(rows.every((row) => row.total === String(rows.length))).toBe(true);
          expect(rows.map((row) => row.categories)).toEqual(found.map((mentor) => mentor.categories));
          const pages = await Promise.all([0, 3, 6, 9, 12].map((offset) => search(one, offset, 3)));
          expect(pages.flat().map((row) => row.id)).toEqual(rows.map((row) => row.id));
        }
      },
    ),
    // Shrinking ends in time for the counterexample to be told.
    { numRuns: 15, interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

describe('the search text follows', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const any: MentorFilter = { search: '', category: '', priceRange: [0, 15_000] };
  const finds = async (text: string) => (await search({ ...any, search: text })).length === 1;

  test('links, renamed categories and the mentor’s own columns, and cannot be set by hand', async () => {
    const { sql } = database;
    await store([]);
    await sql`insert into public.mentors (id, name, title, expertise) values (${id}, 'Dev', 'Partner', 'Sales')`;
    expect(await finds('fundraising')).toBe(false);
    const category = categoryIds.get('Fundraising') ?? '';
    await sql`insert into public.mentor_categories (mentor_id, category_id) values (${id}, ${category})`;
    expect(await finds('fundraising')).toBe(true);
    await sql`update public.categories set name = 'Capital' where id = ${category}`;
    expect([await finds('fundraising'), await finds('CAPITAL')]).toEqual([false, true]);
    await sql`delete from public.mentor_categories where category_id = ${category}`;
    expect(await finds('capital')).toBe(false);
    await sql`update public.mentors set specializations = '{"Term Sheets"}'`;
    expect(await finds('term sheet')).toBe(true);
    await sql`update public.mentors set companies = '{"Marigold Kettle Works"}'`;
    expect([await finds('kettle'), await finds('term sheet')]).toEqual([true, true]);
    await sql`update public.mentors set search_text = 'anything'`;
    expect([await finds('anything'), await finds('term sheet')]).toEqual([false, true]);
  });

  test('a part of a search never runs across two values', async () => {
    expect(await finds('ev\nsales')).toBe(false);
    expect(await finds('dev')).toBe(true);
  });
});
describe('the next free date', () => {
  const id = '00000000-0000-4000-8000-000000000002';

  async function nextDate() {
    const rows = await search({ search: 'slotted', category: '', priceRange: [0, 15_000] });
    const [row] = await database.sql`select ${rows[0]?.next_available_date ?? null}::date - private.today() as days`;
    return row?.days;
  }

  test('passes over what has begun and what is sold', async () => {
    const { sql } = database;
    await sql`insert into public.mentors (id, name) values (${id}, 'Slotted')`;
    expect(await nextDate()).toBeNull();
    await sql`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      select ${id}, private.today() + days, '00:00', '23:59' from unnest(array[-3, 0, 2, 5]) days`;
    expect(await nextDate()).toBe(2);
    await sql`
      insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time)
      values (${id}, 'Slotted', private.today() + 2, '10:00', '11:00')`;
    expect(await nextDate()).toBe(5);
  });
});
test.each([
  [-5, 8],
  [0, -1],
  [0, 1_000_000],
  [1_000_000, 8],
])('a search of mentors with offset %i and limit %i has them brought within bounds', async (offset, limit) => {
  const rows = await search({ search: '', category: '', priceRange: [0, 15_000] }, offset, limit);
  expect(rows.length).toBeLessThanOrEqual(100);
});

test('missing values mean no filter of mentors', async () => {
  const rows = await database.sql`select id from public.search_mentors(null, null, 0, 15000, null, null)`;
  expect(rows.length).toBeGreaterThan(0);
});

describe('ten thousand mentors', () => {
  beforeAll(async () => {
    const { sql } = database;
    await sql`delete from public.bookings`;
    await store([]);
    await sql`
      insert into public.mentors (name, title, expertise, price, rating, bio)
      select 'Mentor ' || n, 'Partner ' || n, 'Sales', 1000 + n % 9000, 3 + (n % 20) / 10.0, case n % 10 when 0 then 'My time.' else '' end
      from generate_series(1, 10000) n`;
    // Without the triggers: they look at each of the 50,000 times.
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
        insert into public.mentor_availability (mentor_id, date, start_time, end_time)
        select id, private.today() + days, '10:00', '11:00' from public.mentors, generate_series(1, 5) days`;
    });
    await sql`vacuum (analyze) public.mentors, public.mentor_availability`;
  });

  /** Rows of a table that a search touched, by scan or by index. */
  function rowsTouched(filter: MentorFilter, table: string): Promise<number> {
    return rehearse(database.sql, async (sql, become) => {
      await become('visitor');
      const count = async () => {
        const [row] = await sql`
          select pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)
            + coalesce(
              (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = c.oid), 0)
            as touched
          from pg_class c where oid = ${table}::regclass`;
        return Number(row?.touched);
      };
      const before = await count();
      const rows = await sql`
        select id from public.search_mentors(${filter.search}, ${filter.category}, 0, 15000, 0, 8)`;
      expect(rows.length).toBeGreaterThan(0);
      return (await count()) - before;
    });
  }

  test('a page reads the dates of its own mentors only', async () => {
    const filter: MentorFilter = { search: '', category: '', priceRange: [0, 15_000] };
    expect(await rowsTouched(filter, 'public.mentor_availability')).toBeLessThan(200);
  });

  test('a search reads the mentors that it finds, by the index', async () => {
    const filter: MentorFilter = { search: 'MENTOR 777', category: '', priceRange: [0, 15_000] };
    expect(await rowsTouched(filter, 'public.mentors')).toBeLessThan(500);
    expect(await rowsTouched({ ...filter, search: '' }, 'public.mentors')).toBeGreaterThan(5000);
  });

  test('where no mentor is found, bios are looked up by their index, not read one by one', async () => {
    const calls = await rehearse(database.sql, async (sql, become) => {
      await sql`set local track_functions = 'all'`;
      await become('visitor');
      expect(await sql`select from public.nearest_mentors('zebra time')`).toHaveLength(3);
      const [row] = await sql`
        select coalesce(pg_stat_get_xact_function_calls('private.plain_words'::regproc), 0) as calls`;
      return Number(row?.calls);
    });
    expect(calls).toBeLessThan(100);
  });

  test('a page further on counts all mentors by an index, and works out the notice of its own mentors only', async () => {
    const used = await rehearse(database.sql, async (sql, become) => {
      await sql`set local track_functions = 'all'`;
      await become('visitor');
      const count = async () => {
        const [row] = await sql<{ rows: string; notices: string }[]>`
          select pg_stat_get_xact_tuples_returned('public.mentors'::regclass)
              + pg_stat_get_xact_tuples_fetched('public.mentors'::regclass) as rows,
            coalesce(pg_stat_get_xact_function_calls('private.bookable_from'::regproc), 0) as notices`;
        return { rows: Number(row?.rows), notices: Number(row?.notices) };
      };
      const before = await count();
      expect(await sql`select from public.search_mentors('', '', 0, 15000, 160, 8)`).toHaveLength(8);
      const after = await count();
      return { rows: after.rows - before.rows, notices: after.notices - before.notices };
    });
    // The rows of the pages before it; and what is counted twice, as fetched and as returned.
    expect(used.rows).toBeLessThan(400);
    expect(used.notices).toBe(8);
  });
});
