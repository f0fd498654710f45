import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminImpactStories as copy } from '#copy/admin/impact-stories.ts';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { CardGrid } from '#ui/data-table/card-grid.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { PAGE_SIZE, type SubmittedStory, storiesQuery } from './impact-stories.data.ts';
import { StorySkeleton } from './story-skeleton.tsx';
import { deleteButtonId, STORIES_TITLE, SubmittedStoryCard } from './submitted-story.tsx';
import { useReview } from './use-review.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of a story's status. */
const STATUSES = new Map([
  ['pending', false],
  ['approved', true],
]);

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
      <ListHead
        id={STORIES_TITLE}
        title={copy.title}
        count={data && copy.count(data.total)}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      />
      <CardGrid
        label={copy.title}
        words={tableCopy}
        columns="@2xl:grid-cols-2 @6xl:grid-cols-3"
        rows={stories}
        rowId={({ id }) => id}
        card={(story) => (
          <SubmittedStoryCard
            story={story}
            isBusy={review.isBusy(story.id)}
            onApproved={(isApproved) => review.set(story, isApproved)}
            onDelete={() => {
              setAsked(story);
              setIsAsking(true);
            }}
          />
        )}
        skeleton={<StorySkeleton />}
        filters={
          <SelectField
            label={copy.filter}
            isLabelHidden
            className="w-full @2xl:w-44"
            value={isApproved === null ? '' : status}
            onChange={({ target }) => address.set({ filters: { status: target.value } })}
          >
            <option value="">{copy.all}</option>
            <option value="pending">{copy.pending}</option>
            <option value="approved">{copy.approved}</option>
          </SelectField>
        }
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        isStale={isPlaceholderData}
        failure={copy.loadFailed}
        onRetry={() => void refetch()}
        empty={
          isApproved === null ? (
            <NothingListed text={copy.empty} hint={copy.emptyHint} />
          ) : (
            <NothingListed
              text={isApproved ? copy.emptyApproved : copy.emptyPending}
              clear={{ label: copy.showAll, run: () => address.set({ filters: { status: '' } }) }}
            />
          )
        }
      />
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
            document.getElementById(deleteButtonId(asked.id)) ?? document.getElementById(STORIES_TITLE)
          }
        />
      )}
    </KeyedList>
  );
}
