import { languageNames } from '#copy/mentors/languages.ts';
import { mentorListing } from '#copy/mentors/listing.ts';
import { listingChoices } from '#copy/mentors/listing-choices.ts';
import { PRICE_RANGES } from '#rules/mentors/filter.ts';
import { type ListingFilters, languagesOf } from '#rules/mentors/listing-address.ts';

/** A badge for each filter that is set, one for each language, and what takes it away. */
export function filterBadges(filters: ListingFilters) {
  const price = PRICE_RANGES.find(({ id }) => id !== '' && id === filters.price);
  const languages = languagesOf(filters);
  const badges: { filter: string; label: string; change: Partial<ListingFilters> }[] = [
    { filter: 'search', label: filters.search && mentorListing.quoted(filters.search), change: { search: '' } },
    { filter: 'category', label: filters.category, change: { category: '' } },
    { filter: 'price', label: price ? mentorListing.inRupees(price.label) : '', change: { price: '' } },
    ...languages.map((code) => ({
      filter: code,
      label: languageNames[code as keyof typeof languageNames],
      change: { languages: languages.filter((other) => other !== code).join(',') },
    })),
    { filter: 'free', label: filters.free && listingChoices.freeThisWeek, change: { free: '' } },
  ];
  return badges.filter(({ label }) => label !== '');
}
