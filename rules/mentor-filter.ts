import { mentorListing } from '#copy/mentor-listing.ts';
import { cleanLine } from './text.ts';

/** Whole rupees a session, both ends included. */
export type PriceRange = readonly [min: number, max: number];

export interface MentorFilter {
  /** Matched as a clean line, except for case. */
  search: string;
  /** A category's exact name; '' or 'all' for any. */
  category: string;
  priceRange: PriceRange;
}

/** What the filters look at. `categories` are names. */
export interface FilterableMentor {
  name: string;
  title: string;
  expertise: string;
  specializations: readonly string[];
  categories: readonly string[];
  price: number;
}

export const ANY_PRICE: PriceRange = [0, 15_000];

/** The choices of the Price Range dropdown (docs/product/mentors.md#search-and-filters). The first is the default. */
export const PRICE_RANGES: readonly { id: string; label: string; range: PriceRange }[] = [
  { id: '', label: mentorListing.prices.any, range: ANY_PRICE },
  { id: '0-3500', label: mentorListing.prices.upTo3500, range: [0, 3_500] },
  { id: '3500-7000', label: mentorListing.prices.from3500To7000, range: [3_500, 7_000] },
  { id: '7000-10500', label: mentorListing.prices.from7000To10500, range: [7_000, 10_500] },
  { id: '10500-15000', label: mentorListing.prices.from10500, range: [10_500, 15_000] },
];

/** How many mentors the listing shows at first, and how many more each time (docs/product/mentors.md#listing). */
export const LISTING_PAGE_SIZE = 8;

/**
 * How many mentors the home page features, and the rating from which a mentor is featured
 * (docs/product/mentors.md#home-page).
 */
export const FEATURED_LIMIT = 4;
export const FEATURED_RATING = 4.5;

const ALL_CATEGORIES = 'all';

/**
 * The mentors that the listing shows, in the order given (docs/product/mentors.md#search-and-filters). search_mentors()
 * is the same rule in SQL.
 */
export function filterMentors<M extends FilterableMentor>(mentors: readonly M[], filter: MentorFilter): M[] {
  const [min, max] = filter.priceRange;
  const needle = cleanLine(filter.search).toLowerCase();
  const isAnyCategory = filter.category === '' || filter.category === ALL_CATEGORIES;
  return mentors.filter(
    (mentor) =>
      mentor.price >= min &&
      mentor.price <= max &&
      (isAnyCategory || mentor.categories.includes(filter.category)) &&
      searchedTexts(mentor).some((text) => text.toLowerCase().includes(needle)),
  );
}

function searchedTexts(mentor: FilterableMentor): string[] {
  return [mentor.name, mentor.expertise, mentor.title, ...mentor.specializations, ...mentor.categories];
}
