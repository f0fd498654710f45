import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-router';
import { mentorListing } from '#copy/mentor-listing.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useTypedSearch } from '#lib/page/use-typed-search.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FILTER_PARAMETERS, hasFilters, type ListingFilters } from './filter-address.ts';
import { ExpertiseSelect, PriceSelect } from './filter-selects.tsx';
import type { ListedCategory } from './mentor-listing.data.ts';

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((module) => module.FilterSheet));

interface FilterBarProps {
  categories: readonly ListedCategory[];
  filters: ListingFilters;
  /** A choice: a new entry in the history. */
  onChoose: (change: Partial<ListingFilters>) => void;
  /** Typing: the same entry, over and over. */
  onType: (search: string) => void;
  onClear: () => void;
}

/** The sticky filter panel, also an ordinary GET form without scripts. Small screens get a button to the sheet. */
export function FilterBar({ categories, filters, onChoose, onType, onClear }: FilterBarProps) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const search = useTypedSearch(filters.search, onType);
  const hiddenCount = [filters.category, filters.price].filter(Boolean).length;

  return (
    <div className="sticky top-16 z-20 border-y border-line bg-canvas/92 backdrop-blur-md noscript:static">
      <Form
        role="search"
        method="get"
        action={paths.mentors}
        className={
          'page-width grid grid-cols-[1fr_auto] gap-3 py-3 lg:grid-cols-[1fr_14rem_11rem_8.25rem] ' +
          'noscript:lg:grid-cols-[1fr_14rem_11rem_6rem]'
        }
        onSubmit={(event) => {
          event.preventDefault();
          search.flush();
        }}
      >
        <TextField
          type="search"
          label={mentorListing.searchLabel}
          isLabelHidden
          className="[&_input::-webkit-search-cancel-button]:appearance-none"
          icon={<Search aria-hidden="true" />}
          name={FILTER_PARAMETERS.search}
          placeholder={mentorListing.searchPlaceholder}
          autoComplete="off"
          dir="auto"
          enterKeyHint="search"
          maxLength={search.maxLength}
          value={search.text}
          onChange={(event) => search.type(event.target.value)}
          trailing={
            search.text !== '' && (
              <button
                type="button"
                aria-label={mentorListing.clearSearch}
                onClick={search.clear}
                className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
              >
                <X className="size-4" aria-hidden="true" />
              </button>
            )
          }
        />
        <div className="hidden lg:block noscript:block">
          <ExpertiseSelect isLabelHidden categories={categories} filters={filters} onChange={onChoose} />
        </div>
        <div className="hidden lg:block noscript:block">
          <PriceSelect isLabelHidden filters={filters} onChange={onChoose} />
        </div>
        <div className="hidden lg:block noscript:hidden">
          <Button variant="quiet" className="w-33" disabled={!hasFilters(filters)} onClick={onClear}>
            {mentorListing.clearFilters}
          </Button>
        </div>
        <div className="hidden noscript:block">
          <Button type="submit">{mentorListing.applyFilters}</Button>
        </div>
        <div className="lg:hidden noscript:hidden">
          <Button
            variant="secondary"
            className="relative max-sm:w-11 max-sm:px-0"
            aria-haspopup="dialog"
            aria-expanded={isSheetOpen}
            onClick={() => setIsSheetOpen(true)}
          >
            <SlidersHorizontal className="size-4.5" aria-hidden="true" />
            <span className="max-sm:sr-only">{mentorListing.filters}</span>
            {hiddenCount > 0 && (
              <span
                className={
                  'grid size-5 place-items-center rounded-full bg-accent text-xs font-semibold ' +
                  'text-on-accent nums max-sm:absolute max-sm:-right-1.5 max-sm:-top-1.5'
                }
              >
                {hiddenCount}
                <span className="sr-only"> {mentorListing.active}</span>
              </span>
            )}
          </Button>
        </div>
      </Form>
      <FilterSheet
        isOpen={isSheetOpen}
        onClose={() => setIsSheetOpen(false)}
        categories={categories}
        filters={filters}
        onChange={onChoose}
        onClear={onClear}
      />
    </div>
  );
}
