import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { adminPodcasts as copy } from '#copy/admin/podcasts.ts';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { CardGrid } from '#ui/data-table/card-grid.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EpisodeCard, EpisodeCardSkeleton } from './podcast-card.tsx';
import { EpisodeDialog } from './podcast-dialog.tsx';
import { PAGE_SIZE, type PodcastRow, podcastListQuery } from './podcasts.data.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of being published. */
const PUBLISHED = new Map([
  ['published', true],
  ['drafts', false],
]);

/** All podcasts, drafts included, and the ways to add, change and delete one (administrator side, section 2, "Podcasts"). */
export function PodcastEpisodes() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: [] });
  const { search, page } = address;
  const show = address.filter('show');
  const isPublished = PUBLISHED.get(show) ?? null;
  const { data, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(
    podcastListQuery({ search, isPublished, page }),
  );
  const { user } = useSession();
  const { opened, open, heading, dialog } = useOpened<{
    what: 'form' | 'delete';
    podcast: PodcastRow | null;
  }>();
  const isNarrowed = search !== '' || isPublished !== null;

  const showAll = () => address.set({ search: '', filters: { show: '' } });

  return (
    <KeyedList words={shortcuts}>
      <ListHead
        title={copy.title}
        count={data && copy.count(data.total)}
        headingRef={heading}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      >
        <Button size="sm" onClick={() => open({ what: 'form', podcast: null })}>
          <Plus aria-hidden className="size-4" />
          {copy.add}
        </Button>
      </ListHead>
      <CardGrid
        label={copy.title}
        words={tableCopy}
        columns="@xl:grid-cols-2 @4xl:grid-cols-3"
        rows={data?.rows ?? []}
        rowId={({ id }) => id}
        card={(podcast) => (
          <EpisodeCard
            podcast={podcast}
            onEdit={() => open({ what: 'form', podcast })}
            onDelete={() => open({ what: 'delete', podcast })}
          />
        )}
        skeleton={<EpisodeCardSkeleton />}
        filters={
          <>
            <SearchBox
              label={copy.search}
              clearLabel={copy.clearSearch}
              applied={search}
              onSearch={(term) => address.set({ search: term })}
            />
            <SelectField
              label={copy.filter}
              isLabelHidden
              className="w-full @2xl:w-44"
              value={isPublished === null ? '' : show}
              onChange={({ target }) => address.set({ filters: { show: target.value } })}
            >
              <option value="">{copy.all}</option>
              <option value="published">{copy.published}</option>
              <option value="drafts">{copy.drafts}</option>
            </SelectField>
          </>
        }
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        isStale={isPlaceholderData}
        failure={copy.loadFailed}
        onRetry={() => void refetch()}
        empty={
          <NothingListed
            text={isNarrowed ? copy.noMatch : copy.empty}
            clear={isNarrowed ? { label: copy.clearFilters, run: showAll } : undefined}
          />
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
      {opened?.what === 'form' && user && (
        // The new one is the first of the whole list.
        <EpisodeDialog
          key={opened.turn}
          podcast={opened.podcast}
          userId={user.id}
          onAdded={showAll}
          {...dialog}
        />
      )}
      {opened?.what === 'delete' && opened.podcast && (
        <DeleteDialog key={opened.turn} podcast={opened.podcast} {...dialog} />
      )}
    </KeyedList>
  );
}
