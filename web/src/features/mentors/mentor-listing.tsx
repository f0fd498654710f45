import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mentorListing } from '#copy/mentor-listing.ts';
import { cn } from '#lib/class-names.ts';
import { Spinner } from '#ui/messages/spinner.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { CategoryChips } from './category-chips.tsx';
import { filtersFromSearch, type ListingFilters, NO_FILTERS, searchFromFilters } from './filter-address.ts';
import { FilterBar } from './filter-bar.tsx';
import { categoriesOrFallback, categoriesQuery, mentorListQuery } from './mentor-listing.data.ts';
import { LoadingMentors, MentorCards, MentorsFailed, NoMentors } from './mentor-results.tsx';
import { useMoreMentors } from './use-more-mentors.ts';

const formatCount = new Intl.NumberFormat('en-IN').format;

/** The whole listing. Its filters live in the address, so that a list can be shared and Back leads through them. */
export function MentorListing() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const filters = filtersFromSearch(search);
  const { data: categoriesRead, error: categoriesError } = useQuery(categoriesQuery());
  const categories = categoriesOrFallback(categoriesRead);
  const list = useInfiniteQuery({ ...mentorListQuery(filters), placeholderData: keepPreviousData });
  const loaded = list.data?.pages.flatMap((page) => page.mentors) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;

  useEffect(() => {
    if (categoriesError) {
      console.warn('The categories could not be read; the fixed ones stand in.', categoriesError);
    }
  }, [categoriesError]);

  const { fetchNextPage } = list;
  const more = useMoreMentors({
    loaded: loaded.length,
    total,
    isPaused: list.isPlaceholderData || list.isFetchNextPageError,
    fetchMore: useCallback(async () => !(await fetchNextPage()).isError, [fetchNextPage]),
  });

  const show = (next: ListingFilters, isTyping = false) =>
    void navigate({ search: searchFromFilters(next) }, { replace: isTyping, preventScrollReset: true });
  const clear = () => show(NO_FILTERS);

  return (
    <>
      <header className="page-width pb-5 pt-8 md:pb-6 md:pt-12">
        <h1 className="text-3xl">{mentorListing.title}</h1>
        <p className="mt-3 max-w-prose text-lg text-muted">{mentorListing.intro}</p>
        <div className="mt-5 md:mt-6">
          <CategoryChips categories={categories} filters={filters} />
        </div>
      </header>
      <FilterBar
        categories={categories}
        filters={filters}
        onChoose={(change) => show({ ...filters, ...change })}
        onType={(term) => show({ ...filters, search: term }, true)}
        onClear={clear}
      />
      <section aria-label={mentorListing.results} className="page-width pt-4">
        <div className="mb-4 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
          <p
            role="status"
            className={cn(
              'flex min-w-34 items-center gap-2 text-sm text-muted transition-opacity duration-150 nums empty:absolute',
              list.isPlaceholderData && 'opacity-50',
            )}
          >
            {list.isPending ? (
              <>
                <Spinner className="text-accent-text" />
                {mentorListing.loading}
              </>
            ) : (
              list.data && total > 0 && mentorListing.showing(formatCount(total))
            )}
          </p>
          <ActiveFilters filters={filters} onRemove={(filter) => show({ ...filters, [filter]: '' })} />
        </div>
        {list.isPending && <LoadingMentors />}
        {list.isError && !list.data && <MentorsFailed error={list.error} />}
        {list.data && total === 0 && <NoMentors onClear={clear} />}
        {list.data && total > 0 && (
          <MentorCards
            mentors={loaded.slice(0, more.visible)}
            total={total}
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
