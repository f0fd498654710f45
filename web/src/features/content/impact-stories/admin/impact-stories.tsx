import { useQuery } from '@tanstack/react-query';
import { adminImpactStories as copy } from '#copy/content/admin-impact-stories.ts';
import { changedMeanwhile } from '#copy/office/changed-meanwhile.ts';
import { listLabels } from '#copy/office/table.ts';
import { isApiError } from '#lib/api-error.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { toast } from '#lib/toast.ts';
import { Avatar } from '#ui/avatar.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { VersionsDialog } from '#ui/versions-dialog.tsx';
import { deleteStory, PAGE_SIZE, STORIES_KEY, type SubmittedStory, storiesQuery } from './impact-stories.data.ts';
import { storyFactsQuery } from './story-facts.data.ts';
import { STORIES_TITLE, SubmittedStoryCard } from './submitted-story.tsx';
import { useReview } from './use-review.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of a story's status. */
const STATUSES = new Map([
  ['pending', false],
  ['approved', true],
]);

/** What visitors sent for the Wall of Impact (docs/product/content.md#review-of-stories). */
export function ImpactStories() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: [] });
  const { page } = address;
  const isApproved = STATUSES.get(address.filter('status')) ?? null;
  const list = useQuery(storiesQuery(isApproved, page));
  const facts = useQuery(storyFactsQuery(list.data?.rows));
  const review = useReview();
  const { opened, open, heading, dialog } = useOpened<{ story: SubmittedStory }>();

  const setOf = (isApproved: boolean) => (id: string) => {
    const story = list.data?.rows.find((one) => one.id === id);
    if (story) review.set(story, isApproved);
  };

  return (
    <AdminList
      labels={{ ...listLabels, shortcuts: { ...listLabels.shortcuts, search: undefined } }}
      title={copy.title}
      query={list}
      rowKeys={[
        { key: 'a', label: copy.keys.approve, run: setOf(true) },
        { key: 'r', label: copy.keys.reject, run: setOf(false) },
      ]}
      header={{
        id: STORIES_TITLE,
        headingRef: heading,
        count: list.data && copy.count(list.data.total),
        refreshLabel: copy.refresh,
      }}
      address={address}
      filter={{
        name: 'status',
        label: copy.filter,
        options: [
          ['', copy.all],
          ['pending', copy.pending],
          ['approved', copy.approved],
        ],
      }}
      layout={{
        gridColumns: '@2xl:grid-cols-2 @6xl:grid-cols-3',
        card: (story) => (
          <SubmittedStoryCard
            story={story}
            facts={facts.data?.[story.id]}
            isBusy={review.isBusy(story.id)}
            onApproved={(isApproved) => review.set(story, isApproved)}
            onDelete={() => open({ story })}
          />
        ),
        skeleton: <StorySkeleton />,
      }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty, hint: copy.emptyHint }}
      emptyNarrowed={{ text: isApproved ? copy.emptyApproved : copy.emptyPending, clearLabel: copy.showAll }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    >
      {review.conflict && (
        <VersionsDialog
          isOpen={review.isAsking}
          onClose={review.leaveConflict}
          labels={{ ...changedMeanwhile, hint: copy.changedHint }}
          versions={review.conflict.versions}
          fields={{
            is_approved: { label: copy.filter, show: (isApproved) => (isApproved ? copy.approved : copy.pending) },
            name: { label: copy.fields.name },
            experience: { label: copy.fields.experience },
            image_url: {
              label: copy.fields.image,
              show: (image) => image && <Avatar name={review.conflict?.latest.name ?? ''} image={image} />,
            },
          }}
          isBusy={review.isBusy(review.conflict.latest.id)}
          onKeepMine={review.keepDecision}
          onTakeTheirs={review.leaveConflict}
        />
      )}
      {opened && (
        <DeleteDialog
          key={opened.turn}
          {...dialog}
          title={copy.deleteDialog.title(opened.story.name)}
          description={copy.deleteDialog.description}
          labels={{ keep: copy.deleteDialog.keep, confirm: copy.deleteDialog.confirm }}
          onDelete={() => deleteStory(opened.story.id)}
          queryKey={STORIES_KEY}
          deleted={{ sentence: copy.deleteDone }}
          failureOf={(error) => (isApiError(error, 'gone') ? null : { text: copy.deleteFailed })}
          onFailed={(error) => {
            if (!isApiError(error, 'gone')) return;
            toast.info(copy.gone);
            dialog.onClose();
          }}
        />
      )}
    </AdminList>
  );
}

const WIDTHS = ['94%', '100%', '88%', '97%', '52%'];

/** Stands in for a card that is on its way. */
function StorySkeleton() {
  return (
    <div className="p-5">
      <div className="flex items-center gap-3">
        <span className="skeleton size-11 rounded-full!" />
        <div className="flex-1">
          <span className="skeleton block h-4 w-1/2" />
          <span className="skeleton mt-2 block h-3 w-1/3" />
        </div>
      </div>
      <div className="mt-5 grid gap-2">
        {WIDTHS.map((width) => (
          <span key={width} className="skeleton h-3.5" style={{ width }} />
        ))}
      </div>
      <span className="skeleton mt-6 block h-9 w-24" />
    </div>
  );
}
