import { X } from 'lucide-react';
import { mentorListing } from '#copy/mentor-listing.ts';
import { PRICE_RANGES } from '#rules/mentor-filter.ts';
import type { ListingFilters } from './filter-address.ts';

function badgesOf(filters: ListingFilters): { filter: keyof ListingFilters; label: string }[] {
  const price = PRICE_RANGES.find(({ id }) => id !== '' && id === filters.price);
  return [
    { filter: 'search', label: filters.search && mentorListing.quoted(filters.search) },
    { filter: 'category', label: filters.category },
    { filter: 'price', label: price ? mentorListing.inRupees(price.label) : '' },
  ].filter((badge): badge is { filter: keyof ListingFilters; label: string } => badge.label !== '');
}

type ActiveFiltersProps = { filters: ListingFilters; onRemove: (filter: keyof ListingFilters) => void };

/** One badge for each active filter; pressing it removes the filter. */
export function ActiveFilters({ filters, onRemove }: ActiveFiltersProps) {
  const badges = badgesOf(filters);
  if (badges.length === 0) return null;
  return (
    <ul aria-label={mentorListing.activeFilters} className="flex min-w-0 flex-wrap gap-2">
      {badges.map(({ filter, label }) => (
        <li key={filter} className="min-w-0">
          <button
            type="button"
            aria-label={mentorListing.removeFilter(label)}
            onClick={() => onRemove(filter)}
            className={
              'tap-area inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border ' +
              'border-accent-line bg-accent-soft pl-3 pr-2 text-sm font-medium text-accent-text ' +
              'transition-colors duration-150 hover:border-accent-text'
            }
          >
            <span dir="auto" className="truncate">
              {label}
            </span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
