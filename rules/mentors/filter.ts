import { mentorListing } from '#copy/mentors/listing.ts';

/** Whole rupees a session, both ends included. */
export type PriceRange = readonly [min: number, max: number];

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
