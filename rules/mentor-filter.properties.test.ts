import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_PRICE, type FilterableMentor, filterMentors, PRICE_RANGES } from '#rules/mentor-filter.ts';

// What SQL and regular expressions would treat specially, two scripts, and few enough to collide.
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...'aAbBzZéÉ%_\\.*^$ -&आ日'), { maxLength }).map((characters) => characters.join(''));

const mentor: fc.Arbitrary<FilterableMentor> = fc.record({
  name: text(6),
  title: text(6),
  expertise: text(6),
  specializations: fc.array(text(4), { maxLength: 3 }),
  categories: fc.array(text(4), { maxLength: 3 }),
  price: fc.nat(15_000),
});

const finds = (one: FilterableMentor, search: string) =>
  filterMentors([one], { search, category: '', priceRange: ANY_PRICE }).length === 1;

describe('price ranges', () => {
  const idsOf = (price: number) =>
    PRICE_RANGES.filter(
      ({ range }) => filterMentors([{ ...named, price }], { search: '', category: '', priceRange: range }).length === 1,
    ).map(({ id }) => id);
  const named = { name: '', title: '', expertise: '', specializations: [], categories: [] };

  it('hold every price of the catalogue: one range each, two at a shared edge', () => {
    fc.assert(
      fc.property(fc.nat(15_000), (price) => {
        const expected = [
          '',
          ...(price <= 3_500 ? ['0-3500'] : []),
          ...(price >= 3_500 && price <= 7_000 ? ['3500-7000'] : []),
          ...(price >= 7_000 && price <= 10_500 ? ['7000-10500'] : []),
          ...(price >= 10_500 ? ['10500-15000'] : []),
        ];
        expect(idsOf(price)).toEqual(expected);
        expect(expected).toHaveLength([3_500, 7_000, 10_500].includes(price) ? 3 : 2);
      }),
      { examples: [[0], [3_499], [3_500], [3_501], [7_000], [10_500], [15_000]] },
    );
  });

  it('end at 15,000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 15_001, max: 1_000_000 }), (price) => {
        expect(idsOf(price)).toEqual([]);
      }),
    );
  });
});

describe('search', () => {
  it('finds every piece of every text, in either case', () => {
    fc.assert(
      fc.property(mentor, fc.nat(), fc.nat(6), fc.nat(6), (one, which, from, length) => {
        const texts = [one.name, one.title, one.expertise, ...one.specializations, ...one.categories];
        const piece = (texts[which % texts.length] ?? '').slice(from, from + length);
        expect(finds(one, piece)).toBe(true);
        expect(finds(one, piece.toUpperCase())).toBe(true);
        expect(finds(one, piece.toLowerCase())).toBe(true);
      }),
    );
  });

  it('finds nothing that stands in no text', () => {
    fc.assert(
      fc.property(mentor, text(5), (one, search) => {
        const texts = [one.name, one.title, one.expertise, ...one.specializations, ...one.categories];
        const stands = texts.some((each) => each.toLowerCase().split(search.toLowerCase()).length > 1);
        expect(finds(one, search)).toBe(stands || search === '');
      }),
    );
  });
});
