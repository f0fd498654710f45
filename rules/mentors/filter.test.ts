import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine } from '#rules/shell/text.ts';
import { testProperty } from '#tests/kit/property.ts';
import { ANY_PRICE, FEATURED_LIMIT, FEATURED_RATING, LISTING_PAGE_SIZE, PRICE_RANGES } from './filter.ts';
import { type FilterableMentor, filterMentors, type MentorFilter } from './search.ts';

const NO_FILTER: MentorFilter = { search: '', category: '', priceRange: ANY_PRICE };

function mentor(overrides: Partial<FilterableMentor> = {}): FilterableMentor {
  return {
    name: 'Meher Lakdawala',
    title: 'Partner at Tidewater Legal',
    expertise: 'Company law',
    specializations: ['Term sheets', 'ESOP pools'],
    companies: ['Marigold Kettle Works'],
    categories: ['Legal & Compliance'],
    price: 5_000,
    ...overrides,
  };
}

const finds = (filter: Partial<MentorFilter>, of = mentor()) =>
  filterMentors([of], { ...NO_FILTER, ...filter }).length === 1;

describe('search', () => {
  test.each([
    ['the name', 'lakda'],
    ['the title', 'tidewater'],
    ['the expertise', 'company LAW'],
    ['any specialization', 'esop'],
    ['any company', 'kettle'],
    ['a category', 'compliance'],
  ])('matches inside %s, whatever the case', (_where, search) => {
    expect(finds({ search })).toBe(true);
  });

  test('takes wildcards of SQL and of expressions for what they are', () => {
    for (const search of ['%', '_', '.*', '\\']) expect(finds({ search })).toBe(false);
    expect(finds({ search: '100%' }, mentor({ title: 'Grew 100% a year' }))).toBe(true);
  });

  test('does not match across two values', () => {
    expect(finds({ search: 'sheets esop' })).toBe(false);
    expect(finds({ search: 'sheetsesop' })).toBe(false);
  });

  test('an empty search matches everyone', () => {
    expect(finds({ search: '' })).toBe(true);
  });
});

describe('category', () => {
  test('is the exact name', () => {
    expect(finds({ category: 'Legal & Compliance' })).toBe(true);
    expect(finds({ category: 'legal & compliance' })).toBe(false);
    expect(finds({ category: 'Legal' })).toBe(false);
  });

  test.each(['', 'all'])('%o means any', (category) => {
    expect(finds({ category }, mentor({ categories: [] }))).toBe(true);
  });
});

describe('price', () => {
  test('includes both ends of the range', () => {
    const range = [3_500, 7_000] as const;
    const kept = [3_499, 3_500, 7_000, 7_001].filter((price) => finds({ priceRange: range }, mentor({ price })));
    expect(kept).toEqual([3_500, 7_000]);
  });

  test('offers the ranges of the specification', () => {
    expect(PRICE_RANGES.map(({ label, range }) => [label, ...range])).toEqual([
      ['Any Price', 0, 15_000],
      ['Up to 3,500', 0, 3_500],
      ['3,500-7,000', 3_500, 7_000],
      ['7,000-10,500', 7_000, 10_500],
      ['10,500+', 10_500, 15_000],
    ]);
  });
});

const mentors = fc.array(
  fc.record({
    name: fc.string({ maxLength: 4 }),
    title: fc.constantFrom('Founder', 'Partner'),
    expertise: fc.constantFrom('Sales', 'Law'),
    specializations: fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
    companies: fc.constant<string[]>([]),
    categories: fc.subarray(['Sales', 'Growth']),
    price: fc.integer({ min: 0, max: 16_000 }),
  }),
);

testProperty(
  'filters narrow and never reorder',
  [mentors, fc.string({ maxLength: 2 }), fc.constantFrom('', 'all', 'Sales'), fc.constantFrom(...PRICE_RANGES)],
  (all, search, category, { range }) => {
    const kept = filterMentors(all, { search, category, priceRange: range });
    expect(kept).toEqual(all.filter((one) => kept.includes(one)));
    const byPrice = filterMentors(all, { ...NO_FILTER, priceRange: range });
    expect(byPrice.length).toBeGreaterThanOrEqual(kept.length);
  },
);

test('the listing shows 8 at a time, home features 4 from a rating of 4.5 on', () => {
  expect([LISTING_PAGE_SIZE, FEATURED_LIMIT, FEATURED_RATING]).toEqual([8, 4, 4.5]);
});

// What SQL and regular expressions would treat specially, two scripts, and few enough to collide.
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...'aAbBzZéÉ%_\\.*^$ -&आ日'), { maxLength }).map((characters) => characters.join(''));

const anyMentor: fc.Arbitrary<FilterableMentor> = fc.record({
  name: text(6),
  title: text(6),
  expertise: text(6),
  specializations: fc.array(text(4), { maxLength: 3 }),
  companies: fc.array(text(4), { maxLength: 3 }),
  categories: fc.array(text(4), { maxLength: 3 }),
  price: fc.nat(15_000),
});

const findsOne = (one: FilterableMentor, search: string) =>
  filterMentors([one], { search, category: '', priceRange: ANY_PRICE }).length === 1;

describe('price ranges', () => {
  const idsOf = (price: number) =>
    PRICE_RANGES.filter(
      ({ range }) => filterMentors([{ ...named, price }], { search: '', category: '', priceRange: range }).length === 1,
    ).map(({ id }) => id);
  const named = { name: '', title: '', expertise: '', specializations: [], companies: [], categories: [] };

  testProperty(
    'hold every price of the catalogue: one range each, two at a shared edge',
    [fc.nat(15_000)],
    (price) => {
      const expected = [
        '',
        ...(price <= 3_500 ? ['0-3500'] : []),
        ...(price >= 3_500 && price <= 7_000 ? ['3500-7000'] : []),
        ...(price >= 7_000 && price <= 10_500 ? ['7000-10500'] : []),
        ...(price >= 10_500 ? ['10500-15000'] : []),
      ];
      expect(idsOf(price)).toEqual(expected);
      expect(expected).toHaveLength([3_500, 7_000, 10_500].includes(price) ? 3 : 2);
    },
    { examples: [[0], [3_499], [3_500], [3_501], [7_000], [10_500], [15_000]] },
  );

  testProperty('end at 15,000', [fc.integer({ min: 15_001, max: 1_000_000 })], (price) => {
    expect(idsOf(price)).toEqual([]);
  });
});

describe('search, for any mentor', () => {
  testProperty(
    'finds every piece of every text, in either case',
    [anyMentor, fc.nat(), fc.nat(6), fc.nat(6)],
    (one, which, from, length) => {
      const texts = [one.name, one.title, one.expertise, ...one.specializations, ...one.companies, ...one.categories];
      const piece = (texts[which % texts.length] ?? '').slice(from, from + length);
      expect(findsOne(one, piece)).toBe(true);
      expect(findsOne(one, piece.toUpperCase())).toBe(true);
      expect(findsOne(one, piece.toLowerCase())).toBe(true);
    },
  );

  testProperty('finds nothing that stands in no text', [anyMentor, text(5)], (one, search) => {
    const texts = [one.name, one.title, one.expertise, ...one.specializations, ...one.companies, ...one.categories];
    const stands = texts.some((each) => each.toLowerCase().includes(cleanLine(search).toLowerCase()));
    expect(findsOne(one, search)).toBe(stands);
  });
});
