import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { adminPodcasts as copy } from '#copy/admin/podcasts.ts';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { CardGrid } from '#ui/data-table/card-grid.tsx';
import { KeyedList, KeysButton } from '#ui/data-table/keyed-list.tsx';
import { NothingListed } from '#ui/data-table/nothing-listed.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { RefreshButton } from '#ui/data-table/refresh-button.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EpisodeCard, EpisodeCardSkeleton } from './episode-card.tsx';
import { EpisodeDialog } from './episode-dialog.tsx';
import { PAGE_SIZE, type PodcastRow, podcastListQuery } from './podcast-episodes.data.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of being published. */
const PUBLISHED = new Map([
  ['published', true],
  ['drafts', false],
]);

/** What is open over the list; it keeps what it shows while it closes. `turn` makes each opening a new one. */
type Opened = { what: 'form' | 'delete'; podcast: PodcastRow | null; turn: number };

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
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrowed = search !== '' || isPublished !== null;

  const open = (what: Opened['what'], podcast: PodcastRow | null) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpened((last) => ({ what, podcast, turn: (last?.turn ?? 0) + 1 }));
    setIsOpen(true);
  };
  const showAll = () => address.set({ search: '', filters: { show: '' } });
  const dialog = {
    isOpen,
    onClose: () => setIsOpen(false),
    // The button of a deleted podcast goes with it.
    returnFocus: () => (opener.current?.isConnected ? opener.current : heading.current),
  };

  return (
    <KeyedList words={shortcuts}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
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
          <Button size="sm" onClick={() => open('form', null)}>
            <Plus aria-hidden className="size-4" />
            {copy.add}
          </Button>
        </div>
      </div>
      <CardGrid
        label={copy.title}
        words={tableCopy}
        columns="@xl:grid-cols-2 @4xl:grid-cols-3"
        rows={data?.rows ?? []}
        rowId={({ id }) => id}
        card={(podcast) => (
          <EpisodeCard
            podcast={podcast}
            onEdit={() => open('form', podcast)}
            onDelete={() => open('delete', podcast)}
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
