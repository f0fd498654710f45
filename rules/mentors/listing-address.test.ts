import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRICE_RANGES } from '#rules/mentors/filter.ts';
import { SEARCH_MAX_LENGTH, toSearchTerm } from '#rules/shell/search-term.ts';
import { testProperty } from '#tests/kit/property.ts';
import {
  CLEARED,
  filtersFromSearch,
  hasFilters,
  NO_FILTERS,
  pageFromSearch,
  plainListingSearch,
  priceRangeOf,
  SORTS,
  searchFromFilters,
} from './listing-address.ts';

describe('filters in the address', () => {
  test('no filter leaves the address bare', () => {
    expect(searchFromFilters(NO_FILTERS)).toBe('');
    expect(filtersFromSearch('')).toEqual(NO_FILTERS);
    expect(hasFilters(NO_FILTERS)).toBe(false);
  });

  test('each filter has its parameter', () => {
    const filters = { search: 'term sheet', category: 'Legal & Compliance', price: '3500-7000' };
    expect(searchFromFilters(filters)).toBe('?q=term+sheet&category=Legal+%26+Compliance&price=3500-7000');
    expect(searchFromFilters({ languages: 'en,hi', free: 'week', sort: '-price' })).toBe(
      '?lang=en,hi&free=week&sort=-price',
    );
    expect(hasFilters({ ...NO_FILTERS, price: '3500-7000' })).toBe(true);
  });

  test('the order of the list is no filter, and stays when the filters are cleared', () => {
    const sorted = { ...NO_FILTERS, search: 'tax', free: 'week' as const, sort: 'soonest' };
    expect(hasFilters({ ...NO_FILTERS, sort: 'soonest' })).toBe(false);
    expect(searchFromFilters({ ...sorted, ...CLEARED })).toBe('?sort=soonest');
  });

  test('five known languages of an address count, and a form may repeat their field', () => {
    expect(filtersFromSearch('?lang=hi,xx,en&lang=ta').languages).toBe('en,hi,ta');
    expect(filtersFromSearch('?lang=ur,as,pa,or,ml,kn').languages.split(',')).toHaveLength(5);
    const form = new FormData();
    for (const code of ['hi', 'en']) form.append('lang', code);
    expect(filtersFromSearch(form)).toEqual({ ...NO_FILTERS, languages: 'en,hi' });
  });

  test('an order or a time that the list does not offer is not set', () => {
    expect(filtersFromSearch('?sort=name&free=month&lang=,')).toEqual(NO_FILTERS);
  });

  const anyFilters = fc.record({
    search: fc.string({ unit: 'grapheme' }).map(toSearchTerm),
    category: fc
      .string()
      .map((name) => name.replace(/\p{Cc}/gu, '').trim())
      .filter((name) => name !== 'all'),
    price: fc.constantFrom(...PRICE_RANGES.map(({ id }) => id)),
    languages: fc.constantFrom('', 'en', 'en,hi,ta'),
    free: fc.constantFrom<'' | 'week'>('', 'week'),
    sort: fc.constantFrom('', ...SORTS),
  });
  testProperty('any filters come back as they went', [anyFilters], (value) => {
    expect(filtersFromSearch(searchFromFilters(value))).toEqual(value);
  });

  test('the "all" sentinel and an empty form field are no filter', () => {
    expect(filtersFromSearch('?q=&category=all&price=')).toEqual(NO_FILTERS);
  });

  test('a price range that is not offered is not set', () => {
    expect(filtersFromSearch('?price=0-1').price).toBe('');
    expect(priceRangeOf({ price: '0-1' })).toEqual([0, 15_000]);
    expect(priceRangeOf({ price: '7000-10500' })).toEqual([7_000, 10_500]);
  });

  test('a search is trimmed, on one line and of bounded length', () => {
    expect(filtersFromSearch('?q=%20%20term%0Asheet%20').search).toBe('term sheet');
    expect(filtersFromSearch(`?q=${'x'.repeat(5_000)}`).search).toHaveLength(SEARCH_MAX_LENGTH);
    expect(filtersFromSearch('?category=Legal%20%20%26%00').category).toBe('Legal  &');
  });

  test('what no text in the database can hold is left out', () => {
    expect(filtersFromSearch('?q=%00&category=%00')).toEqual(NO_FILTERS);
  });

  test.each(['%_\\', "' or 1=1; --", '<script>alert(1)</script>', 'مرحبا', '{}&price=0-3500#x?'])(
    '%s is searched for as it stands',
    (typed) => {
      expect(filtersFromSearch(searchFromFilters({ ...NO_FILTERS, search: typed }))).toEqual({
        ...NO_FILTERS,
        search: typed,
      });
    },
  );

  test.each([
    '?price=&price=0-3500',
    '?price=3500-7000%20',
    '?price[]=0-3500',
    '?Q=a&CATEGORY=Sales',
    '?category=%20all%20',
    '?page=3&utm_source=x',
    '?%',
  ])('%s sets nothing', (address) => {
    expect(filtersFromSearch(address)).toEqual(NO_FILTERS);
  });
});

describe('pages in the address', () => {
  test('the first page has no number, so that one list has one address', () => {
    expect(searchFromFilters(NO_FILTERS, 1)).toBe('');
    expect(searchFromFilters({ ...NO_FILTERS, category: 'Sales' }, 3)).toBe('?category=Sales&page=3');
    expect(pageFromSearch('?category=Sales&page=3')).toBe(3);
  });

  test.each(['', '0', '1', '01', '-2', '+2', '2.5', '2e1', ' 2', 'two', '10000', '9'.repeat(400), '２'])(
    'the page "%s" is the first',
    (page) => {
      expect(pageFromSearch(`?page=${encodeURIComponent(page)}`)).toBe(1);
    },
  );

  test('an address that says nothing more is written as the shorter one', () => {
    expect(plainListingSearch('?q=&category=all&price=0-1&page=one&utm_source=mail')).toBe('');
    expect(plainListingSearch('?page=2&price=&q=%20sales%20')).toBe('?q=sales&page=2');
  });
});
