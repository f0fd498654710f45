import { cleanLine } from '#rules/shell/text.ts';
import type { PriceRange } from './filter.ts';
import { PROFILE, PROFILE_FIELDS, type ProfileField, type ProfileForm } from './profile.ts';

export interface MentorFilter {
  /** Matched as a clean line, except for case. */
  search: string;
  /** A category's exact name; '' or 'all' for any. */
  category: string;
  priceRange: PriceRange;
}

/** What the filters look at: the price, and the fields that are searched. `categories` are names. */
export type FilterableMentor = Pick<ProfileForm, SearchedField> & { price: number };

type SearchedField = {
  [Field in ProfileField]: (typeof PROFILE)[Field] extends { isSearched: true } ? Field : never;
}[ProfileField];

const SEARCHED = PROFILE_FIELDS.filter((field): field is SearchedField => 'isSearched' in PROFILE[field]);
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
      SEARCHED.flatMap((field) => mentor[field]).some((text) => text.toLowerCase().includes(needle)),
  );
}
