import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { adminPodcasts as copy } from '#copy/content/admin-podcasts.ts';
import { listLabels } from '#copy/office/table.ts';
import { reasonFor } from '#lib/api-error.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { PodcastCard, PodcastCardSkeleton } from './podcast-card.tsx';
import { PodcastDialog } from './podcast-dialog.tsx';
import { deletePodcast, PAGE_SIZE, PODCASTS_KEY, type PodcastRow, podcastListQuery } from './podcasts.data.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of being published. */
const PUBLISHED = new Map([
  ['published', true],
  ['drafts', false],
]);

/** All podcasts, drafts included, and the ways to add, change and delete one (docs/product/content.md#podcasts). */
export function AdminPodcasts() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: [] });
  const { search, page } = address;
  const isPublished = PUBLISHED.get(address.filter('show')) ?? null;
  const list = useQuery(podcastListQuery({ search, isPublished, page }));
  const { user } = useSession();
  const { opened, open, heading, dialog } = useOpened<{ what: 'form' | 'delete'; podcast: PodcastRow | null }>();

  const showAll = () => address.set({ search: '', filters: { show: '' } });

  return (
    <AdminList
      labels={listLabels}
      title={copy.title}
      query={list}
      header={{
        count: list.data && copy.count(list.data.total),
        headingRef: heading,
        refreshLabel: copy.refresh,
        children: (
          <Button size="sm" onClick={() => open({ what: 'form', podcast: null })}>
            <Plus aria-hidden className="size-4" />
            {copy.add}
          </Button>
        ),
      }}
      address={address}
      search={{ label: copy.search, clearLabel: copy.clearSearch }}
      filter={{
        name: 'show',
        label: copy.filter,
        options: [
          ['', copy.all],
          ['published', copy.published],
          ['drafts', copy.drafts],
        ],
      }}
      layout={{
        gridColumns: '@xl:grid-cols-2 @4xl:grid-cols-3',
        card: (podcast) => (
          <PodcastCard
            podcast={podcast}
            onEdit={() => open({ what: 'form', podcast })}
            onDelete={() => open({ what: 'delete', podcast })}
          />
        ),
        skeleton: <PodcastCardSkeleton />,
      }}
      failure={copy.loadFailed}
      empty={{ text: copy.empty }}
      emptyNarrowed={{ text: copy.noMatch, clearLabel: copy.clearFilters }}
      pagination={list.data && { ...list.data, pageSize: PAGE_SIZE }}
    >
      {opened?.what === 'form' && user && (
        // The new one is the first of the whole list.
        <PodcastDialog key={opened.turn} podcast={opened.podcast} userId={user.id} onAdded={showAll} {...dialog} />
      )}
      {opened?.what === 'delete' && opened.podcast && (
        <DeleteDialog
          key={opened.turn}
          {...dialog}
          title={copy.deleteQuestion}
          description={<span className="wrap-anywhere">{copy.deleteHint(opened.podcast.title)}</span>}
          labels={{ keep: copy.keep, confirm: copy.delete }}
          onDelete={deletePodcast.bind(null, opened.podcast.id)}
          queryKey={PODCASTS_KEY}
          deleted={{ sentence: copy.deleted, id: 'podcast' }}
          closesAfterRefetch
          failureOf={(error) => ({ title: copy.deleteFailed, text: reasonFor(error, copy.reasons) })}
        />
      )}
    </AdminList>
  );
}
