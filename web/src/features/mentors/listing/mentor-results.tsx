import { Fragment, type MouseEvent, useRef } from 'react';
import { Link } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { listingChoices } from '#copy/mentors/listing-choices.ts';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { opensElsewhere } from '#lib/opens-elsewhere.ts';
import { paths } from '#lib/paths.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { LISTING_PAGE_SIZE } from '#rules/mentors/filter.ts';
import { CLEARED, hasFilters, type ListingFilters, searchFromFilters } from '#rules/mentors/listing-address.ts';
import { formatDateShort } from '#rules/shell/ist.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { AskUs } from './ask-us.tsx';
import { FilterLink } from './filter-link.tsx';
import type { ListedMentor } from './listing.data.ts';
import { CARD_GRID, MentorCard, MentorCardSkeleton } from './mentor-card.tsx';
import { nearestMentorsQuery } from './nearest.data.ts';
import { NextTimes } from './next-times.tsx';

const EAGER_CARDS = 4;

export function LoadingMentors() {
  return (
    <div className={CARD_GRID}>
      {Array.from({ length: LISTING_PAGE_SIZE }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight alike, never reordered
        <MentorCardSkeleton key={index} />
      ))}
    </div>
  );
}

/** Try Again drops the filters and reloads the page (docs/product/mentors.md#listing). */
export function MentorsFailed({ error }: { error: Error }) {
  return (
    <StatusMessage
      title={mentorListing.errorTitle}
      isAlert
      action={<Button onClick={() => location.assign(paths.mentors)}>{site.tryAgain}</Button>}
    >
      <p>{isUnreachable(error) ? mentorListing.connectionFailed : site.serverError}</p>
      <TechnicalDetails>{error.message}</TechnicalDetails>
    </StatusMessage>
  );
}

/** Browsers word it each in their own way. */
function isUnreachable({ message }: Error): boolean {
  return message === '' || /fetch|network|load failed/i.test(message);
}

interface NoMentorsProps {
  filters: ListingFilters;
  onChoose: (change: Partial<ListingFilters>) => void;
  /** Where all mentors are, if not here. */
  page: string | undefined;
}

/** Nobody matches: who comes near, and how to ask us (docs/product/mentors.md#nothing-found). */
export function NoMentors(props: NoMentorsProps) {
  return (
    <>
      {hasFilters(props.filters) ? (
        <StatusMessage
          title={mentorListing.emptyTitle}
          action={
            <FilterLink {...props} change={CLEARED} className={buttonClass('secondary', 'md')}>
              {mentorListing.clearAllFilters}
            </FilterLink>
          }
        >
          {mentorListing.emptyHint}
        </StatusMessage>
      ) : (
        <StatusMessage title={mentorListing.firstMentors} />
      )}
      <NearestMentors filters={props.filters} />
      <AskUs search={searchFromFilters({ ...props.filters, sort: '' })} />
    </>
  );
}

function NearestMentors({ filters }: { filters: ListingFilters }) {
  const { data, isError, isFetching, refetch } = usePageQuery(nearestMentorsQuery(filters));
  if (data?.length === 0) return null;
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest" className="mb-4 text-xl">
        {listingChoices.nearest.title}
      </h2>
      {isError && !data ? (
        <div role="alert" className="flex flex-wrap items-center gap-4">
          <p>{listingChoices.nearest.failed}</p>
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            {site.tryAgain}
          </Button>
        </div>
      ) : (
        <>
          <p role="status" className="sr-only">
            {!data && listingChoices.nearest.loading}
          </p>
          <ul className={CARD_GRID}>
            {data
              ? data.map((mentor) => (
                  <li key={mentor.id} className="grid min-w-0">
                    <MentorCard
                      mentor={mentor}
                      headingLevel={3}
                      times={<NextTimes mentor={mentor} />}
                      note={listingChoices.nearest.reasons[mentor.reason](
                        mentor.reason === 'recommended' && mentor.about ? formatDateShort(mentor.about) : mentor.about,
                      )}
                    />
                  </li>
                ))
              : ['a', 'b', 'c'].map((key) => (
                  <li key={key} className="grid">
                    <MentorCardSkeleton />
                  </li>
                ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface Props {
  mentors: readonly ListedMentor[];
  /** The search, where the last ones only contain it; else ''. */
  contained: string;
  total: number;
  /** The query of the page so many pages after the one that the list begins with. */
  addressOf: (pages: number) => string;
  isFirstPage: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  hasMoreFailed: boolean;
  /** Other results are on their way. */
  isReplaced: boolean;
  onLoadMore: () => Promise<void>;
}

/** The cards that are visible, and the way to the rest. */
export function MentorCards(props: Props) {
  const { mentors, contained, total, addressOf, isFirstPage, hasMore, isLoadingMore, hasMoreFailed } = props;
  const { isReplaced, onLoadMore } = props;
  const firstContaining = contained === '' ? -1 : mentors.findIndex(({ match }) => match === 'part');
  const list = useRef<HTMLUListElement>(null);

  // The link moves down or goes away under the person's fingers: carry on at the first new card.
  async function loadAndFocus(event: MouseEvent) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    if (isReplaced) return;
    const shown = mentors.length;
    await onLoadMore();
    requestAnimationFrame(() => {
      const card = list.current?.querySelectorAll('article')[shown];
      card?.querySelector('a')?.focus({ preventScroll: true });
    });
  }

  return (
    <>
      {!isFirstPage && (
        <Link
          to={{ search: addressOf(-1) }}
          className="tap-line mb-2 inline-block font-medium text-accent-text underline"
        >
          {mentorListing.earlier}
        </Link>
      )}
      <ul
        ref={list}
        className={cn(CARD_GRID, 'transition-opacity duration-150', isReplaced && 'opacity-50')}
        aria-busy={isReplaced}
      >
        {mentors.map((mentor, index) => (
          <Fragment key={mentor.id}>
            {index === firstContaining && (
              <li className="col-span-full text-lg" dir="auto">
                {listingChoices.alsoContains(contained)}
              </li>
            )}
            <li className="grid min-w-0">
              <MentorCard
                mentor={mentor}
                isEager={index < EAGER_CARDS}
                onIntent={previewAvailability}
                times={<NextTimes mentor={mentor} />}
                note={mentor.matched ? listingChoices.related(mentor.matched) : undefined}
              />
            </li>
          </Fragment>
        ))}
      </ul>
      <div className="flex min-h-32 flex-col items-center justify-center gap-3 pt-8 text-center">
        {hasMoreFailed && !isLoadingMore && (
          <p role="alert" className="text-sm text-danger">
            {mentorListing.loadMoreFailed}
          </p>
        )}
        {isLoadingMore && (
          <p role="status" className="flex h-12 items-center gap-3 text-muted">
            <Spinner className="text-accent-text" />
            {mentorListing.loadingMore}
          </p>
        )}
        {hasMore && !isLoadingMore && (
          <ButtonLink
            to={{ search: addressOf(Math.ceil(mentors.length / LISTING_PAGE_SIZE)) }}
            variant="secondary"
            size="lg"
            aria-disabled={isReplaced || undefined}
            onClick={(event) => void loadAndFocus(event)}
          >
            {mentorListing.loadMore}
          </ButtonLink>
        )}
        {!hasMore && isFirstPage && total > LISTING_PAGE_SIZE && (
          <p className="text-sm text-muted nums">{mentorListing.showingAll(total)}</p>
        )}
      </div>
    </>
  );
}

let preview: Promise<(mentorId: string) => Promise<void>> | undefined;

/** Reads a mentor's slots on pointing, so that the profile opens with them; the code loads with the first call. */
async function previewAvailability(mentorId: string): Promise<void> {
  preview ??= Promise.all([import('#features/mentors/availability/availability-preview.data.ts'), lateQueries()]).then(
    ([{ createAvailabilityPreview }, { client }]) => createAvailabilityPreview({ client: client() }),
  );
  try {
    await (await preview)(mentorId);
  } catch (error) {
    preview = undefined;
    console.warn('The code that reads availability ahead could not be loaded.', error);
  }
}
