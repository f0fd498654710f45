import { toSearchTerm, toStorableLine } from '#rules/shell/search-term.ts';
import { ANY_PRICE, PRICE_RANGES, type PriceRange } from './filter.ts';

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

const PAGE_PARAMETER = 'page';

/**
 * Reads the filters of an address. A value that the listing does not offer counts as not set; an unknown category finds
 * no mentor.
 */
export function filtersFromSearch(search: string | URLSearchParams): ListingFilters {
  const params = new URLSearchParams(search);
  const price = params.get(FILTER_PARAMETERS.price) ?? '';
  const category = toStorableLine(params.get(FILTER_PARAMETERS.category) ?? '');
  return {
    search: toSearchTerm(params.get(FILTER_PARAMETERS.search) ?? ''),
    category: category === 'all' ? '' : category,
    price: PRICE_RANGES.some(({ id }) => id === price) ? price : '',
  };
}

/** The filters of a list: on a category's page its category, whatever the address says. */
export function filtersOf(search: string, category: { name: string } | null): ListingFilters {
  const filters = filtersFromSearch(search);
  return category ? { ...filters, category: category.name } : filters;
}

/** The page that an address asks for, from 1. Anything but a page's number means the first page. */
export function pageFromSearch(search: string | URLSearchParams): number {
  const page = new URLSearchParams(search).get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
}

/** The query of an address with these filters, with its "?"; '' where none is set, so that one list has one address. */
export function searchFromFilters(filters: ListingFilters, page = 1): string {
  const params = new URLSearchParams();
  for (const [filter, parameter] of Object.entries(FILTER_PARAMETERS)) {
    const value = filters[filter as keyof ListingFilters];
    if (value) params.set(parameter, value);
  }
  if (page > 1) params.set(PAGE_PARAMETER, String(page));
  const text = params.toString();
  return text && `?${text}`;
}

/** A query as the listing itself writes it, without the parameters that do not change the list. */
export function plainListingSearch(search: string): string {
  return searchFromFilters(filtersFromSearch(search), pageFromSearch(search));
}

export function priceRangeOf(filters: Pick<ListingFilters, 'price'>): PriceRange {
  return PRICE_RANGES.find(({ id }) => id === filters.price)?.range ?? ANY_PRICE;
}

export function hasFilters(filters: ListingFilters): boolean {
  return Object.values(filters).some(Boolean);
}
