import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { shortcuts } from '#copy/admin/shortcuts.ts';
import { tableCopy } from '#copy/admin/table.ts';
import { peopleCopy as copy } from '#copy/admin/users.ts';
import { useTableAddress } from '#lib/page/use-table-address.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { NothingListed } from '#ui/data-table/empty-state.tsx';
import { ListHead } from '#ui/data-table/list-header.tsx';
import { Pager } from '#ui/data-table/pagination.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { KeyedList } from '#ui/data-table/shortcut-list.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { useExport } from './use-export.ts';
import { peopleColumns } from './user-columns.tsx';
import { PAGE_SIZE, peopleQuery, SORTABLE } from './users.data.ts';

const NEWEST_FIRST = { id: 'created_at', desc: true };
/** What the address says of the form for investors. */
const SUBMITTED = new Map([
  ['submitted', true],
  ['not-submitted', false],
]);

/** Everybody with an account, and what they told about their startups (administrator side, section 2, "Users"). */
export function People() {
  const address = useTableAddress({ defaultSort: NEWEST_FIRST, sortable: SORTABLE });
  const { search, sort, page } = address;
  const status = address.filter('status');
  const isSubmitted = SUBMITTED.get(status) ?? null;
  const { data, refetch, isPending, isError, isFetching, isPlaceholderData } = useQuery(
    peopleQuery({ search, isSubmitted, sort, page }),
  );
  const download = useExport();
  const isNarrowed = search !== '' || isSubmitted !== null;

  return (
    <KeyedList words={shortcuts}>
      <ListHead
        title={copy.title}
        count={data && copy.count(data.total)}
        refresh={{ label: copy.refresh, isBusy: isFetching && !isPending, onRefresh: refetch }}
      >
        <Button size="sm" isBusy={download.isPending} onClick={() => download.start({ search, isSubmitted })}>
          {!download.isPending && <Download aria-hidden className="size-4" />}
          <span className="nums">{downloadWord(download)}</span>
        </Button>
      </ListHead>
      <DataTable
        label={copy.title}
        words={tableCopy}
        columns={peopleColumns}
        rows={data?.rows ?? []}
        rowId={(row) => row.id}
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
              value={isSubmitted === null ? '' : status}
              onChange={({ target }) => address.set({ filters: { status: target.value } })}
            >
              <option value="">{copy.anyStatus}</option>
              <option value="submitted">{copy.submitted}</option>
              <option value="not-submitted">{copy.notSubmitted}</option>
            </SelectField>
          </>
        }
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        isStale={isPlaceholderData}
        sort={sort}
        onSort={(next) => address.set({ sort: next })}
        failure={copy.fetchFailed}
        onRetry={() => void refetch()}
        empty={
          <NothingListed
            text={isNarrowed ? copy.emptySearch : copy.empty}
            clear={
              isNarrowed
                ? {
                    label: copy.clearFilters,
                    run: () => address.set({ search: '', filters: { status: '' } }),
                  }
                : undefined
            }
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
    </KeyedList>
  );
}

function downloadWord({ isPending, progress }: ReturnType<typeof useExport>): string {
  if (!isPending) return copy.download;
  return progress ? copy.downloading(progress.done, progress.total) : copy.downloadStarting;
}
