import { languageNames } from '#copy/mentors/languages.ts';
import { toSearchTerm, toStorableLine } from '#rules/shell/search-term.ts';
import { ANY_PRICE, PRICE_RANGES, type PriceRange } from './filter.ts';

/** The listing's filters and its order, as its address carries them; '' is not set. */
export interface ListingFilters {
  search: string;
  /** A category's exact name. */
  category: string;
  /** The id of one of PRICE_RANGES. */
  price: string;
  /** Codes by commas, at most MOST_LANGUAGES. A mentor who speaks any of them is shown. */
  languages: string;
  /** With a free time that starts within seven days. */
  free: '' | 'week';
  /** One of SORTS. No filter: it leaves nobody out. */
  sort: string;
}

/** What "Clear Filters" changes: all but the order. */
export const CLEARED = { search: '', category: '', price: '', languages: '', free: '' } as const;

export const NO_FILTERS: ListingFilters = { ...CLEARED, sort: '' };

/** The names of the filters in the address, which are also the names of the form's fields. */
export const FILTER_PARAMETERS = {
  search: 'q',
  category: 'category',
  price: 'price',
  languages: 'lang',
  free: 'free',
  sort: 'sort',
} as const satisfies Record<keyof ListingFilters, string>;

/** The orders besides the recommended one (docs/product/mentors.md#search-and-filters). */
export const SORTS = ['soonest', 'price', '-price', 'rating'] as const;

export const MOST_LANGUAGES = 5;

const PAGE_PARAMETER = 'page';

/**
 * Reads the filters of an address. A value that the listing does not offer counts as not set; an unknown category finds
 * no mentor. A form without scripts repeats `lang` for each language.
 */
export function filtersFromSearch(search: string | URLSearchParams | FormData): ListingFilters {
  const params = typeof search === 'string' ? new URLSearchParams(search) : search;
  const read = (name: string) => params.getAll(name).map(String);
  const [price = '', sort = ''] = [read(FILTER_PARAMETERS.price)[0], read(FILTER_PARAMETERS.sort)[0]];
  const category = toStorableLine(read(FILTER_PARAMETERS.category)[0] ?? '');
  const languages = read(FILTER_PARAMETERS.languages).join(',').split(',');
  return {
    search: toSearchTerm(read(FILTER_PARAMETERS.search)[0] ?? ''),
    category: category === 'all' ? '' : category,
    price: PRICE_RANGES.some(({ id }) => id === price) ? price : '',
    languages: Object.keys(languageNames)
      .filter((code) => languages.includes(code))
      .slice(0, MOST_LANGUAGES)
      .join(','),
    free: read(FILTER_PARAMETERS.free)[0] === 'week' ? 'week' : '',
    sort: SORTS.some((one) => one === sort) ? sort : '',
  };
}

/** The filters of a list: on a category's page its category, whatever the address says. */
export function filtersOf(search: string, category: { name: string } | null): ListingFilters {
  const filters = filtersFromSearch(search);
  return category ? { ...filters, category: category.name } : filters;
}

/** The codes of the languages that are filtered by. */
export const languagesOf = ({ languages }: Pick<ListingFilters, 'languages'>): string[] =>
  languages === '' ? [] : languages.split(',');

/** The page that an address asks for, from 1. Anything but a page's number means the first page. */
export function pageFromSearch(search: string | URLSearchParams): number {
  const page = new URLSearchParams(search).get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1;
}

/** The query of an address with these filters (those that are left out are not set), with its "?"; '' where none is set, so that one list has one address. */
export function searchFromFilters(filters: Partial<ListingFilters>, page = 1): string {
  const params = new URLSearchParams();
  for (const [filter, parameter] of Object.entries(FILTER_PARAMETERS)) {
    const value = filters[filter as keyof ListingFilters];
    if (value) params.set(parameter, value);
  }
  if (page > 1) params.set(PAGE_PARAMETER, String(page));
  // A comma may stand in a query, and "lang=en,hi" can be read.
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** A query as the listing itself writes it, without the parameters that do not change the list. */
export function plainListingSearch(search: string): string {
  return searchFromFilters(filtersFromSearch(search), pageFromSearch(search));
}

export function priceRangeOf(filters: Pick<ListingFilters, 'price'>): PriceRange {
  return PRICE_RANGES.find(({ id }) => id === filters.price)?.range ?? ANY_PRICE;
}

export function hasFilters({ sort: _sort, ...filters }: ListingFilters): boolean {
  return Object.values(filters).some(Boolean);
}
