import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { adminImpactStories as copy } from '#copy/admin/impact-stories.ts';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { cn } from '#lib/class-names.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { Button } from '#ui/button.tsx';
import { KeyedList, KeysButton } from '#ui/data-table/keyed-list.tsx';
import { NothingListed } from '#ui/data-table/nothing-listed.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { PointMark } from '#ui/point-mark.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { PAGE_SIZE, type SubmittedStory, storiesQuery } from './impact-stories.data.ts';
import { StoriesSkeleton } from './stories-skeleton.tsx';
import { STORIES_TITLE, SubmittedStoryCard } from './submitted-story.tsx';
import { useReview } from './use-review.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of a story's status. */
const STATUSES = new Map([
  ['pending', false],
  ['approved', true],
]);
const GRID = 'grid gap-4 md:grid-cols-2 2xl:grid-cols-3';

/** What visitors sent for the Wall of Impact (administrator side, section 2, "Impact stories"). */
export function ImpactStories() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: [] });
  const { page } = address;
  const status = address.filter('status');
  const isApproved = STATUSES.get(status) ?? null;
  const { data, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(
    storiesQuery({ isApproved, page }),
  );
  const review = useReview();
  const [asked, setAsked] = useState<SubmittedStory | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const stories = data?.rows ?? [];

  const setOf = (isApproved: boolean) => (id: string) => {
    const story = stories.find((one) => one.id === id);
    if (story) review.set(story, isApproved);
  };

  return (
    <KeyedList
      words={{ ...shortcuts, search: undefined }}
      rowKeys={[
        { key: 'a', label: copy.keys.approve, run: setOf(true) },
        { key: 'r', label: copy.keys.reject, run: setOf(false) },
      ]}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={STORIES_TITLE} tabIndex={-1} className="text-xl outline-none">
          {copy.title}{' '}
          {data && (
            <span className="nums ml-1 font-sans text-base font-normal text-muted">
              {copy.count(data.total)}
            </span>
          )}
        </h2>
        <div className="flex flex-wrap gap-2">
          <KeysButton />
          <RefreshButton label={copy.refresh} isBusy={isFetching && !isPending} onRefresh={refetch} />
        </div>
      </div>
      <SelectField
        label={copy.filter}
        isLabelHidden
        className="mb-4 sm:w-44"
        value={isApproved === null ? '' : status}
        onChange={({ target }) => address.set({ filters: { status: target.value } })}
      >
        <option value="">{copy.all}</option>
        <option value="pending">{copy.pending}</option>
        <option value="approved">{copy.approved}</option>
      </SelectField>
      {isPending ? (
        <StoriesSkeleton className={GRID} />
      ) : isError ? (
        <Framed isAlert>
          <p className="mb-4">{copy.loadFailed}</p>
          <Button variant="secondary" size="sm" isBusy={isFetching} onClick={() => void refetch()}>
            {tableCopy.tryAgain}
          </Button>
        </Framed>
      ) : stories.length === 0 ? (
        <Framed>
          <PointMark className="mx-auto mb-5 size-20" />
          {isApproved === null ? (
            <NothingListed text={copy.empty} hint={copy.emptyHint} />
          ) : (
            <NothingListed
              text={isApproved ? copy.emptyApproved : copy.emptyPending}
              clear={{ label: copy.showAll, run: () => address.set({ filters: { status: '' } }) }}
            />
          )}
        </Framed>
      ) : (
        <ul
          ref={list}
          aria-label={copy.title}
          aria-busy={isPlaceholderData}
          className={cn(GRID, 'transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          {stories.map((story) => (
            <SubmittedStoryCard
              key={story.id}
              story={story}
              isBusy={review.isBusy(story.id)}
              onApproved={(isApproved) => review.set(story, isApproved)}
              onDelete={() => {
                setAsked(story);
                setIsAsking(true);
              }}
            />
          ))}
        </ul>
      )}
      {data && !isError && (
        <Pager
          words={tableCopy}
          page={data.page}
          pageSize={PAGE_SIZE}
          total={data.total}
          onPage={(next) => address.set({ page: next })}
        />
      )}
      {asked && (
        <DeleteDialog
          key={asked.id}
          story={asked}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          // The story may be gone by then, and its buttons with it.
          returnFocus={() =>
            list.current?.querySelector<HTMLElement>(`[data-row="${asked.id}"] button:last-of-type`) ??
            document.getElementById(STORIES_TITLE)
          }
        />
      )}
    </KeyedList>
  );
}

function Framed({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className="rounded-card border border-line bg-surface px-5 py-10 text-center"
    >
      {children}
    </div>
  );
}
