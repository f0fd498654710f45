import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { listingChoices } from '#copy/mentors/listing-choices.ts';
import { countersQuery } from '#features/content/promise/counters.data.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { type PageInfiniteQuery, usePageInfiniteQuery, usePageQuery } from '#lib/query/page-query.tsx';
import { LISTING_PAGE_SIZE } from '#rules/mentors/filter.ts';
import {
  filtersFromSearch,
  filtersOf,
  hasFilters,
  type ListingFilters,
  pageFromSearch,
  SORTS,
  searchFromFilters,
} from '#rules/mentors/listing-address.ts';
import { Spinner } from '#ui/messages/spinner.tsx';
import { CategoryChips } from './category-chips.tsx';
import { filterBadges } from './filter-badges.ts';
import { FilterBar } from './filter-bar.tsx';
import { FilterLink } from './filter-link.tsx';
import {
  type CategoryPage,
  categoriesOrFallback,
  categoriesQuery,
  mentorListQuery,
  mentorsBefore,
  mentorsOf,
} from './listing.data.ts';
import { LoadingMentors, MentorCards, MentorsFailed, NoMentors } from './mentor-results.tsx';
import { Menu } from './menu.tsx';
import { ProblemLine } from './problem-form.tsx';

const SavedLink = lazyPart(
  () => import('#features/mentors/favourites/heart-button.tsx').then((module) => module.SavedLink),
  { isOptional: true },
);

/**
 * The whole listing, or that of `category`. Its filters live in the address, so that a list can be shared and Back leads
 * through them.
 */
export function MentorListing({ category }: { category: CategoryPage | null }) {
  const { search } = useLocation();
  const asked = filtersOf(search, category);
  const filters = category ? { ...asked, category: '' } : asked;
  const page = pageFromSearch(search);
  const show = useShowFilters();
  const { data: categoriesRead, error: categoriesError } = usePageQuery(categoriesQuery());
  const categories = categoriesOrFallback(categoriesRead);
  const list = usePageInfiniteQuery({ ...mentorListQuery(asked, page), placeholderData: (previous) => previous });
  const loaded = mentorsOf(list.data?.pages ?? []);
  // At the end of the list, what was read is the total: a mentor may have joined or left since the first answer.
  const isEnd = loaded.length > 0 && !list.hasNextPage && !list.isPlaceholderData;
  const total = isEnd ? mentorsBefore(page) + loaded.length : (list.data?.pages.at(-1)?.total ?? 0);
  const corrected = list.data?.pages.find((page) => page.corrected)?.corrected;

  useEffect(() => {
    if (categoriesError) {
      console.warn('The categories could not be read; the fixed ones stand in.', categoriesError);
    }
  }, [categoriesError]);

  const more = useMoreMentors(list, loaded.length, total - mentorsBefore(page));

  return (
    <>
      <header className="page-width pb-5 pt-8 md:pt-10 lg:pt-8">
        <div className={cn(!category && 'items-center gap-6 lg:flex')}>
          <h1 className="text-3xl">{category ? mentorListing.ofCategory.title(category.name) : mentorListing.title}</h1>
          <div className={category ? 'mt-3' : 'max-lg:mt-3'}>
            <p className="text-lg text-muted">{category?.description || mentorListing.intro}</p>
            {!category && <Counted />}
          </div>
        </div>
        <div className="mt-5">
          <CategoryChips categories={categories} filters={filters} onChoose={show} current={category?.name} />
        </div>
      </header>
      {!category && <ProblemLine />}
      <FilterBar
        categories={categories}
        filters={filters}
        isCategoryFixed={category !== null}
        total={total}
        onChoose={show}
        onType={(term) => show({ search: term }, true)}
      />
      <section aria-label={mentorListing.results} className="page-width pt-4">
        <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 max-sm:relative">
          <p
            role="status"
            className={cn(
              'flex min-h-8 min-w-34 items-center gap-2 text-sm text-muted transition-opacity duration-150 nums ' +
                'empty:absolute',
              list.isPlaceholderData && 'opacity-50',
            )}
          >
            {list.isPending ? (
              <>
                <Spinner className="text-accent-text" />
                {mentorListing.loading}
              </>
            ) : (
              list.data && total > 0 && (category ? mentorListing.ofCategory.count : mentorListing.showing)(total)
            )}
          </p>
          <ActiveFilters filters={filters} onChoose={show} />
          <FreeAndSort filters={filters} onChoose={show} />
          <SavedLink className="ml-auto" />
        </div>
        {corrected && (
          <p className="mb-3 text-lg" dir="auto">
            {listingChoices.correctedTo(corrected)}
          </p>
        )}
        {list.isPending && <LoadingMentors />}
        {list.error && !list.data && <MentorsFailed error={list.error} />}
        {list.data && total === 0 && (
          <NoMentors filters={asked} onChoose={show} page={hasFilters(filters) ? undefined : paths.mentors} />
        )}
        {list.data && total > 0 && (
          <MentorCards
            mentors={loaded.slice(0, more.visible)}
            // With another order the mentors who only contain the search stand anywhere.
            contained={filters.sort === '' ? filters.search : ''}
            total={total}
            addressOf={(pages) => searchFromFilters(filters, page + pages)}
            isFirstPage={page === 1}
            hasMore={more.hasMore}
            isLoadingMore={more.isLoadingMore}
            hasMoreFailed={list.isFetchNextPageError}
            isReplaced={list.isPlaceholderData}
            onLoadMore={more.loadMore}
          />
        )}
      </section>
    </>
  );
}

/** How many mentors and sessions there are, from one session on (docs/product/outcomes.md#live-counters). */
function Counted() {
  const counters = usePageQuery(countersQuery()).data;
  if (!counters?.sessions_held) return null;
  return (
    <p className="text-sm text-muted nums max-lg:mt-1">
      {listingChoices.counted(counters.mentors, counters.sessions_held)}
    </p>
  );
}

/**
 * Changes filters in the address: typing in the same history entry, a choice in a new one. A change that follows at
 * once begins from the one before it, which the page may not show yet.
 */
function useShowFilters() {
  const navigate = useNavigate();
  const underWay = useRef<{ filters: ListingFilters; isTyping: boolean }>(null);
  return (change: Partial<ListingFilters>, isTyping = false) => {
    const { filters, isTyping: replace } = underWay.current ?? {
      filters: filtersFromSearch(window.location.search),
      isTyping: true,
    };
    const next = { filters: { ...filters, ...change }, isTyping: isTyping && replace };
    underWay.current = next;
    const options = { replace: next.isTyping, preventScrollReset: true };
    void Promise.resolve(navigate({ search: searchFromFilters(next.filters) }, options)).finally(() => {
      if (underWay.current === next) underWay.current = null;
    });
  };
}

type ChoiceProps = { filters: ListingFilters; onChoose: (change: Partial<ListingFilters>) => void };

const CHIP =
  'tap-area inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border text-sm font-medium transition-colors duration-150';

/** One badge for each active filter; pressing it removes the filter. Then what removes all. */
function ActiveFilters({ filters, onChoose }: ChoiceProps) {
  const badges = filterBadges(filters);
  if (badges.length === 0) return null;
  return (
    <ul aria-label={mentorListing.activeFilters} className="flex min-w-0 flex-wrap gap-2">
      {badges.map(({ filter, label, change }) => (
        <li key={filter} className="min-w-0">
          <FilterLink
            filters={filters}
            change={change}
            onChoose={onChoose}
            aria-label={mentorListing.removeFilter(label)}
            className={`${CHIP} border-accent-line bg-accent-soft pl-3 pr-2 text-accent-text hover:border-accent-text`}
          >
            <span dir="auto" className="truncate">
              {label}
            </span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </FilterLink>
        </li>
      ))}
    </ul>
  );
}

/** The filter "Free this week", until it is set and has a badge, and the order of the list: links, which need no form. */
function FreeAndSort({ filters, onChoose }: ChoiceProps) {
  return (
    // On a phone the button stands anywhere in its row: what opens keeps to the row, not to the button.
    <div className="flex flex-wrap items-center gap-2 max-sm:[&>details]:static sm:ml-auto">
      {!filters.free && (
        <FilterLink
          filters={filters}
          change={{ free: 'week' }}
          onChoose={onChoose}
          className={`${CHIP} border-line-strong bg-surface px-3 hover:border-muted hover:bg-sunken`}
        >
          {listingChoices.freeThisWeek}
        </FilterLink>
      )}
      <Menu
        // A choice closes it.
        key={filters.sort}
        buttonClass={`${CHIP} border-line-strong bg-surface px-3 hover:border-muted hover:bg-sunken`}
        panelClass="absolute right-0 top-full z-10 mt-2 w-56 max-sm:max-w-full rounded-control border border-line-strong bg-surface py-1.5 shadow-float"
        summary={
          <span>
            <span className="text-muted">{listingChoices.sortBy}: </span>
            {listingChoices.sorts[filters.sort]}
          </span>
        }
      >
        <ul>
          {['', ...SORTS].map((sort) => (
            <li key={sort}>
              <FilterLink
                filters={filters}
                change={{ sort }}
                onChoose={onChoose}
                aria-current={sort === filters.sort ? 'true' : undefined}
                className="flex min-h-11 items-center px-4 hover:bg-sunken aria-current:font-semibold aria-current:text-accent-text"
              >
                {listingChoices.sorts[sort]}
              </FilterLink>
            </li>
          ))}
        </ul>
      </Menu>
    </div>
  );
}

const LOAD_DELAY_MS = 200;
const SCROLL_DEBOUNCE_MS = 100;
const SCROLL_TRIGGER_PX = 500;

// By history entry: another filter starts at 8 again, Back finds as many cards as were left.
const visibleByEntry = new Map<string, number>();

/**
 * How many mentors the listing shows of `total` from its page on: 8, and 8 more on `loadMore` and near the page's end
 * (docs/product/mentors.md#listing).
 */
function useMoreMentors(
  { fetchNextPage, isPlaceholderData, isFetchNextPageError }: PageInfiniteQuery<unknown>,
  loaded: number,
  total: number,
) {
  const { key } = useLocation();
  const [loadingEntry, setLoadingEntry] = useState<string | null>(null);
  const visible = visibleByEntry.get(key) ?? LISTING_PAGE_SIZE;
  const isLoadingMore = loadingEntry === key;
  const hasMore = Math.min(visible, loaded) < total;

  const loadMore = useCallback(async () => {
    setLoadingEntry(key);
    const isFetchNeeded = loaded < Math.min(visible + LISTING_PAGE_SIZE, total);
    const [fetched] = await Promise.all([
      isFetchNeeded ? fetchNextPage() : null,
      new Promise((resolve) => setTimeout(resolve, LOAD_DELAY_MS)),
    ]);
    if (!fetched?.isError) visibleByEntry.set(key, visible + LISTING_PAGE_SIZE);
    setLoadingEntry((entry) => (entry === key ? null : entry));
  }, [key, visible, loaded, total, fetchNextPage]);

  const latest = useRef({ loadMore, isIdle: false });
  useEffect(() => {
    // Not while results are being replaced, nor after a failure until the person asks again.
    const isPaused = isPlaceholderData || isFetchNextPageError;
    latest.current = { loadMore, isIdle: hasMore && !isLoadingMore && !isPaused };
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const below = document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
        if (latest.current.isIdle && below <= SCROLL_TRIGGER_PX) void latest.current.loadMore();
      }, SCROLL_DEBOUNCE_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { visible, hasMore, isLoadingMore, loadMore };
}
