import { ANY_PRICE, PRICE_RANGES, type PriceRange } from '#rules/mentor-filter.ts';

/** The listing's filters as its address carries them. */
export interface ListingFilters {
  search: string;
  /** A category's exact name, or ''. */
  category: string;
  /** The id of one of PRICE_RANGES; '' is any price. */
  price: string;
}

export const NO_FILTERS: ListingFilters = { search: '', category: '', price: '' };

/** The names of the filters in the address, which are also the names of the form's fields. */
export const FILTER_PARAMETERS = { search: 'q', category: 'category', price: 'price' } as const;

/** Characters. Nobody searches for more; the address and the database are spared the rest. */
export const SEARCH_MAX_LENGTH = 100;

/** Control characters (the database knows no NUL) and halves of characters. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]+/gu;

/** Reads the filters of an address. What the listing does not offer counts as not set; an unknown category finds nobody. */
export function filtersFromSearch(search: string | URLSearchParams): ListingFilters {
  const params = new URLSearchParams(search);
  const price = params.get(FILTER_PARAMETERS.price) ?? '';
  const category = (params.get(FILTER_PARAMETERS.category) ?? '').replace(UNSTORABLE, ' ').trim();
  return {
    search: toSearchTerm(params.get(FILTER_PARAMETERS.search) ?? ''),
    category: category === 'all' ? '' : category,
    price: PRICE_RANGES.some(({ id }) => id === price) ? price : '',
  };
}

/** The query of an address with these filters, with its "?"; '' where none is set, so that one list has one address. */
export function searchFromFilters(filters: ListingFilters): string {
  const params = new URLSearchParams();
  for (const [filter, parameter] of Object.entries(FILTER_PARAMETERS)) {
    const value = filters[filter as keyof ListingFilters];
    if (value) params.set(parameter, value);
  }
  const text = params.toString();
  return text && `?${text}`;
}

/**
 * What a person typed, as the listing searches for it: on one line, of what a database can hold, and cut between
 * characters, not inside one.
 */
export function toSearchTerm(typed: string): string {
  const line = typed.replace(UNSTORABLE, ' ').replace(/\s+/g, ' ').trim();
  return [...line].slice(0, SEARCH_MAX_LENGTH).join('').trim();
}

export function priceRangeOf(filters: Pick<ListingFilters, 'price'>): PriceRange {
  return PRICE_RANGES.find(({ id }) => id === filters.price)?.range ?? ANY_PRICE;
}

export function hasFilters(filters: ListingFilters): boolean {
  return Object.values(filters).some(Boolean);
}
