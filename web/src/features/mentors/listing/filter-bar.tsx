import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { useTypedSearch } from '#lib/page/use-typed-search.ts';
import { useIsHydrated } from '#lib/use-is-hydrated.ts';
import {
  CLEARED,
  FILTER_PARAMETERS,
  filtersFromSearch,
  hasFilters,
  type ListingFilters,
  searchFromFilters,
} from '#rules/mentors/listing-address.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { FilterLink } from './filter-link.tsx';
import { ExpertiseSelect, LanguagesSelect, PriceSelect } from './filter-selects.tsx';
import type { ListedCategory } from './listing.data.ts';

const SHEET = 'filters';

interface FilterBarProps {
  categories: readonly ListedCategory[];
  filters: ListingFilters;
  /** On the page of a category. */
  isCategoryFixed: boolean;
  /** How many mentors they leave; 0 while that is not known. */
  total: number;
  /** A choice: a new entry in the history. */
  onChoose: (change: Partial<ListingFilters>) => void;
  /** Typing: the same entry, over and over. */
  onType: (search: string) => void;
}

/**
 * The sticky filter panel: one GET form, which works without scripts. Small screens have a part of it on a sheet. With
 * scripts each choice takes effect at once.
 * Older browsers: "search" is no landmark there.
 */
export function FilterBar({ categories, filters, isCategoryFixed, total, onChoose, onType }: FilterBarProps) {
  const { pathname } = useLocation();
  const search = useTypedSearch(filters.search, onType);
  const isHydrated = useIsHydrated();
  const form = useRef<HTMLFormElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const hiddenCount = [filters.category, filters.price, filters.languages].filter(Boolean).length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed and chosen before React came.
  useEffect(() => {
    if (!form.current) return;
    const { search: _term, ...chosen } = filtersFromSearch(new FormData(form.current));
    const typed = String(new FormData(form.current).get(FILTER_PARAMETERS.search));
    if (typed !== filters.search) search.type(typed);
    if (searchFromFilters(chosen) !== searchFromFilters({ ...filters, search: '' })) onChoose(chosen);
  }, []);

  return (
    <search className="block sticky low:static top-16 z-20 border-y border-line bg-canvas/92 backdrop-blur-md">
      <form
        ref={form}
        // No form library: the browser itself sends these filters before the page's code runs.
        action={pathname}
        // A browser that fills in what was chosen before would choose it anew.
        autoComplete="off"
        className="page-width grid grid-cols-[1fr_auto] gap-3 py-3 lg:flex lg:flex-wrap"
        onSubmit={(event) => {
          event.preventDefault();
          search.flush();
          sheet.current?.hidePopover();
        }}
      >
        {/* What is chosen by links, so that the form keeps it. */}
        {filters.free && <input type="hidden" name={FILTER_PARAMETERS.free} value={filters.free} />}
        {filters.sort && <input type="hidden" name={FILTER_PARAMETERS.sort} value={filters.sort} />}
        <TextField
          type="search"
          label={mentorListing.searchLabel}
          isLabelHidden
          // Of a wide screen: with large text the choices go on to a second line.
          className="[&_input::-webkit-search-cancel-button]:appearance-none lg:-order-2 lg:flex-[1_1_5rem]"
          icon={<Search aria-hidden="true" />}
          name={FILTER_PARAMETERS.search}
          placeholder={mentorListing.searchPlaceholder}
          dir="auto"
          enterKeyHint="search"
          maxLength={search.maxLength}
          value={search.text}
          onChange={(event) => search.type(event.target.value)}
          trailing={
            search.text !== '' && (
              <FilterLink
                filters={filters}
                change={{ search: '' }}
                onChoose={search.clear}
                aria-label={mentorListing.clearSearch}
                className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
              >
                <X className="size-4" aria-hidden="true" />
              </FilterLink>
            )
          }
        />
        <Button
          variant="secondary"
          className="relative max-sm:w-11 max-sm:px-0 lg:hidden"
          aria-haspopup="dialog"
          popoverTarget={SHEET}
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
        <Sheet id={SHEET} ref={sheet} title={mentorListing.filters} placement="bottom">
          {!isCategoryFixed && <p className="-mt-3 text-muted lg:hidden">{mentorListing.filtersDescription}</p>}
          {!isCategoryFixed && (
            <div className="lg:w-48">
              <ExpertiseSelect categories={categories} filters={filters} onChange={onChoose} />
            </div>
          )}
          <div className="lg:w-38">
            <PriceSelect filters={filters} onChange={onChoose} />
          </div>
          <div className="lg:w-42">
            <LanguagesSelect filters={filters} onChange={onChoose} />
          </div>
          <div className="-mx-5 flex flex-wrap gap-3 border-t border-line px-5 py-4 max-sm:[&>*]:flex-1 lg:contents">
            <FilterLink
              filters={filters}
              change={CLEARED}
              onChoose={onChoose}
              aria-disabled={!hasFilters(filters) || undefined}
              className={buttonClass('secondary', 'md')}
            >
              {mentorListing.clearFilters}
            </FilterLink>
            {/* Without scripts it sends the form; with them every choice counts at once, and it closes the sheet. It stands
                beside the search, so that nothing but the search moves when it goes. */}
            <Button type="submit" className={isHydrated ? 'lg:hidden' : 'lg:-order-1'}>
              {isHydrated && total > 0 ? mentorListing.showCount(total) : mentorListing.showResults}
            </Button>
          </div>
        </Sheet>
      </form>
    </search>
  );
}
